import Foundation
import MusicSelection
import TestSupport
import Testing

@testable import MusicLibrary

/// Plays of other programs in the log.
@Suite struct BackfillTests {
    private let library: TestLibrary
    private let store: MusicStore
    private let songs: [Int64]

    /// Four songs; the third and the fourth are two recordings of one name and one length.
    init() throws {
        library = try TestLibrary()
        for number in 1...4 { try library.write("song \(number).wav", TestWAV.song(number)) }
        try library.scan()
        store = try library.open()
        songs = try store.songs().map(\.id)
        let tags: [(String, String, String?, Double)] = [
            ("Björk", "Jóga", "abc", 240), ("Nils Frahm", "Says", nil, 500),
            ("A", "T", nil, 200), ("A", "T", nil, 203),
        ]
        try store.write { db in
            for (song, tag) in zip(songs, tags) {
                try db.execute(
                    sql: """
                        UPDATE song_file SET artist = ?, title = ?, recording_mbid = ?
                        WHERE song = ?
                        """, arguments: [tag.0, tag.1, tag.2, song])
                try db.execute(
                    sql: "UPDATE song SET duration_s = ? WHERE id = ?", arguments: [tag.3, song])
            }
        }
    }

    /// 2026-11-24 20:00 UTC.
    private static let evening = 1_795_550_400.0

    private func heard(
        _ artist: String, _ title: String, at seconds: Double, mbid: String? = nil,
        length: Double? = nil
    ) -> ReportedPlay {
        ReportedPlay(
            startMs: Int64(1000 * (Self.evening + seconds)), artist: artist, title: title,
            recordingID: mbid, lengthSeconds: length)
    }

    private func history(
        _ heard: ReportedPlay..., source: PlayHistory.Source = .lastFM
    ) -> PlayHistory {
        PlayHistory(
            source, heard.map { ($0.startMs, $0) }, nowMs: Int64(1000 * (Self.evening + 864_000)))
    }

    private func joga(at seconds: Double) -> ReportedPlay { heard("Bjork", "joga!", at: seconds) }

    private func says(at seconds: Double) -> ReportedPlay {
        heard("Nils Frahm", "Says", at: seconds)
    }

    // MARK: Which plays

