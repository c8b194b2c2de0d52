import Foundation
import PhysioTypes
import ResonanceBreathing
import Testing

struct CoherenceTimelineTests {
    /// Four minutes that follow the breath for two, and then another rhythm.
    private static let breathing = PacedHeart.breaths(seconds: 260) { _ in 5.5 }
    private static let nn = PacedHeart.intervals(seconds: 240) { time in
        70 + (time < 120 ? 5 : 1) * sin(2 * .pi * 5.5 / 60 * time) + 2 * sin(2 * .pi * 0.13 * time)
    }

    /// Each line is what the scores of the beats until then are, computed from the series itself.
    @Test func everyLineIsTheScoreOfTheBeatsUntilThen() throws {
        let lines = CoherenceTimeline.lines(
            of: Self.nn, breaths: Self.breathing.breaths, scores: CoherenceScore.allCases,
            stepSeconds: 20)
        #expect(lines.map(\.timeSeconds) == (1...11).map { 20 * Double($0) })
        for line in lines {
            let count = Self.nn.endTimesSeconds.count { $0 <= line.timeSeconds }
            let part = Self.nn.slice(
                0..<count, startSeconds: 0, endSeconds: Self.nn.endTimesSeconds[count - 1])
            for (value, score) in zip(line.values, CoherenceScore.allCases) {
                let expected = score.value(of: part, breathing: Self.breathing)
                #expect(value.score == score)
                #expect((value.value == nil) == (expected.value == nil), "\(score)")
                if let found = value.value, let exact = expected.value {
                    #expect(abs(found - exact) < 1e-9 * max(1, abs(exact)), "\(score)")
                }
            }
        }
    }

    @Test func silenceHasNoValue() {
        let before = PacedHeart.beats(from: 0, to: 60) { _ in 70 }
        let after = PacedHeart.beats(from: 75, to: 100) { _ in 70 }
        let nn = NNSeries(
            intervalsMs: before.intervalsMs + after.intervalsMs,
            endTimesSeconds: before.endTimesSeconds + after.endTimesSeconds,
            isAdjacentToPrevious: (before.intervalsMs.indices).map { $0 > 0 }
                + after.intervalsMs.indices.map { $0 > 0 }, startSeconds: 0, endSeconds: 100)
        let lines = CoherenceTimeline.lines(
            of: nn, breaths: Self.breathing.breaths, scores: [.reference], stepSeconds: 1)
        let silent = lines.filter {
            $0.values[0].reason == .notMeasured("no beat in the last 3 s")
        }.map(\.timeSeconds)
        #expect(silent == (63...75).map(Double.init))
    }

    @Test func noBeatsHaveNoLine() {
        #expect(
            CoherenceTimeline.lines(
                of: NNSeries(intervalsMs: []), breaths: [], scores: [.harmonic], stepSeconds: 5
            ).isEmpty)
    }
}
