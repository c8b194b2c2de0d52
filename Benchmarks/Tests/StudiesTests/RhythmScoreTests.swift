import BeatCorrection
@testable import RecordingFiles
@testable import Studies
import Testing

@Suite struct RhythmScoreTests {
    /// Beats every 100 samples at 125 Hz, but for the one at `early`, which comes 30 sooner.
    private static func record(
        _ symbols: String, early: Int? = nil, rhythms: [(Int, String)] = []
    ) -> RhythmRecord {
        let beats = symbols.enumerated().map { index, symbol in
            AnnotatedBeats.Beat(
                sample: 50 + 100 * index - (index == early ? 30 : 0), symbol: symbol)
        }
        let annotated = AnnotatedBeats(
            sampleRateHz: 125, beats: beats,
            rhythms: rhythms.map { .init(sample: 50 + 100 * $0.0, name: $0.1) })
        return RhythmRecord(database: "made", name: "up", annotated, isAllFibrillation: false)
    }

    private static func untouched(_ record: RhythmRecord, but indices: Set<Int> = []) -> PeerOutcome
    {
        .intervals(
            record.intervalsMs, isRetained: record.intervalsMs.indices.map { !indices.contains($0) }
        )
    }

    @Test func beatsAreCountedByTheirClass() throws {
        let record = Self.record("NNNVNNNQNNNNANNN", early: 3)
        #expect(record.intervalsMs.prefix(4) == [800, 800, 560, 1_040])
        let score = try #require(RhythmScore(record, peer: Self.untouched(record)))
        #expect(score.ectopicCount == 2 && score.foundCount == 0)
        // 1, 5, 9, 10, 14: the others are neighbours of V, Q or A, or at the ends.
        #expect(score.normalCount == 5 && score.touchedCount == 0 && score.otherCount == 14)
    }

    @Test func anIntervalTouchesBothItsBeats() throws {
        let record = Self.record("NNNVNNNNNN", early: 3)
        // Interval 3 follows V; interval 7 lies between the normal beats 7 and 8.
        let score = try #require(
            RhythmScore(record, peer: Self.untouched(record, but: [3, 7])))
        #expect(score.foundCount == 1 && score.touchedCount == 2)
    }

    @Test func truthIsOfIntervalsBetweenNormalBeatsOnly() throws {
        let record = Self.record("NNNVNNNNNN", early: 3)
        let score = try #require(RhythmScore(record, peer: Self.untouched(record)))
        #expect(score.trueMs.rmssd == 0 && score.trueMs.sdnn == 0)
        // Of nine intervals 560 and 1,040: differences 240, 480, 240 among eight, (2 240^2 +
        // 480^2) / 8.
        let expected = 43_200.0.squareRoot()
        #expect(abs((score.rawMs.rmssd ?? 0) - expected) < 1e-9)
        #expect(score.resultMs.rmssd == score.rawMs.rmssd)
    }

    @Test func fibrillationIsCountedSeparately() throws {
        let record = Self.record(
            "NNNNNNVNNNNN", early: 6, rhythms: [(0, "(N"), (4, "(AFIB"), (8, "(N")])
        let score = try #require(RhythmScore(record, peer: Self.untouched(record)))
        #expect(score.fibrillatingCount == 4 && score.otherCount == 6)
        #expect(score.ectopicCount == 0)
        // Beats 1 to 3 and 8 to 11 end intervals outside: no difference crosses.
        #expect(score.resultMs.rmssd == 0)
        #expect((score.rawMs.rmssd ?? 0) > 100)
    }

    @Test func whatDidNotFinishHasNoScore() {
        #expect(RhythmScore(Self.record("NNNN"), peer: .unfinished) == nil)
    }

    @Test func beatsAtOneTimeAreOne() {
        let annotated = AnnotatedBeats(
            sampleRateHz: 125,
            beats: [0, 100, 100, 200].map { .init(sample: $0, symbol: "N") }, rhythms: [])
        let record = RhythmRecord(database: "made", name: "up", annotated, isAllFibrillation: true)
        #expect(record.intervalsMs == [800, 800] && record.isFibrillation == [true, true, true])
        #expect(record.numbersForPeers == [8, 2, 800, 800])
    }

    @Test func ourRulesAreScoredLikeOthers() {
        let record = Self.record("NNNNNNNNVNNNNNNNNNNN", early: 8)
        let score = RhythmScore(record, by: LipponenRule())
        #expect(score.foundCount == 1 && score.touchedCount == 0)
        #expect(score.resultMs.rmssd == 0 && score.otherIrregularCount == 0)
    }
}
