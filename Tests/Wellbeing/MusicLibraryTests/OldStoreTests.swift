import Foundation
import GRDB
import MusicSelection
import TestSupport
import Testing

@testable import MusicLibrary

/// A library that version 0.1.0 wrote, by `.dump` of its file: four songs, two imported plays, a playlist, a thumb, a mood of
/// 4, a context, and a rest of 55.
@Suite struct OldStoreTests {
    private let folder: TemporaryFolder
    private let store: MusicStore

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path + "/music.sqlite"
        let dump = try String(
            contentsOfFile: Repository.path(
                "Tests/Wellbeing/MusicLibraryTests/Stores/version-3.sql"), encoding: .utf8)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.write { db in
            try db.execute(sql: "PRAGMA application_id = 1381190997")
            try db.execute(sql: dump)
        }
        try database.close()
        store = try MusicStore.open(path: path)
    }

    @Test func whatWasStoredIsThere() throws {
        let songs = try store.songs()
        #expect(songs.map(\.tags.title) == ["One", "One", "Three", "Two"])
        #expect(songs.allSatisfy { $0.durationSeconds == 4 && $0.fileCount == 1 })
        #expect(try store.playlists().map(\.name) == ["L"])
        #expect(try store.settings() == MusicSettings([.rest: 55]))
        #expect(try store.manualContext()?.context == .work)
        #expect(try store.songFacts().filter(\.isBlocked).count == 1)
        #expect(try store.plays().count == 2 && store.listenings().count == 2)
        #expect(try store.plays().allSatisfy { $0.facts.outcome == .finished })
        #expect(try store.songFacts().compactMap(\.effects.overall).map(\.count) == [1, 1])
        let (facts, listenings) = try (store.songFacts(), store.listenings())
        try store.relearnAll()
        #expect(try store.songFacts() == facts && store.listenings() == listenings)
    }

    /// 20:01 UTC and 7:07 UTC by clocks of UTC.
    @Test func playsOfBeforeHaveTheirPartOfTheDay() throws {
        #expect(try store.plays().map(\.dayPart) == [.morning, .evening])
        let counts = try store.dayPartEffects().values.map { $0.mapValues(\.overall?.count) }
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
