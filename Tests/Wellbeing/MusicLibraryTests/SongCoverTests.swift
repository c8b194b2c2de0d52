import Foundation
import TestSupport
import Testing

@testable import MusicLibrary

/// The bytes that are a cover. The signatures are those of the formats' own documents.
@Suite struct SongCoverTests {
    private let folder: TemporaryFolder
    private var song: SongPath { SongPath(folder.path + "/song.wav") }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init() throws { folder = try TemporaryFolder() }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }

    @Test(arguments: [
        ([0xFF, 0xD8, 0xFF, 0xE0], SongCover.Kind.jpeg), (png + [0], .png),
        (Array("GIF87a".utf8), .gif), (Array("GIF89a..".utf8), .gif),
        (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webP),
    ])
    func picturesAreKnownByTheirBytes(bytes: [UInt8], kind: SongCover.Kind) throws {
        try write(bytes, "cover.jpg")
        let cover = try #require(SongCover.find(song, programs: nil))
        #expect(cover.kind == kind && cover.bytes == bytes)
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg'/>", "<!doctype html>", "", "GIF8", "RIFF....WAVE",
        "\u{89}PNG",
    ])
    func everythingElseIsNone(text: String) throws {
        try write(Array(text.utf8), "cover.jpg")
        #expect(SongCover.find(song, programs: nil) == nil)
    }

    @Test func theLargestIsFiveMebibytes() throws {
        try write(Self.png + [UInt8](repeating: 0, count: (5 << 20) - 8), "cover.png")
        #expect(SongCover.find(song, programs: nil)?.bytes.count == 5 << 20)
        try write(Self.png + [UInt8](repeating: 0, count: (5 << 20) - 7), "cover.png")
        #expect(SongCover.find(song, programs: nil) == nil)
    }

    @Test func aPipeAndAFolderDoNotBlockTheCoverSearch() throws {
        #expect(mkfifo(folder.path + "/cover.jpg", 0o600) == 0)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/cover.png", withIntermediateDirectories: false)
        try write(Self.png, "folder.png")
        #expect(SongCover.find(song, programs: nil)?.kind == .png)
    }

    /// The picture of a file comes before the one beside it; ffmpeg writes the file.
    @Test(.enabled(if: TestDecoder.isThere, "skipped: install ffmpeg"))
    func thePictureInTheFileComesFirst() throws {
        let programs = try #require(TestDecoder.programs)
        let words = [
            "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-f", "lavfi", "-i",
            "color=c=red:s=16x16:d=1", "-map", "0:a", "-map", "1:v", "-frames:v", "1", "-c:v",
            "mjpeg", "-disposition:v", "attached_pic", folder.path + "/song.mp3",
        ]
        let process = try Process.run(URL(fileURLWithPath: programs.decoderPath), arguments: words)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        try write(Self.png, "cover.png")
        let inside = SongCover.find(SongPath(folder.path + "/song.mp3"), programs: programs)
        #expect(inside?.kind == .jpeg)
        #expect(
            SongCover.find(SongPath(folder.path + "/other.mp3"), programs: programs)?.kind == .png)
    }
}
