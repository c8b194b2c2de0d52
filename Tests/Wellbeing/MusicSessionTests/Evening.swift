import Foundation
import GRDB
import MusicLibrary
import MusicPlayers
import MusicSelection
import Synchronization
import TestPlayers
import TestSupport

@testable import MusicSession

/// A clock that goes on only where a test moves it.
final class MovedMusicClock: MusicClock {
    private let now: Mutex<Double>
    let utcOffsetSeconds: Int

    init(_ seconds: Double, utcOffsetSeconds: Int = 0) {
        now = Mutex(seconds)
        self.utcOffsetSeconds = utcOffsetSeconds
    }

    var unixSeconds: Double { now.withLock(\.self) }

    func pass(_ seconds: Double) { now.withLock { $0 += seconds } }
}

/// A heart whose intervals a test gives.
final class GivenHeart: MusicHeartSource {
    let session: UUID? = UUID()
    private let clock: MovedMusicClock
    private let last: Mutex<Double>
    private let isThere = Mutex(true)
    private let isPaced = Mutex(false)
    private let isExcluded = Mutex(false)
    private let intervalMs: @Sendable (Double) -> Double

    /// - Parameter intervalMs: at a time, s since 1970.
    init(_ clock: MovedMusicClock, _ intervalMs: @escaping @Sendable (Double) -> Double) {
        self.clock = clock
        self.intervalMs = intervalMs
        last = Mutex(clock.unixSeconds)
    }

    func go() { isThere.withLock { $0 = false } }
    func come() { isThere.withLock { $0 = true } }
    func setExcluded(_ isExcluded: Bool) { self.isExcluded.withLock { $0 = isExcluded } }
    func pace(_ isLed: Bool) { isPaced.withLock { $0 = isLed } }

    func drainBeats() -> [ReceivedBeat] {
        let now = clock.unixSeconds
        let (isThere, isPaced) = (isThere.withLock(\.self), isPaced.withLock(\.self))
        let isExcluded = isExcluded.withLock(\.self)
        return last.withLock { last in
            var beats: [ReceivedBeat] = []
            while true {
                let interval = intervalMs(last)
                guard last + interval / 1000 <= now else { break }
                last += interval / 1000
                beats.append(
                    ReceivedBeat(
                        timeSeconds: last, intervalMs: interval, isValid: true,
                        isPaced: isPaced, isExcluded: isExcluded))
            }
            return isThere ? beats : []
        }
    }

    func drainNotices() -> [String] { [] }
    func close() {}
}

/// A library, a player and a heart on one clock.
final class Evening {
    /// 2026-11-24 18:00 UTC, a Tuesday.
    static let begin = 1_795_543_200.0

    let folder: TemporaryFolder
    let clock: MovedMusicClock
    let store: MusicStore
    let player: FakePlayer
    let heart: GivenHeart?
    let run: MusicRun
    private let pump: Task<Void, Never>

    /// - Parameter songs: tempo, energy and artist of each; their lengths are 180 s and more.
    init(
        songs: [(bpm: Double, energy: Double, artist: String)],
        missingAtPlayer: Set<Int> = [], options: MusicRunOptions = MusicRunOptions(),
        settings: MusicSettings = MusicSettings(),
        intervalMs: (@Sendable (Double) -> Double)? = nil
    ) throws {
        folder = try TemporaryFolder()
        clock = MovedMusicClock(Self.begin)
        store = try MusicStore.open(path: folder.path + "/music.sqlite")
        try store.save(settings)
        let database = try DatabaseQueue(path: store.path)
        var lengths: [String: Double] = [:]
        try database.write { db in
            for (index, song) in songs.enumerated() {
                let (number, path) = (index + 1, "/songs/\(index + 1).flac")
                let length = 180 + Double(10 * (index % 5))
                try db.execute(
                    sql: """
                        INSERT INTO song (id, audio_key, added_ms, duration_s, codec,
                            sample_rate_hz, n_channels, features_version, bpm, tempo_confidence,
                            rivals, energy, missing)
                        VALUES (?, ?, 0, ?, 'flac', 44100, 2, 1, ?, 0.9, '[]', ?, '{}')
                        """,
                    arguments: [number, "\(number)", length, song.bpm, song.energy])
                try db.execute(
                    sql: """
                        INSERT INTO song_file
                            (path, song, size, modified_ns, title, artist, genres)
                        VALUES (?, ?, 1, 1, ?, ?, '[]')
                        """,
                    arguments: [Data(path.utf8), number, "Song \(number)", song.artist])
                if !missingAtPlayer.contains(number) { lengths[path] = length }
            }
        }
        player = FakePlayer(lengths)
        heart = intervalMs.map { [clock] in GivenHeart(clock, $0) }
        let run = try MusicRun(
            store: store, player: player, heart: heart, clock: clock, options: options)
        self.run = run
        let events = player.events()
        pump = Task { for await event in events { await run.handle(event) } }
    }

    deinit { pump.cancel() }

    /// Songs of many tempos by many artists.
    static func songs(_ count: Int, seed: UInt64) -> [(bpm: Double, energy: Double, artist: String)]
    {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { index in
            (
                Double.random(in: 55...180, using: &random),
                Double.random(in: 0...1, using: &random), "Artist \(index % 7)"
            )
        }
    }

    /// Waits until all that the player reported is taken. Its status comes last of all, and is never twice the same.
    func settle() async {
        while await run.snapshot.player != player.status { await Task.yield() }
    }

    /// Lets time pass, second by second.
    func pass(_ seconds: Int) async {
        for _ in 0..<seconds {
            clock.pass(1)
            player.advance(1)
            await settle()
            await run.step()
            await settle()
        }
    }
}
