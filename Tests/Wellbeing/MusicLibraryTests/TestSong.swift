import Foundation
import Synchronization
import TestSupport

@testable import MusicLibrary

/// WAV files, and a library, in folders that go with the test.
final class TestLibrary: Sendable {
    let folder: TemporaryFolder
    /// The folder of the songs; resolved, as a scan has it.
    let songs: String
    var path: String { folder.path + "/music.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
        let songsFolder = folder.path + "/songs"
        try FileManager.default.createDirectory(
            atPath: songsFolder, withIntermediateDirectories: true)
        songs = SongPath(songsFolder).resolved?.text ?? songsFolder
    }

    func open() throws -> MusicStore { try MusicStore.open(path: path) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let url = URL(fileURLWithPath: songs + "/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: songs + "/" + name, toPath: songs + "/" + other)
    }

    /// Scans all songs, and returns what was done and what went wrong.
    @discardableResult
    func scan(
        _ store: MusicStore? = nil, roots: [String]? = nil, programs: DecoderPrograms? = nil,
        limits: DecoderLimits = DecoderLimits(), jobs: Int = 1, again: Bool = false,
        playlists: Bool = false, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> (report: ScanReport, errors: [String: SongError]) {
        var options = MusicScan.Options(nowMs: 1_000)
        options.programs = programs
        options.limits = limits
        options.jobCount = jobs
        options.again = again
        options.readsPlaylists = playlists
        let errors = ErrorList()
        let report = try MusicScan(
            store: store ?? open(), options: options, isCancelled: isCancelled
        ) { event in
            if case .error(let path, let error) = event { errors.add(path, error) }
        }.run((roots ?? [songs]).map { SongPath($0) })
        let prefix = songs + "/"
        let named = errors.all.map { path, error -> (String, SongError) in
            let isInside = path.text.hasPrefix(prefix)
            return (isInside ? String(path.text.dropFirst(prefix.count)) : path.text, error)
        }
        return (report, Dictionary(named) { first, _ in first })
    }
}

/// The errors that a scan reports, from any thread.
private final class ErrorList: Sendable {
    private let list = Mutex<[(SongPath, SongError)]>([])

    func add(_ path: SongPath, _ error: SongError) { list.withLock { $0.append((path, error)) } }

    var all: [(SongPath, SongError)] { list.withLock { $0 } }
}

/// Bytes of WAV files.
enum TestWAV {
    /// A mono file of 16 bits at 8 kHz that differs from every other one.
    static func song(_ number: Int, count: Int = 800) -> [UInt8] {
        let samples = (0..<count).flatMap { index -> [UInt8] in
            let value = UInt16(truncatingIfNeeded: (index + 1) * (number + 3) * 7919)
            return [UInt8(value & 255), UInt8(value >> 8)]
        }
        return file(samples)
    }

    static func file(
        _ samples: [UInt8], coding: Int = 1, bits: Int = 16, channels: Int = 1, rate: Int = 8_000,
        before: [UInt8] = []
    ) -> [UInt8] {
        let frame = bits / 8 * channels
        let format =
            two(coding) + two(channels) + four(rate) + four(rate * frame) + two(frame) + two(bits)
        let body =
            Array("WAVE".utf8) + chunk("fmt ", format) + before + chunk("data", samples)
        return Array("RIFF".utf8) + four(body.count) + body
    }

    static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array(name.utf8) + four(bytes.count) + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }

    static func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

    static func four(_ value: Int) -> [UInt8] { two(value & 0xFFFF) + two(value >> 16 & 0xFFFF) }
}

/// The decoder of this machine; tests that need it say so.
enum TestDecoder {
    static let programs = DecoderPrograms.find(path: ProcessInfo.processInfo.environment["PATH"])
    static var isThere: Bool { programs != nil }

    /// Makes a file by ffmpeg from a computed sound.
    static func make(_ path: String, _ arguments: [String] = [], source: String = "sine=440:d=1")
        throws
    {
        guard let programs else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: programs.decoderPath)
        process.arguments =
            ["-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", source] + arguments + [
                "file:" + path
            ]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
