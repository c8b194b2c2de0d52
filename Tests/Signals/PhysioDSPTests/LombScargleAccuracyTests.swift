import CSignalKernels
import Foundation
import PhysioDSP
import TestSupport
import Testing

/// Every engine against the definition in double-double arithmetic.
@Suite struct LombScargleAccuracyTests {
    private struct Series {
        let times: [Double]
        let values: [Double]
        let stepHz: Double

        /// Two tones and noise around a large mean, at heart-like times.
        init(count: Int, seed: UInt64) {
            var generator = SplitMix64(seed: seed)
            var time = 0.0
            times = (0..<count).map { _ in
                time += 0.9 + 0.05 * generator.gaussian()
                return time
            }
            values = times.map {
                900 + 30 * sin(0.6 * $0) + 15 * cos(1.5 * $0) + 20 * generator.gaussian()
            }
            stepHz = 1 / (4 * time)
        }

        init(times: [Double], values: [Double], stepHz: Double) {
            self.times = times
            self.values = values
            self.stepHz = stepHz
        }

        /// The same samples with another step.
        init(_ series: Series, stepHz: Double) {
            self.init(times: series.times, values: series.values, stepHz: stepHz)
        }

        /// The exact explained power at `firstHz` + k `stepHz`.
        func exact(_ firstHz: Double, _ indices: [Int], weights: [Double]? = nil) -> [Double] {
            var power = [Double](repeating: 0, count: indices.count)
            ck_lomb_exact_power(
                times, values, weights, times.count, firstHz, stepHz, indices, indices.count,
                &power)
            let total = weights?.reduce(0, +) ?? Double(times.count)
            let mean = zip(weights ?? [], values).reduce(0) { $0 + $1.0 * $1.1 } / total
            let middle = weights == nil ? values.reduce(0, +) / total : mean
            let variance =
                values.indices.reduce(0) {
                    $0 + (weights?[$1] ?? 1) * (values[$1] - middle) * (values[$1] - middle)
                } / total
            return power.map { $0 / variance }
        }
    }

    /// 1e-12 of the highest peak is promised; rounding leaves less.
    private static let tolerance = 1e-12

    @Test(arguments: [
        (LombScargle.Engine.directSum, 300, 400), (.rotation, 300, 400),
        (.nonuniformTransform, 300, 400), (.rotation, 3000, 5000),
        (.nonuniformTransform, 3000, 5000), (.nonuniformTransform, 30000, 10000),
        (.automatic, 100_000, 100_000),
    ])
    func strayByNoMoreThanPromised(engine: LombScargle.Engine, count: Int, frequencyCount: Int) {
        let series = Series(count: count, seed: UInt64(count))
        let shares = LombScargle(taper: .none, engine: engine).periodogram(
            times: series.times, values: series.values,
            grid: FrequencyGrid(
                firstHz: series.stepHz, stepHz: series.stepHz, count: frequencyCount),
            scaling: .standard)
        let peakIndex = shares.indices.max { shares[$0] < shares[$1] } ?? 0
        // The lowest, the highest, the peak and its slopes, and some between.
        let chosen =
            [0, 1, 2, frequencyCount - 1, frequencyCount - 2, peakIndex, peakIndex + 1]
            + stride(from: 7, to: frequencyCount, by: frequencyCount / 12)
        let exact = series.exact(series.stepHz, chosen)
        for (index, share) in zip(chosen, exact) {
            #expect(abs(shares[index] - share) <= Self.tolerance * shares[peakIndex])
        }
    }

    /// The direct sums at the far end of a day of beats, where a phase has made 100,000 turns.
    @Test(arguments: [LombScargle.Engine.directSum, .rotation])
    func directSumsKeepTheirPhaseOverADay(engine: LombScargle.Engine) {
        let series = Series(count: 100_000, seed: 4)
        let first = 99_990 * series.stepHz
        let shares = LombScargle(taper: .none, engine: engine).periodogram(
            times: series.times, values: series.values,
            grid: FrequencyGrid(firstHz: first, stepHz: series.stepHz, count: 9),
            scaling: .standard)
        let exact = series.exact(first, [0, 4, 8])
        // The tone at 0.6 rad/s explains nearly a third: the highest peak is not on this grid.
        for (index, share) in zip([0, 4, 8], exact) {
            #expect(abs(shares[index] - share) <= Self.tolerance * 0.3)
        }
    }

    /// A grid that is no multiple of its step, and one that begins far up.
    @Test(arguments: [(0.1037, 900), (0.25, 40)])
    func gridsMayBeginAnywhere(firstHz: Double, frequencyCount: Int) {
        let series = Series(count: 2000, seed: 6)
        for engine in LombScargle.Engine.allCases {
            let shares = LombScargle(taper: .none, engine: engine).periodogram(
                times: series.times, values: series.values,
                grid: FrequencyGrid(
                    firstHz: firstHz, stepHz: series.stepHz, count: frequencyCount),
                scaling: .standard)
            let chosen = [0, 1, frequencyCount / 2, frequencyCount - 1]
            for (index, share) in zip(chosen, series.exact(firstHz, chosen)) {
                #expect(abs(shares[index] - share) <= Self.tolerance * 0.3)
            }
        }
    }

    @Test func theFastSettingStaysWithinItsPromise() {
        let series = Series(count: 5000, seed: 8)
        let shares = LombScargle(taper: .none, engine: .nonuniformTransform, accuracy: .fast)
            .periodogram(
                times: series.times, values: series.values,
                grid: FrequencyGrid(
                    firstHz: series.stepHz, stepHz: series.stepHz, count: 4000),
                scaling: .standard)
        let peak = shares.max() ?? 0
        let chosen = Array(stride(from: 0, to: 4000, by: 171))
        for (index, share) in zip(chosen, series.exact(series.stepHz, chosen)) {
            #expect(abs(shares[index] - share) <= 1e-8 * peak)
        }
    }

