import Foundation
import MusicSelection
import TestSupport
import Testing

@testable import MusicLibrary

/// Counts of another program in the library.
@Suite struct CountTests {
    private let library: TestLibrary
    private let store: MusicStore
    private let songs: [Int64]

    /// 2026-11-24 20:00 UTC.
    private static let evening = 1_795_550_400

    init() throws {
        library = try TestLibrary()
        for number in 1...3 { try library.write("song \(number).wav", TestWAV.song(number)) }
        try library.scan()
        store = try library.open()
        songs = try store.songs().map(\.id)
        try store.write { try $0.execute(sql: "UPDATE song SET duration_s = 200") }
    }

    @discardableResult
    private func importCounts(_ counts: (Int, Int?, Int?)...) throws -> HistoryImportReport {
        try store.importPlayCounts(
            counts.map { song, count, seconds in
                SongPlayCount(
                    song: songs[song], playCount: count,
                    lastPlayedSeconds: seconds.map { Self.evening + $0 })
            }, nowMs: Int64(1000 * (Self.evening + 86_400)))
    }

    private func play(_ song: Int, at seconds: Double) -> StoredPlay {
        StoredPlay(
            facts: PlayFacts(
                songID: songs[song], startSeconds: Double(Self.evening) + seconds,
                endSeconds: Double(Self.evening) + seconds + 200, playedSeconds: 200,
                playedShare: 1,
                outcome: .finished))
    }

    private var playCounts: [Int] { get throws { try store.songFacts().map(\.playCount) } }

    @Test func countsMakeASongFamiliar() throws {
        let report = try importCounts((0, 7, 0), (1, nil, 1000), (2, 3, nil))
        #expect(report.newCount == 2 && report.undatedCount == 9 && report.skipCount == 0)
        #expect(try playCounts == [7, 1, 3])
        let facts = try store.songFacts()
        // 7/12 of 7 plays without a skip; the effect has learnt one play alone.
        #expect(abs(facts[0].familiarity - 7.0 / 12) < 1e-12)
        #expect(facts.map { $0.effects.overallEffect?.count } == [1, 1, nil])
        #expect(facts[0].lastPlayedSeconds == Double(Self.evening) + 200)
    }

    @Test func importingTwiceChangesNothing() throws {
        try importCounts((0, 7, 0), (1, nil, 1000), (2, 3, nil))
        let facts = try store.songFacts()
        let report = try importCounts((0, 7, 0), (1, nil, 1000), (2, 3, nil))
        #expect(report.newCount == 0 && report.knownCount == 2 && report.undatedCount == 0)
        #expect(try store.songFacts() == facts)
        try store.relearnAll()
        #expect(try store.songFacts() == facts)
        #expect(AdaptiveModel(try store.plays(), facts) == AdaptiveModel(try store.plays(), facts))
    }

    /// MPD counts what we play too: a play is not counted by both.
    @Test func whatWasSeenIsNotCountedAgain() throws {
        try importCounts((0, 5, -9000))
        try store.save([play(0, at: 0), play(0, at: 4000)], utcOffsetSeconds: 0)
        #expect(try playCounts[0] == 7)
        // One that MPD has counted at its start, in its middle or at its end.
        for moment in [4000, 4100, 4200, 4209] {
            let report = try importCounts((0, 7, moment))
            #expect(report.newCount == 0 && report.knownCount == 1 && report.undatedCount == 0)
            #expect(try playCounts[0] == 7)
        }
        // Played twice more elsewhere.
        let report = try importCounts((0, 9, 9000))
        #expect(report.newCount == 1 && report.undatedCount == 1)
        #expect(try playCounts[0] == 9)
        // A count that began anew takes nothing away.
        try importCounts((0, 1, 9000))
        #expect(try playCounts[0] == 9)
    }

    @Test func songsThatFollowEachOtherAreNoSkips() throws {
        // Ends of songs of 200 s, of which no one shortened the second.
        let report = try importCounts((0, 1, 0), (1, 1, 150), (2, 1, 300))
        #expect(report.newCount == 3 && report.skipCount == 0)
        #expect(try store.plays().allSatisfy { $0.facts.playedShare == 1 })
    }

    @Test func countsThatAreNone() throws {
        let far = 400 * 86_400
        let report = try importCounts((0, 0, 0), (1, Int.max, far), (2, 2, -Self.evening))
        #expect(report.newCount == 0 && report.errors == [.future: 1, .noTime: 1])
        #expect(try playCounts == [0, MusicStore.maxPlayCount, 2])
        try store.deletePlays()
        #expect(try playCounts == [0, 0, 0])
    }

    /// The lesson that a model learns from a play depends on how familiar the song was: also by
    /// plays without a time.
    @Test func theModelKnowsOfUntimedPlays() throws {
        try importCounts((0, 41, nil))
        var model = AdaptiveModel()
        let before = try #require(try store.songFacts().first)
        let first = play(0, at: 0)
        model.learn(first.facts, PlayFeatures(before, first.facts))
        try store.save([first], utcOffsetSeconds: 0)
        #expect(AdaptiveModel(try store.plays(), try store.songFacts()) == model)
    }
}
