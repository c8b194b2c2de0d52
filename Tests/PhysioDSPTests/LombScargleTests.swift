import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct LombScargleTests {
    /// Uneven times around 0.9 s apart.
    private static func times(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        var time = 0.0
        return (0..<count).map { _ in
            time += 0.9 + 0.1 * generator.gaussian()
            return time
        }
    }

    /// p(f) by solving the weighted normal equations of a cos + b sin + c, written from the model.
    private static func explainedShare(
        _ times: [Double], _ values: [Double], _ weights: [Double], _ frequency: Double
    ) -> Double {
        var matrix = [[Double]](repeating: [0, 0, 0, 0], count: 3)
        for (index, time) in times.enumerated() {
            let angle = 2 * Double.pi * frequency * time
            let row = [cos(angle), sin(angle), 1]
            for i in 0..<3 {
                for j in 0..<3 { matrix[i][j] += weights[index] * row[i] * row[j] }
                matrix[i][3] += weights[index] * row[i] * values[index]
            }
        }
        for pivot in 0..<3 {
            let best = (pivot..<3).max { abs(matrix[$0][pivot]) < abs(matrix[$1][pivot]) } ?? pivot
            matrix.swapAt(pivot, best)
            for row in 0..<3 where row != pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot]
                for column in pivot..<4 { matrix[row][column] -= factor * matrix[pivot][column] }
            }
        }
        let solution = (0..<3).map { matrix[$0][3] / matrix[$0][$0] }
        let total = weights.reduce(0, +)
        let mean = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / total
        var residual = 0.0
        var around = 0.0
        for (index, time) in times.enumerated() {
            let angle = 2 * Double.pi * frequency * time
            let fit = solution[0] * cos(angle) + solution[1] * sin(angle) + solution[2]
            residual += weights[index] * (values[index] - fit) * (values[index] - fit)
            around += weights[index] * (values[index] - mean) * (values[index] - mean)
        }
        return 1 - residual / around
    }

    @Test(arguments: LombScargle.Engine.allCases)
    func densityIsTheExplainedShareOfALeastSquaresFit(engine: LombScargle.Engine) {
        let times = Self.times(120, seed: 1)
        var generator = SplitMix64(seed: 2)
        let values = times.map { 30 * sin(0.6 * $0) + 5 * generator.gaussian() }
        let step = 1 / 432.0
        let spectrum = LombScargle(taper: .none, engine: engine).density(
            times: times, values: values, coveredSeconds: 108, stepHz: step, count: 200)
        let mean = values.reduce(0, +) / 120
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 120
        let peak = 108 * variance
        for index in stride(from: 0, to: 200, by: 7) {
            let share = Self.explainedShare(
                times, values, [Double](repeating: 1 / 120, count: 120),
                Double(index + 1) * step)
            #expect(abs(spectrum.density[index] - 108 * variance * share) < 1e-10 * peak)
        }
    }

    @Test func enginesAgreeWithTheDirectSum() {
        for (count, frequencies) in [(5, 10), (60, 300), (400, 900), (3000, 2500)] {
            let times = Self.times(count, seed: UInt64(count))
            var generator = SplitMix64(seed: 5)
            let values = times.map { 20 * sin(0.7 * $0) + 10 * generator.gaussian() }
            for taper in Taper.allCases {
                func density(_ engine: LombScargle.Engine) -> [Double] {
                    LombScargle(taper: taper, engine: engine).density(
                        times: times, values: values, coveredSeconds: Double(count) * 0.9,
                        stepHz: 0.25 / (Double(count) * 0.9), count: frequencies
                    ).density
                }
                let direct = density(.directSum)
                let fast = density(.nonuniformTransform)
                let peak = direct.max() ?? 0
                #expect(peak > 0)
                for (a, b) in zip(direct, fast) { #expect(abs(a - b) <= 1e-12 * peak) }
            }
        }
    }

    /// The untapered density of white noise integrates to the variance.
    @Test func whiteNoiseIntegratesToItsVariance() {
        var generator = SplitMix64(seed: 8)
        let intervals = (0..<3000).map { _ in 900 + 40 * generator.gaussian() }
        var time = 0.0
        let times = intervals.map { interval in
            time += interval / 1000
            return time
        }
        let mean = intervals.reduce(0, +) / 3000
        let variance = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 2999
        let nyquist = 1000 / (2 * mean)
        let step = 1 / (4 * time)
        let spectrum = LombScargle(taper: .none).density(
            times: times, values: intervals, coveredSeconds: time, stepHz: step,
            count: Int((nyquist / step).rounded(.up)) + 1)
        let power = spectrum.power(fromHz: 0, toHz: nyquist)
        #expect(abs(power / variance - 1) < 0.01)
    }

    @Test func shiftingTimesOrAddingAConstantChangesNothing() {
        let times = Self.times(200, seed: 9)
        let values = times.map { 10 * sin(0.5 * $0) + 3 * cos(1.1 * $0) }
        func density(_ times: [Double], _ values: [Double]) -> [Double] {
            LombScargle().density(
                times: times, values: values, coveredSeconds: 180, stepHz: 1 / 720, count: 300
            ).density
        }
        let original = density(times, values)
        let moved = density(times.map { $0 + 5000 }, values.map { $0 + 800 })
        let peak = original.max() ?? 0
        for (a, b) in zip(original, moved) { #expect(abs(a - b) < 1e-9 * peak) }
    }

    @Test func seriesWithoutInformationHaveNoPower() {
        func density(_ times: [Double], _ values: [Double]) -> [Double] {
            LombScargle().density(
                times: times, values: values, coveredSeconds: 3, stepHz: 0.1, count: 4
            ).density
        }
        let nothing = [0.0, 0, 0, 0]
        #expect(density([], []) == nothing)
        #expect(density([1], [5]) == nothing)
        #expect(density([1, 2], [5, 6]) == nothing)
        #expect(density([1, 2, 3, 4], [7, 7, 7, 7]) == nothing)
        #expect(density([2, 2, 2, 2], [1, 2, 3, 4]) == nothing)
    }

    @Test func nanAndInfinityShowInEveryValue() {
        for bad in [Double.nan, .infinity] {
            let spectrum = LombScargle().density(
                times: [1, 2, 3, 4], values: [1, bad, 2, 3], coveredSeconds: 4, stepHz: 0.1,
                count: 3)
            #expect(spectrum.density.count { $0.isNaN } == 3)
        }
    }
}
