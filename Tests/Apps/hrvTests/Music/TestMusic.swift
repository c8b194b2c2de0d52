import Foundation
import GRDB
import MusicSelection
import SessionHistory
import TestSupport

@testable import MusicLibrary

/// A home with two songs, a play history, and a history of sessions, all by the tool's own paths.
struct TestMusic {
    let home: TemporaryFolder
    let songs: [Int64]

    /// Titles that occur in no other file.
    static let titles = ["Jogaqxz One", "Saysqxz Two"]

    init() throws {
        home = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: home.path + "/songs", withIntermediateDirectories: true)
        for number in 1...2 { try Self.write("songs/\(number).wav", number, home) }
        _ = try CommandRunner.run(
            ["music", "scan", home.path + "/songs", "--jobs", "1"], home: home)
        let store = try MusicStore.open(path: MusicStore.defaultPath(folder: Self.folder(home)))
        songs = try store.songs().map(\.id)
        let ids = songs
        // WAV files of this kind have no tags, and are too short for a play of minutes.
        try store.write { db in
            for (id, title) in zip(ids, Self.titles) {
                try db.execute(
                    sql: "UPDATE song_file SET artist = 'Björk', title = ? WHERE song = ?",
                    arguments: [title, id])
                try db.execute(
                    sql: "UPDATE song SET duration_s = 240, bpm = 90, energy = 0.4 WHERE id = ?",
                    arguments: [id])
            }
        }
    }

    /// A WAV of 16 bits at 8 kHz, of one tenth of a second, that differs from every other one.
    private static func write(_ name: String, _ number: Int, _ home: TemporaryFolder) throws {
        func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func four(_ value: Int) -> [UInt8] { two(value & 0xFFFF) + two(value >> 16 & 0xFFFF) }
        let samples = (0..<800).flatMap { two((($0 + 1) * (number + 3) * 7919) & 0xFFFF) }
        let format = two(1) + two(1) + four(8_000) + four(16_000) + two(2) + two(16)
        try home.write(
            name,
            Array("RIFF".utf8) + four(36 + samples.count) + Array("WAVEfmt ".utf8) + four(16)
                + format + Array("data".utf8) + four(samples.count) + samples)
    }

    private static func folder(_ home: TemporaryFolder) -> String {
        SessionStore.folder(environment: ["HOME": home.path, "XDG_DATA_HOME": home.path])
    }

    private var folder: String { Self.folder(home) }
    var path: String { MusicStore.defaultPath(folder: folder) }
    var store: MusicStore { get throws { try MusicStore.open(path: path) } }

    var history: SessionStore {
        get throws {
            try SessionStore(
                path: SessionStore.defaultPath(environment: [
                    "HOME": home.path, "XDG_DATA_HOME": home.path,
                ]))
        }
    }

    func hrv(_ words: String...) throws -> CommandRunner.Output {
        try CommandRunner.run(words, home: home)
    }

    func music(_ words: String...) throws -> CommandRunner.Output {
        try CommandRunner.run(["music"] + words, home: home)
    }

    /// The objects of an answer in JSON, also of one.
    func rows(_ output: CommandRunner.Output) throws -> [[String: Any]] {
        let value = try JSONSerialization.jsonObject(with: Data(output.text.utf8))
        if let row = value as? [String: Any] { return [row] }
        return value as? [[String: Any]] ?? []
    }

    /// 2026-11-20 12:00 UTC.
    static let noon = 1_795_176_000.0

    /// A play history as last.fm's: starts in s after noon, with number of the song, or another title.
    func scrobbles(_ plays: (Double, String)...) throws -> String {
        let rows = plays.map { "\(Int(Self.noon + $0.0)),Bjork,\($0.1)\n" }.joined()
        return try home.write("scrobbles.csv", "uts,artist,track\n" + rows)
    }

    /// A session of a strap whose intervals are given, from 5 min before noon on.
    @discardableResult
    func keepSession(_ intervals: [Double], pacer: String = "none") throws -> UUID {
        var session = BreathingSession(
            startedAt: Date(timeIntervalSince1970: Self.noon - 300), utcOffsetSeconds: 0,
            source: .strap, pacer: pacer, toolkitVersion: "1")
        session.state = .ended
        session.durationSeconds = intervals.reduce(0, +) / 1000
        session.beatCount = intervals.count
        var details = SessionDetails(session: session)
        var time = 0.0
        for interval in intervals {
            time += interval / 1000
            details.beats.append(StoredBeat(seconds: time, intervalMs: interval))
        }
        try history.add(details)
        return session.id
    }

    /// Returns true if a value, as the database writes numbers, is in one of its files.
    func hasOnDisk(_ value: Double, in file: String? = nil) -> Bool {
        hasOnDisk(withUnsafeBytes(of: value.bitPattern.bigEndian) { Data($0) }, in: file)
    }

    func hasOnDisk(_ text: String) -> Bool { hasOnDisk(Data(text.utf8), in: nil) }

    private func hasOnDisk(_ bytes: Data, in file: String?) -> Bool {
        ["", "-wal", "-shm"].contains { end in
            let all = FileManager.default.contents(atPath: (file ?? path) + end) ?? Data()
            return all.range(of: bytes) != nil
        }
    }
}
