import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct LombScargleTests {
    /// Uneven times about every 0.9 s.
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

    @Test func weightsAreThoseOfTheFit() {
        let times = Self.times(80, seed: 21)
        var generator = SplitMix64(seed: 22)
        let values = times.map { 3 * sin(1.3 * $0) + generator.gaussian() }
        let weights = times.map { _ in generator.uniform(in: 0.1...4) }
        let grid = FrequencyGrid(firstHz: 0.01, stepHz: 0.003, count: 120)
        for engine in LombScargle.Engine.allCases {
            let shares = LombScargle(taper: .none, engine: engine).periodogram(
                times: times, values: values, weights: weights, grid: grid, scaling: .standard)
            for k in stride(from: 0, to: 120, by: 11) {
                let share = Self.explainedShare(times, values, weights, 0.01 + 0.003 * Double(k))
                #expect(abs(shares[k] - share) < 1e-12)
            }
        }
    }

    @Test func aListOfFrequenciesGivesWhatTheGridGives() {
        let times = Self.times(90, seed: 31)
        let values = times.map { cos(0.9 * $0) + 0.3 * sin(2.1 * $0) }
        let periodogram = LombScargle()
        let grid = FrequencyGrid(firstHz: 0.05, stepHz: 0.007, count: 40)
        let onGrid = periodogram.periodogram(
            times: times, values: values, grid: grid, scaling: .standard)
        let order = (0..<40).map { ($0 * 7) % 40 }
        let listed = periodogram.periodogram(
            times: times, values: values,
            frequenciesHz: order.map { 0.05 + 0.007 * Double($0) }, scaling: .standard)
        for (k, share) in zip(order, listed) { #expect(abs(share - onGrid[k]) < 1e-12) }
    }

    @Test func unusualFrequenciesHaveTheirStatedOutcome() {
        let times = Self.times(50, seed: 41)
        let values = times.map { sin(0.8 * $0) + 0.1 * cos(2.9 * $0) }
        func shares(_ frequencies: [Double]) -> [Double] {
            LombScargle(taper: .none).periodogram(
                times: times, values: values, frequenciesHz: frequencies, scaling: .standard)
        }
        let result = shares([0, 0.2, -0.2, .nan, .infinity, 7.77])
        #expect(result[0] == 0)
        #expect(abs(result[1] - result[2]) < 1e-15)
        #expect(result[1] > 0)
        #expect(result[3].isNaN && result[4].isNaN)
        let far = Self.explainedShare(times, values, [Double](repeating: 1, count: 50), 7.77)
        #expect(abs(result[5] - far) < 1e-11)
        #expect(shares([]).isEmpty)
    }

    /// A frequency above half the rate of even samples is the image of a lower one.
    @Test func evenSamplesFoldAtHalfTheirRate() {
        let times = (0..<64).map { Double($0) * 0.5 }
        let values = times.map { sin(1.1 * $0) + 0.2 * $0.truncatingRemainder(dividingBy: 3) }
        let shares = LombScargle(taper: .none).periodogram(
            times: times, values: values, frequenciesHz: [0.3, 1.7, 2.3, 1.0],
            scaling: .standard)
        #expect(abs(shares[1] - shares[0]) < 1e-12)
        #expect(abs(shares[2] - shares[0]) < 1e-12)
        // At exactly half the rate only the cosine is seen.
        #expect(shares[3] == 0)
    }

    @Test func scalingsAreTheirDefinitions() {
        let count = 400
        let times = (0..<count).map { Double($0) * 0.25 }
        // A whole number of periods: sine, cosine and 1 are orthogonal, p is 1.
        let values = times.map { 5 + 3 * sin(2 * .pi * 0.2 * $0) }
        func value(_ scaling: LombScargle.Scaling) -> Double {
            LombScargle(taper: .none).periodogram(
                times: times, values: values, frequenciesHz: [0.2], scaling: scaling)[0]
        }
        #expect(abs(value(.standard) - 1) < 1e-12)
        #expect(abs(value(.unnormalised) / (Double(count) * 9 / 4) - 1) < 1e-12)
        #expect(abs(value(.density(coveredSeconds: 100)) / (100 * 9 / 2) - 1) < 1e-12)
    }

    @Test func orderOfSamplesDoesNotMatterAndEqualTimesCount() {
        var times = Self.times(70, seed: 51)
        times[20] = times[19]
        times[21] = times[19]
        let values = times.indices.map { sin(0.7 * times[$0]) + Double($0 % 5) }
        let order = (0..<70).map { ($0 * 29) % 70 }
        let grid = FrequencyGrid(firstHz: 0.02, stepHz: 0.01, count: 50)
        let weights = [Double](repeating: 1, count: 70)
        for engine in LombScargle.Engine.allCases {
            let periodogram = LombScargle(taper: .none, engine: engine)
            let sorted = periodogram.periodogram(
                times: times, values: values, grid: grid, scaling: .standard)
            let shuffled = periodogram.periodogram(
                times: order.map { times[$0] }, values: order.map { values[$0] }, grid: grid,
                scaling: .standard)
            for k in 0..<50 { #expect(abs(sorted[k] - shuffled[k]) < 1e-12) }
            let share = Self.explainedShare(times, values, weights, 0.12)
            #expect(abs(sorted[10] - share) < 1e-11)
        }
    }

    @Test func aNegativeWeightMakesEverythingNaN() {
        let shares = LombScargle(taper: .none).periodogram(
            times: [0, 1, 2.5, 3], values: [1, 2, 0, 3], weights: [1, 1, -1, 1],
            frequenciesHz: [0.1, 0.2], scaling: .standard)
        #expect(shares.count { $0.isNaN } == 2)
    }

    @Test func aWorkspaceServesAnySizeInTurn() {
        let workspace = LombScargle.Workspace()
        var power: [Double] = []
        for (count, frequencies) in [(300, 500), (20, 40), (900, 1500), (300, 500)] {
            let times = Self.times(count, seed: UInt64(count))
            let values = times.map { sin($0) }
            let grid = FrequencyGrid(firstHz: 0.001, stepHz: 0.001, count: frequencies)
            let periodogram = LombScargle(taper: .none)
            periodogram.periodogram(
                times: times, values: values, grid: grid, scaling: .standard, into: &power,
                workspace: workspace)
            #expect(
                power
                    == periodogram.periodogram(
                        times: times, values: values, grid: grid, scaling: .standard))
        }
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
