import PhysioTypes
import Testing

@testable import ResonanceBreathing

@Suite struct SteadyBreathingTests {
    private static func beats(_ ends: [Double]) -> NNSeries {
        NNSeries(
            intervalsMs: ends.map { _ in 1000 }, endTimesSeconds: ends,
            isAdjacentToPrevious: ends.indices.map { $0 > 0 && ends[$0] - ends[$0 - 1] < 1.5 },
            startSeconds: ends[0] - 1, endSeconds: ends[ends.count - 1])
    }

    private static func times(_ count: Int, after start: Double = 0) -> [Double] {
        (1...count).map { start + Double($0) }
    }

    @Test func breathsFollowOneAnotherBesideBeats() {
        let beats = Self.beats(Self.times(120))
        let startTimes = SteadyBreathing.startTimes(
            periodSeconds: 10, offsetSeconds: -30, along: beats)
        let expected = (-3...12).map { 10 * Double($0) }
        #expect(startTimes == expected)
        let late = SteadyBreathing.startTimes(periodSeconds: 10, offsetSeconds: 500, along: beats)
        #expect(late.isEmpty)
    }

    /// A year between two beats: the breaths keep their phase, and are as many as the beats need.
    @Test func aYearWithoutBeatsHasNoBreaths() {
        let year = 366 * 86_400.0
        let beats = Self.beats(Self.times(60) + Self.times(60, after: year))
        let startTimes = SteadyBreathing.startTimes(
            periodSeconds: 10, offsetSeconds: 3, along: beats)
        #expect(startTimes.count < 50)
        #expect(startTimes.allSatisfy { ($0 - 3).truncatingRemainder(dividingBy: 10) == 0 })
        #expect(startTimes.contains { $0 > year - 250 && $0 < year - 230 })
        #expect(!startTimes.contains { $0 > 100 && $0 < year - 320 })
    }

    @Test func linesOfASilenceAreLeftOutWhereTheyOutnumberTheBeats() {
        let short = Self.beats(Self.times(60) + Self.times(60, after: 100))
        let long = Self.beats(Self.times(60) + Self.times(60, after: 100_000))
        func times(_ nn: NNSeries) -> [Double] {
            CoherenceTimeline.lines(of: nn, breaths: [], scores: [.harmonic], stepSeconds: 1)
                .map(\.timeSeconds)
        }
        #expect(times(short) == Self.times(160))
        // Three seconds after the last beat still have a line.
        let expected = Self.times(63) + Self.times(60, after: 100_000)
        #expect(times(long) == expected)
    }
}
