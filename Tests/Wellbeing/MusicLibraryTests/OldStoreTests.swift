import Foundation
import GRDB
import MusicSelection
import TestSupport
import Testing

@testable import MusicLibrary

/// Opens a library that version 0.1.0 wrote, by `.dump` of its file: four songs, two imported plays, a playlist, a thumb, a
/// mood of 4, a context, and a rest of 55.
///
/// - Parameter change: what becomes of the old file before it is opened.
private func openOldStore(
    in folder: TemporaryFolder, change: (Database) throws -> Void = { _ in }
) throws -> MusicStore {
    let path = folder.path + "/music.sqlite"
    let dump = try String(
        contentsOfFile: Repository.path("Tests/Wellbeing/MusicLibraryTests/Stores/version-3.sql"),
        encoding: .utf8)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.write { db in
        try db.execute(sql: "PRAGMA application_id = 1381190997")
        try db.execute(sql: dump)
        try change(db)
    }
    try database.close()
    return try MusicStore.open(path: path)
}

@Suite struct OldStoreTests {
    private let folder: TemporaryFolder
    private let store: MusicStore

    init() throws {
        folder = try TemporaryFolder()
        store = try openOldStore(in: folder)
    }

    @Test func whatWasStoredIsThere() throws {
        let songs = try store.songs()
        #expect(songs.map(\.tags.title) == ["One", "One", "Three", "Two"])
        #expect(songs.allSatisfy { $0.durationSeconds == 4 && $0.fileCount == 1 })
        #expect(try store.playlists().map(\.name) == ["L"])
        #expect(try store.settings() == MusicSettings([.restBpm: 55]))
        #expect(try store.manualContext()?.context == .work)
        #expect(try store.songFacts().filter(\.isBlocked).count == 1)
        #expect(try store.plays().count == 2 && store.listenings().count == 2)
        #expect(try store.plays().allSatisfy { $0.facts.outcome == .finished })
        #expect(try store.songFacts().compactMap(\.effects.overallEffect).map(\.count) == [1, 1])
        let (facts, listenings) = try (store.songFacts(), store.listenings())
        try store.relearnAll()
        #expect(try store.songFacts() == facts && store.listenings() == listenings)
    }

    /// 20:01 UTC and 7:07 UTC by clocks of UTC.
    @Test func playsOfBeforeHaveTheirPartOfTheDay() throws {
        #expect(try store.plays().map(\.dayPart) == [.morning, .evening])
        let counts = try store.dayPartEffects().values.map { $0.mapValues(\.overallEffect?.count) }
        #expect(Set(counts) == [[.morning: 1], [.evening: 1]])
        // It is learnt once, not at every opening.
        #expect(
            try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM setting") } == 2)
    }

    /// The one number of before counted for both.
    @Test func aMoodOfBeforeIsMoodAndEnergy() throws {
        let moods = try store.moods(sinceMs: 0)
        #expect(moods.map(\.mood) == [0.75] && moods.map(\.energy) == [0.75])
        let time = try #require(moods.first).timeSeconds
        try store.save(MoodEntry(timeSeconds: time + 1, energy: 0))
        let current = MoodEntry.current(try store.moods(sinceMs: 0), atSeconds: time + 2)
        #expect(current.mood == 0.75 && current.energy == 0)
    }
}

/// Imported plays that earlier versions took for skips, since their times were whole minutes.
@Suite struct FalseSkipTests {
    /// A day at 20:00 UTC, in ms.
    private static let evening: Int64 = 1_790_000_040_000 / 60_000 * 60_000

    /// Rows of version 3: an imported time of listening of three songs of 240 s each, cut by the next after so many seconds.
    private static func store(
        source: String, heardSeconds: [Int64], offsetMs: Int64 = 0
    ) throws -> (TemporaryFolder, MusicStore) {
        let folder = try TemporaryFolder()
        let store = try openOldStore(in: folder) { db in
            try db.execute(sql: "DELETE FROM play; DELETE FROM listening; DELETE FROM effect")
            try db.execute(sql: "UPDATE song SET duration_s = 240, n_plays = 0, n_skips = 0")
            let song = try Int64.fetchOne(db, sql: "SELECT min(id) FROM song") ?? 0
            var start = evening + offsetMs
            try db.execute(
                sql: """
                    INSERT INTO listening (id, started_ms, ended_ms, utc_offset_s, source)
                    VALUES (1, ?, ?, 0, ?)
                    """, arguments: [start, start + 900_000, source])
            for heard in heardSeconds {
                let share = Double(heard) / 240
                try db.execute(
                    sql: """
                        INSERT INTO play (listening, song, started_ms, ended_ms, heard_s,
                            heard_share, outcome, context, is_paced)
                        VALUES (1, ?, ?, ?, ?, ?, ?, 'unknown', 0)
                        """,
                    arguments: [
                        song, start, start + 1000 * heard, heard, share,
                        share < 0.9 ? "person" : "finished",
                    ])
                start += 1000 * heard
            }
        }
        return (folder, store)
    }

    /// 180 s of 240 may be the whole song by clocks of minutes, 120 s is not.
    @Test(arguments: ["last.fm", "listenbrainz"]) func aMinuteThatIsMissingIsNoSkip(
        _ source: String
    )
        throws
    {
        let (folder, store) = try Self.store(source: source, heardSeconds: [180, 120, 240])
        let plays = try store.plays().reversed().map(\.facts)
        #expect(plays.map(\.outcome) == [.finished, .person, .finished])
        #expect(plays.map(\.playedSeconds) == [240, 120, 240])
        #expect(plays[0].endSeconds - plays[0].startSeconds == 240)
        // What was learnt of them is learnt anew.
        #expect(try store.songFacts().map(\.skipCount).max() == 1)
        withExtendedLifetime(folder) {}
    }

    @Test func otherSkipsStay() throws {
        // Seconds that are stated, and plays of this program.
        for (source, offsetMs) in [("last.fm", Int64(17_000)), ("mpd", 0)] {
            let (folder, store) = try Self.store(
                source: source, heardSeconds: [180, 120, 240], offsetMs: offsetMs)
            #expect(
                try store.plays().reversed().map(\.facts.outcome) == [
                    .person, .person, .finished,
                ])
            withExtendedLifetime(folder) {}
        }
    }
}
