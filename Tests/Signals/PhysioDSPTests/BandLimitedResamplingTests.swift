import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct BandLimitedResamplingTests {
    /// Beat times of a heart with an RSA as at rest.
    private static func times(_ count: Int, depth: Double) -> [Double] {
        var time = 0.0
        return (0..<count).map { _ in
            time += 0.9 + depth * sin(2 * .pi * 0.1 * time)
            return time
        }
    }

    /// The grid does not depend on what the processor can do.
    @Test(arguments: [300, 3000]) func everyInstructionSetGivesTheSame(count: Int) {
        var generator = SplitMix64(seed: 91)
        var time = 0.0
        let times = (0..<count).map { _ in
            time += 0.9 + 0.05 * generator.gaussian()
            return time
        }
        let values = times.map { 30 * sin(0.6 * $0) + 20 * generator.gaussian() }
        func grid(_ set: InstructionSet) -> [Double] {
            InstructionSet.runLimited(to: set) {
                BandLimitedResampling.resample(times: times, values: values, rateHz: 4)
            }
        }
        let plain = grid(.plain)
        let maximum = plain.reduce(0) { max($0, abs($1)) }
        for set in InstructionSet.allCases where set <= .available {
            // A residual of 1e-12 is an error of as much times the condition, at most 1 / ridge.
            for (a, b) in zip(grid(set), plain) { #expect(abs(a - b) < 2e-9 * maximum) }
        }
    }

    @Test(arguments: [0.02, 0.1, 0.25, 0.35, 0.45])
    func toneInsideTheBandKeepsItsShape(frequency: Double) {
        let times = Self.times(333, depth: 0.03)
        let values = times.map { 20 * sin(2 * .pi * frequency * $0 + 0.4) }
        let series = BandLimitedResampling.resample(times: times, values: values, rateHz: 4)
        let first = times[0]
        var error = 0.0
        for (index, value) in series.enumerated() {
            let time = first + Double(index) / 4
            let truth = 20 * sin(2 * .pi * frequency * time + 0.4)
            error += (value - truth) * (value - truth)
        }
        // Relative root mean square error, ends included: the ridge costs a little of what is quick.
        let relative = (error / Double(series.count)).squareRoot() / (20 / 2.0.squareRoot())
        let limit = frequency <= 0.1 ? 0.005 : frequency <= 0.35 ? 0.01 : 0.015
        #expect(relative < limit, "\(frequency) Hz: \(relative)")
    }

    /// Noise must not grow where the samples lie further from each other than their mean: nothing between
    /// them is determined. A heart that oscillates between 700 and 1300 ms, white noise.
    @Test func noiseDoesNotGrowBetweenSparseSamples() {
        for seed in 0..<10 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            var time = 0.0
            let times = (0..<300).map { _ in
                time += 1 + 0.3 * sin(2 * .pi * 0.02 * time)
                return time
            }
            let values = times.map { _ in 10 * generator.gaussian() }
            let series = BandLimitedResampling.resample(times: times, values: values, rateHz: 4)
            let power = series.reduce(0) { $0 + $1 * $1 } / Double(series.count)
            #expect(power > 40 && power < 200, "seed \(seed): \(power) ms^2")
        }
    }

    @Test func coversTheSpanAtTheRateAsked() {
        let times = Self.times(50, depth: 0.02)
        let series = BandLimitedResampling.resample(
            times: times, values: times.map { _ in 5 }, rateHz: 4)
        let span = times[49] - times[0]
        #expect(series.count == Int(span * 4) + 1)
        for value in series { #expect(abs(value - 5) < 1e-9) }
    }

    @Test func straightLineStaysStraight() {
        let times = Self.times(100, depth: 0.05)
        let series = BandLimitedResampling.resample(
            times: times, values: times.map { 700 + 3 * $0 }, rateHz: 4)
        for (index, value) in series.enumerated() {
            #expect(abs(value - (700 + 3 * (times[0] + Double(index) / 4))) < 1e-7)
        }
    }

    @Test func noiseDoesNotGrow() {
        var generator = SplitMix64(seed: 3)
        // A large oscillation: the slow half of each breath is sampled below twice the band's end.
        let times = Self.times(400, depth: 0.15)
        let values = times.map { _ in 10 * generator.gaussian() }
        let series = BandLimitedResampling.resample(times: times, values: values, rateHz: 4)
        let power = series.reduce(0) { $0 + $1 * $1 } / Double(series.count)
        #expect(power > 60 && power < 130, "mean square \(power) of 100")
    }

    @Test func twoSamplesGiveTheLineBetweenThem() {
        let series = BandLimitedResampling.resample(times: [1, 2], values: [3, 5], rateHz: 4)
        #expect(series.count == 5)
        for (value, expected) in zip(series, [3, 3.5, 4, 4.5, 5]) {
            #expect(abs(value - expected) < 1e-9)
        }
    }
}