    @Test func everyPlayIsInOneOfTheCounts() throws {
        let report = try store.importHistory(
            history(
                joga(at: 0), heard("x", "y", at: 400, mbid: "abc"), heard("A", "T", at: 700),
                heard("A", "T", at: 1000), heard("Nobody", "Knows", at: 1300),
                heard("Björk", "Jóga", at: 1600, length: 300), says(at: 2000), says(at: 2000)))
        #expect(report.source == .lastFM)
        #expect(report.newCount == 3 && report.knownCount == 0)
        #expect(report.ambiguousCount == 2 && report.unmatchedCount == 2)
        #expect(report.ambiguous == [.init(artist: "A", title: "T", count: 2)])
        // The one of 300 s is no song of 240 s.
        #expect(
            report.unmatchedSongs == [
                .init(artist: "Björk", title: "Jóga", count: 1),
                .init(artist: "Nobody", title: "Knows", count: 1),
            ])
        #expect(report.errors == [.doubled: 1])
        #expect(
            try store.plays().reversed().map(\.facts.songID) == [songs[0], songs[0], songs[1]])
    }

    /// A song that is not known ends the one before, too.
    @Test func aPlayLastsUntilTheNextOne() throws {
        let report = try store.importHistory(
            history(
                joga(at: 0), heard("Nobody", "Knows", at: 120), joga(at: 400), says(at: 616),
                joga(at: 5000)))
        let plays = try store.plays().reversed().map(\.facts)
        // 120 of 240 s are a skip; 216 of 240 s are 90 %, and none; the others are whole.
        #expect(plays.map(\.playedSeconds) == [120, 216, 500, 240])
        #expect(plays.map(\.playedShare) == [0.5, 0.9, 1, 1])
        #expect(plays.map(\.outcome) == [.person, .finished, .finished, .finished])
        #expect(plays.map(\.endSeconds).map { $0 - Self.evening } == [120, 616, 1116, 5240])
        #expect(report.skipCount == 1)
        // The pause of more than half an hour parts.
        #expect(try store.listenings().map(\.playCount) == [1, 3])
        #expect(try store.listenings().allSatisfy { $0.source == "last.fm" })
    }

    /// 60 songs one after another, each heard in full, in a file that drops the seconds: no gap is a skip. What is shorter
    /// by more than a minute is one, and seconds that are stated count as before.
    @Test(arguments: [true, false]) func aMinuteShowsNoSkipOfLessThanAMinute(_ isLastFM: Bool)
        throws
    {
        var random = SplitMix64(seed: 7)
        var starts: [(seconds: Int, title: String)] = []
        var seconds = Int(Self.evening) + 17
        for _ in 0..<60 {
            let isShort = Bool.random(using: &random)
            starts.append((seconds, isShort ? "Jóga" : "Says"))
            seconds += isShort ? 240 : 500
        }
        // 240 s after 170 of 240 s, and 500 s after 170 of 500 s.
        starts += [(seconds, "Jóga"), (seconds + 170, "Says"), (seconds + 340, "Jóga")]
        func text(step: Int) -> String {
            starts.map { start in
                let artist = start.title == "Says" ? "Nils Frahm" : "Björk"
                let moment = start.seconds / step * step
                return isLastFM
                    ? "\(moment),\(artist),\(start.title)"
                    : #"{"listened_at": \#(moment), "track_metadata": {"artist_name": "\#(artist)", "track_name": "\#(start.title)"}}"#
            }.joined(separator: "\n")
        }
        let header = isLastFM ? "uts,artist,track\n" : ""
        let now = Int64(1000 * (Self.evening + 864_000))
        let minutes = try PlayHistoryFile.read(Data((header + text(step: 60)).utf8), nowMs: now)
        var report = try store.importHistory(minutes)
        #expect(report.newCount == 63 && report.skipCount == 1)
        let plays = try store.plays().reversed().map(\.facts)
        #expect(plays.prefix(61).allSatisfy { $0.playedShare == 1 && $0.outcome == .finished })
        #expect(plays[61].isSkip && !plays[62].isSkip)
        try store.deletePlays()
        let exact = try PlayHistoryFile.read(Data((header + text(step: 1)).utf8), nowMs: now)
        report = try store.importHistory(exact)
        #expect(report.newCount == 63 && report.skipCount == 2)
    }

    /// A file of minutes and one of seconds together: each play by its own.
    @Test func partsByMinutesStayParts() throws {
        let parts = [history(joga(at: 0), says(at: 180)), history(joga(at: 7201), says(at: 7381))]
        let report = try store.importHistory(PlayHistory.merged(parts)[0])
        #expect(report.newCount == 4 && report.skipCount == 1)
        #expect(try store.plays().reversed().map(\.facts.isSkip) == [false, false, true, false])
    }

    @Test func aPlayWithoutTimeIsNone() throws {
        let report = try store.importHistory(history(joga(at: 0), says(at: 0)))
        // Both begin at once: nothing is left of the first by name.
        #expect(report.zeroLengthCount == 1 && report.newCount == 1)
        #expect(try store.plays().map(\.facts.songID) == [songs[1]])
    }

    @Test func importingTwiceChangesNothing() throws {
        let history = history(joga(at: 0), says(at: 200), joga(at: 900))
        try store.importHistory(history)
        let (plays, facts, listenings) = try (
            store.plays(), store.songFacts(), store.listenings()
        )
        let again = try store.importHistory(history)
        #expect(again.newCount == 0 && again.knownCount == 3)
        #expect(try store.plays() == plays && store.songFacts() == facts)
        #expect(try store.listenings() == listenings)
    }

    /// One program reported it as it happened, and another one keeps a history: the clocks differ by 4 s.
    @Test func aKnownPlayIsNotImportedAgain() throws {
        let start = Self.evening + 4
        try store.save(
            [
                StoredPlay(
                    facts: PlayFacts(
                        songID: songs[0], startSeconds: start, endSeconds: start + 240,
                        playedSeconds: 240, playedShare: 1, outcome: .finished))
            ], utcOffsetSeconds: 0)
        let report = try store.importHistory(history(joga(at: 0), says(at: 250)))
        #expect(report.knownCount == 1 && report.newCount == 1)
        #expect(try store.songFacts()[0].playCount == 1)
        let other = try store.importHistory(
            history(says(at: 255), source: .listenBrainz))
        #expect(other.knownCount == 1 && other.newCount == 0)
    }

    @Test func partsOfAnExportAreOneHistory() throws {
        let parts = [
            history(joga(at: 0), says(at: 100)), history(joga(at: 0), source: .listenBrainz),
            history(says(at: 100), joga(at: 300)),
        ]
        let merged = PlayHistory.merged(parts)
        #expect(merged.map(\.source) == [.lastFM, .listenBrainz])
        #expect(merged[0] == history(joga(at: 0), says(at: 100), says(at: 100), joga(at: 300)))
        #expect(merged[0].errors == [.doubled: 1] && merged[0].reportedPlays.count == 3)
    }

    /// Plays that differ in little have one order, whatever the order of the rows.
    @Test func theOrderOfAHistoryIsOne() {
        var all: [ReportedPlay] = []
        for (album, mbid) in [(nil, nil), ("", nil), ("B", nil), ("B", "a"), ("B", "b")]
            as [(String?, String?)]
        {
            for length in [nil, 100, 200] as [Double?] {
                var song = joga(at: 0)
                (song.album, song.recordingID, song.lengthSeconds) = (album, mbid, length)
                all.append(song)
            }
        }
        var random = SplitMix64(seed: 5)
        for _ in 0..<20 {
            let rows = all.shuffled(using: &random).map { ($0.startMs, $0) }
            #expect(
                PlayHistory(.lastFM, rows, nowMs: Int64(1000 * (Self.evening + 1))).reportedPlays
                    == all)
        }
    }

    // MARK: What is learnt

    /// 20:00 UTC is 22 h in Athens in winter, and before sleep; in Berlin it is 21 h, and 8 h far west, of which the clock
    /// says nothing; two hours farther it is 6 h.
    @Test(arguments: [
        (7200, MusicContext.preSleep), (3600, .unknown), (-43_200, .unknown), (-50_400, .morning),
    ])
    func theContextIsByTheClockAlone(offset: Int, context: MusicContext) throws {
        try store.importHistory(
            history(joga(at: 0)), HistoryImportDependencies(utcOffsetSeconds: { _ in offset }))
        #expect(try store.plays().map(\.facts.context) == [context])
        #expect(try store.listenings().map(\.utcOffsetSeconds) == [offset])
    }

    @Test func learningAnewGivesTheSame() throws {
        var random = SplitMix64(seed: 11)
        var heard: [ReportedPlay] = []
        var seconds = 0.0
        for _ in 0..<80 {
            heard.append(Bool.random(using: &random) ? joga(at: seconds) : says(at: seconds))
            seconds += Double.random(in: 20...4000, using: &random).rounded()
        }
        let all = PlayHistory(
            .lastFM, heard.map { ($0.startMs, $0) }, nowMs: Int64(1000 * (Self.evening + 1e6)))
        let samples = (0..<40_000).map { number in
            HeartRateSample(
                timeSeconds: Self.evening - 400 + 10 * Double(number),
                bpm: Double.random(in: 60...90, using: &random))
        }
        try store.importHistory(
            all,
            HistoryImportDependencies(
                heartData: { span in
                    [HistoryHeartData(heartRates: samples.filter { span.contains($0.timeSeconds) })]
                }, sleep: { _ in 0.7 }))
        let (facts, listenings) = try (store.songFacts(), store.listenings())
        #expect(facts.contains { ($0.effects.overallEffect?.heartRate.count ?? 0) > 5 })
        try store.relearnAll()
        for (now, before) in try zip(store.songFacts(), facts) {
            #expect(now == before)
            for (a, b) in [
                (now.effects.overallEffect?.calm, before.effects.overallEffect?.calm),
                (now.effects.overallEffect?.energy, before.effects.overallEffect?.energy),
            ] { #expect(abs((a ?? 0) - (b ?? 0)) <= 1e-12) }
        }
        #expect(try store.listenings() == listenings)
    }

    /// 6 h with a fifth of deep and REM sleep are .7 6/8 + .3 .5 = .675: the night is asked for at the end of the plays.
    @Test func theNextNightCounts() throws {
        var asked: [Double] = []
        let surroundings = HistoryImportDependencies(sleep: { end in
            asked.append(end - Self.evening)
            return end > Self.evening + 3000
                ? nil : ListeningQuality.sleep(hoursAsleep: 6, deepAndREMShare: 0.2)
        })
        try store.importHistory(history(joga(at: 0), joga(at: 300), joga(at: 9000)), surroundings)
        #expect(asked == [540, 9240])
        let listenings = try store.listenings()
        #expect(listenings[0].sleep == nil)
        #expect(abs((listenings[1].sleep ?? 0) - 0.675) < 1e-12)
        // .25 + .30 .5 + .25 + .20 sleep, which counts .5 where it is unknown.
        #expect(abs((listenings[0].quality ?? 0) - 0.75) < 1e-12)
        #expect(abs((listenings[1].quality ?? 0) - 0.785) < 1e-12)
    }

    // MARK: The heart

    private func rates(_ pairs: (Double, Double)...) -> [HeartRateSample] {
        pairs.map { HeartRateSample(timeSeconds: Self.evening + $0.0, bpm: $0.1) }
    }

    private func hrv(_ pairs: (Double, Double)...) -> [HRVSample] {
        pairs.map { HRVSample(timeSeconds: Self.evening + $0.0, valueMs: $0.1) }
    }

    /// The play of "Jóga" from 0 to 240 s, with these hearts beside it.
    private func play(_ hearts: HistoryHeartData...) throws -> StoredPlay {
        var span: ClosedRange<Double>?
        try store.importHistory(
            history(joga(at: 0)),
            HistoryImportDependencies(heartData: {
                span = $0
                return hearts
            }))
        #expect(span == Self.evening - 300...Self.evening + 540)
        return try #require(try store.plays().first)
    }

    @Test func denseSamplesAreMeansBeforeTheEnds() throws {
        let session = UUID()
        let play = try play(
            HistoryHeartData(
                session: session,
                heartRates: rates(
                    (-30, 999), (-29, 80), (-10, 82), (0, 84), (1, 50), (210, 999), (215, 70),
                    (240, 71), (241, 50)), hrv: hrv((-119, 40), (0, 44), (130, 50), (240, 56))))
        #expect(play.facts.startBpm == 82 && play.facts.endBpm == 70.5)
        #expect(play.facts.startSDNNMs == 42 && play.facts.endSDNNMs == 53)
        #expect(play.breathingSessionID == session && !play.facts.isPaced)
    }

    /// A watch has a sample every few minutes: the nearest counts, and none counts for both ends.
    @Test func rareSamplesCountWithinFiveMinutes() throws {
        let play = try play(
            HistoryHeartData(
                heartRates: rates((-290, 80), (-200, 81), (110, 70), (500, 75), (541, 1))))
        #expect(play.facts.startBpm == 70 && play.facts.endBpm == 75)
        #expect(play.facts.startSDNNMs == nil && play.breathingSessionID == nil)
    }

    @Test func oneSampleIsNoChange() throws {
        let play = try play(HistoryHeartData(heartRates: rates((119, 80))))
        #expect(play.facts.startBpm == 80 && play.facts.endBpm == nil)
        #expect(play.facts.heartRateChange == nil)
    }

    @Test func whatIsFartherAwayDoesNotCount() throws {
        let play = try play(
            HistoryHeartData(heartRates: rates((-301, 80), (541, 75)), hrv: hrv((-301, 40))))
        #expect(play.facts.startBpm == nil && play.facts.endBpm == nil)
        #expect(play.facts.startSDNNMs == nil)
    }

    /// Values of one play are of one source; the one with both ends goes first.
    @Test func aPlayHasOneSourceOfHearts() throws {
        let (first, second) = (UUID(), UUID())
        let play = try play(
            HistoryHeartData(
                session: first, heartRates: rates((0, 80)), hrv: hrv((0, 40), (240, 41))),
            HistoryHeartData(session: second, heartRates: rates((0, 90), (240, 95))))
        #expect(play.facts.startBpm == 90 && play.facts.startSDNNMs == nil)
        #expect(play.breathingSessionID == second)
    }

    @Test(arguments: [(-500.0, -121.0, false), (-500, -119, true), (239, 800, true)])
    func aPacedHeartTeachesNothing(first: Double, last: Double, isPaced: Bool) throws {
        let play = try play(
            HistoryHeartData(
                session: UUID(), heartRates: rates((0, 90), (240, 95)),
                pacedSpan: Self.evening + first...Self.evening + last))
        #expect(play.facts.isPaced == isPaced)
        #expect((play.facts.startBpm == nil) == isPaced)
        #expect((play.breathingSessionID == nil) == isPaced)
    }

    /// Its values show what the heart was; no change is learnt from them.
    @Test func aShortPlayHasAHeartAndTeachesNoChange() throws {
        let heart = HistoryHeartData(heartRates: rates((0, 80), (100, 70)))
        let report = try store.importHistory(
            history(joga(at: 0), says(at: 119)),
            HistoryImportDependencies(heartData: { _ in [heart] })
        )
        #expect(try store.plays().map(\.facts.startBpm) == [70, 80])
        #expect(try store.plays().map(\.facts.endBpm) == [nil, 70])
        #expect(try store.plays().allSatisfy { $0.facts.heartRateChange == nil })
        #expect(report.heartRatePlayCount == 0)
        #expect(try store.listenings().map(\.startBpm) == [80])
    }

    /// A store that fails keeps nothing.
    @Test func whatTheSurroundingsThrowEndsTheImport() throws {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try store.importHistory(
                history(joga(at: 0)), HistoryImportDependencies(heartData: { _ in throw Failure() })
            )
        }
        #expect(try store.plays().isEmpty)
    }
}
