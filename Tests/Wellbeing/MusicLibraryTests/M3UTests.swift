import Foundation
import Testing

@testable import MusicLibrary

/// Playlists as other programs and other people write them.
@Suite struct M3UTests {
    private func read(_ text: String) -> M3U { read(Array(text.utf8)) }

    private func read(_ bytes: [UInt8]) -> M3U {
        M3U(bytes, in: SongPath("/music/lists"), roots: [SongPath("/music")])
    }

    private func paths(_ list: M3U) -> [[String]] { list.entries.map { $0.map(\.text) } }

    @Test func everyWayToNameASong() {
        let list = read(
            "\u{FEFF}#EXTM3U\r\n#PLAYLIST:Evening\r\n#EXTINF:123,A - B\r\na.mp3\r\n\r\n../b.mp3\r\n"
                + "/music/c.mp3\r\nfile:///music/d%20e.mp3\r\nfile://localhost/music/f.mp3\r\n"
                + "file:/music/g.mp3\r\n./h/./i.mp3\r\nj: k.mp3\r\n")
        #expect(list.name == "Evening")
        #expect(list.badEntryCount == 0)
        #expect(
            paths(list) == [
                ["/music/lists/a.mp3"], ["/music/b.mp3"], ["/music/c.mp3"], ["/music/d e.mp3"],
                ["/music/f.mp3"], ["/music/g.mp3"], ["/music/lists/h/i.mp3"],
                ["/music/lists/j: k.mp3"],
            ])
    }

    @Test(arguments: [
        "../../etc/passwd", "/etc/passwd", "http://127.0.0.1/a.mp3", "https://a/b.mp3", "smb://a/b",
        "file://other/music/a.mp3", "file:///music/../etc/a.mp3", "file:///music/%zz.mp3",
        "file:///music/a%00.mp3", "file:a.mp3", "../../../../../..", "/musical/a.mp3", "a\0b.mp3",
        "RTSP://a/b",
    ])
    func entriesThatLeadElsewhereAreBad(_ entry: String) {
        let list = read("ok.mp3\n\(entry)\nfine.mp3\n")
        #expect(list.badEntryCount == 1)
        #expect(list.entries.count == 2)
    }

    @Test func latin1AndWindowsAreTriedToo() {
        let list = read([0x67, 0x72, 0xFC, 0x6E, 10] + Array("a\\b.mp3".utf8))
        #expect(
            list.entries.first?.map(\.bytes).contains(SongPath("/music/lists/grün").bytes) == true)
        #expect(
            list.entries.last?.map(\.text) == ["/music/lists/a\\b.mp3", "/music/lists/a/b.mp3"])
    }

    @Test func aLongLineIsOneBadEntry() {
        let list = read(String(repeating: "x", count: 10_000) + "\na.mp3")
        #expect(list.badEntryCount == 1 && list.entries.count == 1)
    }

    @Test func nothingIsAnEmptyPlaylist() {
        for text in ["", "\n\r\n", "#EXTM3U", "   "] {
            #expect(read(text) == M3U([], in: SongPath("/"), roots: []))
        }
    }
}