    @Test func weightsAreExactToo() {
        let series = Series(count: 700, seed: 9)
        var generator = SplitMix64(seed: 10)
        let weights = series.times.map { _ in generator.uniform(in: 0.01...10) }
        let chosen = [0, 3, 50, 333, 799]
        let exact = series.exact(series.stepHz, chosen, weights: weights)
        for engine in LombScargle.Engine.allCases {
            let shares = LombScargle(taper: .none, engine: engine).periodogram(
                times: series.times, values: series.values, weights: weights,
                grid: FrequencyGrid(firstHz: series.stepHz, stepHz: series.stepHz, count: 800),
                scaling: .standard)
            for (index, share) in zip(chosen, exact) {
                #expect(abs(shares[index] - share) <= Self.tolerance * 0.3)
            }
        }
    }

    /// The numbers do not depend on what the processor can do.
    @Test func everyInstructionSetGivesTheSame() {
        let series = Series(count: 1200, seed: 12)
        let grid = FrequencyGrid(firstHz: series.stepHz, stepHz: series.stepHz, count: 1900)
        func shares(_ engine: LombScargle.Engine, _ set: InstructionSet) -> [Double] {
            InstructionSet.runLimited(to: set) {
                LombScargle(engine: engine).periodogram(
                    times: series.times, values: series.values, grid: grid, scaling: .standard)
            }
        }
        let plain = shares(.directSum, .plain)
        let peak = plain.max() ?? 0
        for set in InstructionSet.allCases where set <= .available {
            for engine in LombScargle.Engine.allCases {
                for (a, b) in zip(shares(engine, set), plain) {
                    #expect(abs(a - b) <= Self.tolerance * peak)
                }
            }
        }
    }

    /// Far below one period in the series, where a fit is nearly a parabola's, and its sums nearly
    /// cancel.
    @Test(arguments: [8.0, 20, 50, 120, 500, 5000]) func slowFrequenciesAreExact(share: Double) {
        let series = Series(count: 300, seed: 13)
        let step = 4 * series.stepHz / share
        let fine = Series(series, stepHz: step)
        let chosen = [0, 1, 2, 5, 11, 60, 399]
        let exact = fine.exact(step, chosen)
        for engine in LombScargle.Engine.allCases {
            for accuracy in LombScargle.Accuracy.allCases {
                let shares = LombScargle(taper: .none, engine: engine, accuracy: accuracy)
                    .periodogram(
                        times: series.times, values: series.values,
                        grid: FrequencyGrid(firstHz: step, stepHz: step, count: 400),
                        scaling: .standard)
                let peak = shares.max() ?? 0
                let tolerance = accuracy == .full ? Self.tolerance : 1e-8
                for (index, share) in zip(chosen, exact) {
                    #expect(abs(shares[index] - share) <= tolerance * peak)
                }
            }
        }
    }

    /// Beats that are nearly even, around half their rate, where sine or cosine nearly vanishes.
    @Test(arguments: [1e-2, 1e-3, 1e-5]) func nearlyEvenBeatsAreExactAtHalfTheirRate(
        jitter: Double
    ) {
        var generator = SplitMix64(seed: 14)
        let times = (0..<300).map { Double($0) + jitter * generator.gaussian() }
        let values = times.map { _ in 30 * generator.gaussian() }
        let step = 1.0 / 1200
        let series = Series(times: times, values: values, stepHz: step)
        let grid = FrequencyGrid(firstHz: 590 * step, stepHz: step, count: 21)
        let exact = series.exact(590 * step, Array(0..<21))
        for engine in LombScargle.Engine.allCases {
            let shares = LombScargle(taper: .none, engine: engine).periodogram(
                times: times, values: values, grid: grid, scaling: .standard)
            let peak = exact.max() ?? 0
            for (a, b) in zip(shares, exact) { #expect(abs(a - b) <= Self.tolerance * peak) }
        }
    }

    @Test(arguments: [1e4, 1e8, 1e12]) func oneHeavyWeightIsExact(weight: Double) {
        let series = Series(count: 300, seed: 15)
        var weights = [Double](repeating: 1, count: 300)
        weights[100] = weight
        let chosen = Array(stride(from: 0, to: 400, by: 13))
        let exact = series.exact(series.stepHz, chosen, weights: weights)
        let peak = exact.max() ?? 0
        for engine in LombScargle.Engine.allCases {
            let shares = LombScargle(taper: .none, engine: engine).periodogram(
                times: series.times, values: series.values, weights: weights,
                grid: FrequencyGrid(firstHz: series.stepHz, stepHz: series.stepHz, count: 400),
                scaling: .standard)
            // The heavy sample's distance from the mean is known to 1e-16 of the others' at best.
            for (index, share) in zip(chosen, exact) {
                #expect(abs(shares[index] - share) <= 1e-9 * peak)
            }
        }
    }

    @Test(arguments: [1e-300, 1e300]) func onlyRatiosOfWeightsCount(scale: Double) {
        let series = Series(count: 100, seed: 16)
        var generator = SplitMix64(seed: 17)
        let weights = series.times.map { _ in generator.uniform(in: 1...9) }
        let grid = FrequencyGrid(firstHz: series.stepHz, stepHz: series.stepHz, count: 90)
        func shares(_ weights: [Double]) -> [Double] {
            LombScargle().periodogram(
                times: series.times, values: series.values, weights: weights, grid: grid,
                scaling: .standard)
        }
        for (a, b) in zip(shares(weights.map { $0 * scale }), shares(weights)) {
            #expect(abs(a - b) < 1e-13)
        }
    }
}
