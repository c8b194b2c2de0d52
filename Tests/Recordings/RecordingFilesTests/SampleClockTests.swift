import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct SampleClockTests {
    /// Times of equal steps as a device would write them.
    private static func times(
        _ count: Int, rateHz: Double, roundedTo step: Double = 0, jitter: Double = 0
    ) -> [Double] {
        var generator = SplitMix64(seed: 99)
        return (0..<count).map { index in
            let exact = Double(index) / rateHz + generator.uniform(in: -1...1) * jitter
            return step > 0 ? (exact / step).rounded() * step : exact
        }
    }

    /// Rate, rounding, jitter, allowed relative error: the end points' error over the length.
    @Test(arguments: [
        (250.0, 0.0, 0.0, 1e-12), (130.16, 1e-6, 0, 1e-7), (130.16, 1e-3, 0, 2e-6),
        (512.844, 1e-3, 0, 1e-5), (130, 1e-3, 0.02, 1e-4),
    ])
    func theRateIsFoundBehindRoundingAndJitter(
        rateHz: Double, step: Double, jitter: Double, tolerance: Double
    ) throws {
        let estimate = try #require(
            RateEstimate(
                times: Self.times(10_000, rateHz: rateHz, roundedTo: step, jitter: jitter)))
        #expect(abs(estimate.rateHz / rateHz - 1) < tolerance)
    }

    /// Samples that share the time at which their packet came, or a clock that shows seconds only.
    @Test(arguments: [73, 130, 260])
    func packetsThatArriveAtOnceHaveTheirRate(size: Int) throws {
        let times = (0..<100 * size).map { Double($0 / size * size) / 130 }
        let estimate = try #require(RateEstimate(times: times))
        // A sawtooth of one packet over a hundred of them.
        #expect(abs(estimate.rateHz / 130 - 1) < 0.002)
        var clock = SampleClock(rateHz: 130, jitterSeconds: estimate.jitter)
        for time in times { #expect(clock.countMissingSamples(before: time) == 0) }
        #expect(clock.position == 100 * size && clock.notices.isEmpty)
        // A minute without packets is seen all the same, within the wait for one.
        let skipped = clock.countMissingSamples(before: Double(100 * size) / 130 + 60)
        #expect(abs(skipped - 60 * 130) <= size)
    }

    @Test func aGapDoesNotSpoilTheRate() throws {
        let times = Self.times(8000, rateHz: 200).map { $0 > 9 ? $0 + 60 : $0 }
        #expect(abs(try #require(RateEstimate(times: times)).rateHz - 200) < 1e-6)
    }

    @Test func timesThatDoNotAscendHaveNoRate() {
        #expect(RateEstimate(times: []) == nil)
        #expect(RateEstimate(times: [1]) == nil)
        #expect(RateEstimate(times: [1, 1, 1]) == nil)
        #expect(RateEstimate(times: [3, 2, 1]) == nil)
        #expect(RateEstimate(times: [.nan, .nan]) == nil)
        #expect(RateEstimate(times: [0, 0.5])?.rateHz == 2)
    }

    @Test func missingTimeIsCountedInSamples() {
        var clock = SampleClock(rateHz: 100, jitterSeconds: 0)
        var skipped: [Int] = []
        for index in 0..<1000 {
            let gap = index >= 700 ? 2.5 : index >= 300 ? 0.05 : 0
            let count = clock.countMissingSamples(before: 7 + Double(index) / 100 + gap)
            if count != 0 { skipped += [index, count] }
        }
        #expect(skipped == [300, 5, 700, 245])
        #expect(clock.position == 1250)
        #expect(clock.notices.map(\.code) == ["time_gaps"])
    }

    @Test func jitterMovesNothing() {
        var clock = SampleClock(rateHz: 100, jitterSeconds: 0.01)
        for time in Self.times(20_000, rateHz: 100, jitter: 0.01) {
            #expect(clock.countMissingSamples(before: time) == 0)
        }
        #expect(clock.position == 20_000)
    }

    @Test func aSlowlyWrongRateAddsUpToNoGap() {
        // 100 ppm over an hour: 36 samples.
        var clock = SampleClock(rateHz: 100, jitterSeconds: 0)
        for index in 0..<360_000 {
            #expect(clock.countMissingSamples(before: Double(index) / 99.99) == 0)
        }
        #expect(clock.position == 360_000)
    }

    @Test func timesThatGoBackOrNowhereFollowOn() {
        var clock = SampleClock(rateHz: 100, jitterSeconds: 0)
        for index in 0..<100 { _ = clock.countMissingSamples(before: Double(index) / 100) }
        for time in [0, -50, 1e200, -1e200, .nan, 3] {
            #expect(clock.countMissingSamples(before: time) >= 0)
        }
        #expect(clock.position < 1 << 40)
        #expect(clock.notices.contains { $0.code == "time_order" })
    }

    /// A thousand gaps of a month each, at a rate that positions can count and at one that they cannot.
    @Test(arguments: [100, 1e8])
    func gapsTogetherLastNoLongerThanARecording(rateHz: Double) {
        var clock = SampleClock(rateHz: rateHz, jitterSeconds: 0)
        let month = 30 * 86_400.0
        for index in 0..<1000 { _ = clock.countMissingSamples(before: Double(index) * month) }
        let maxPosition = min(366 * 86_400 * rateHz, 1e15)
        #expect(Double(clock.position) <= maxPosition + 1000)
        #expect(Double(clock.position) > maxPosition / 2)
        #expect(clock.notices.contains { $0.code == "time_order" })
    }
}
