import Foundation
import TestSupport
import Testing

@testable import MusicLibrary

/// Files that are no songs, names that are no words, and links that lead astray.
@Suite struct BadFileTests {
    private let library: TestLibrary

    init() throws { library = try TestLibrary() }

    @Test func namesOfEveryKindAreStoredByteForByte() throws {
        let names: [[UInt8]] = [
            Array("line\nbreak.wav".utf8), Array("-i.wav".utf8), Array("quote'\"`$(x).wav".utf8),
            Array("\u{1F3B5}.wav".utf8), [0xFF, 0xFE, 0x80] + Array(".wav".utf8),
            Array(repeating: 0x61, count: 250) + Array(".wav".utf8), Array("file:a.wav".utf8),
            Array("%s %n.wav".utf8), Array("*.wav".utf8),
        ]
        for (number, name) in names.enumerated() {
            let path = SongPath(library.songs).appending(name)
            let descriptor = path.withCString { creat($0, 0o600) }
            try #require(descriptor >= 0)
            let bytes = TestWAV.song(number)
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            #expect(count == bytes.count)
            close(descriptor)
        }
        let (report, errors) = try library.scan()
        #expect(report.measuredCount == names.count && errors.isEmpty)
        let stored = try Set(library.open().songs().map { $0.path.bytes })
        #expect(stored == Set(names.map { SongPath(library.songs).appending($0).bytes }))
        #expect(try library.scan().report.unchangedCount == names.count)
    }

    /// Folders in each other until the path has 4,096 bytes: the system opens none of that.
    @Test func aPathThatIsTooLongIsOneError() throws {
        try library.write("a.wav", TestWAV.song(1))
        let before = FileManager.default.currentDirectoryPath
        let name = String(repeating: "d", count: 255)
        var folder = open(library.songs, O_RDONLY | O_DIRECTORY)
        for _ in 0..<17 {
            mkdirat(folder, name, 0o700)
            let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
            close(folder)
            folder = next
        }
        close(openat(folder, "b.wav", O_WRONLY | O_CREAT, 0o600))
        close(folder)
        let (report, errors) = try library.scan()
        #expect(report.measuredCount == 1 && report.unreadableFolderCount == 1)
        #expect(Array(errors.values) == [.unreadable])
        #expect(FileManager.default.currentDirectoryPath == before)
    }

    @Test(.timeLimit(.minutes(1))) func pipesDevicesAndFoldersAreNoSongs() throws {
        #expect(mkfifo(library.songs + "/pipe.flac", 0o600) == 0)
        try FileManager.default.createDirectory(
            atPath: library.songs + "/folder.mp3", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: library.songs + "/device.flac", withDestinationPath: "/dev/zero")
        var expected: [String: SongError] = ["pipe.flac": .notAFile]
        // Only root may make a device.
        if mknod(library.songs + "/real.flac", S_IFCHR | 0o600, 0x105) == 0 {
            expected["real.flac"] = .notAFile
        }
        let (report, errors) = try library.scan()
        #expect(errors == expected)
        #expect(report.externalLinkCount == 1 && report.measuredCount == 0)
        let reader = SongReader(
            programs: nil, limits: DecoderLimits(), excerptSeconds: nil, isCancelled: { false })
        for (name, error) in [
            ("pipe.flac", SongError.notAFile), ("device.flac", .unreadable),
            ("none.mp3", .unreadable),
        ] {
            #expect(throws: error) {
                let path = SongPath(library.songs + "/" + name)
                _ = try reader.read(path) { _ throws(MusicStoreError) in false }
            }
        }
    }

    @Test func linksAreNotFollowed() throws {
        try library.write("a/song.wav", TestWAV.song(1))
        try library.folder.write("secret.wav", TestWAV.song(2))
        let files = FileManager.default
        for (name, target) in [
            ("a/loop", ".."), ("self", "self"), ("a/again.wav", "song.wav"),
            ("out.wav", "../secret.wav"), ("outer", ".."), ("nowhere.wav", "/nowhere"),
        ] {
            try files.createSymbolicLink(
                atPath: library.songs + "/" + name, withDestinationPath: target)
        }
        let report = try library.scan().report
        #expect(
            report.foundCount == 1 && report.measuredCount == 1 && report.externalLinkCount == 2)
    }

    @Test func aFolderInAFolderIsWalkedOnce() throws {
        try library.write("a/song.wav", TestWAV.song(1))
        let roots = [library.songs + "/a", library.songs, library.songs + "/a/../a"]
        #expect(try library.scan(roots: roots).report.foundCount == 1)
        #expect(try library.scan(roots: [library.songs + "/a/song.wav"]).report.unchangedCount == 1)
    }

    @Test func withoutADecoderOtherFilesWait() throws {
        try library.write("a.wav", TestWAV.song(1))
        try library.write("b.mp3", Array("ID3 and something".utf8))
        for _ in 0..<2 {
            let (report, errors) = try library.scan()
            #expect(errors == ["b.mp3": .noDecoder])
            #expect(report.foundCount == 2)
        }
        #expect(try library.open().songs().count == 1)
    }
}
