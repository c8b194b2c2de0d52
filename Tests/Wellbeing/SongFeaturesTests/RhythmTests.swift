import Foundation
@testable import SongFeatures
import TestSupport
import Testing

@Suite struct RhythmTests {
    /// Double precision: sums of at most 30,000 numbers of order 1.
    private static let tolerance = 1e-9

    private static func curve(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { generator.gaussian() + 2 * cos(2 * .pi * Double($0) / 50) }
    }

    @Test func correlationIsADirectSum() {
        for count in [1, 2, 300, 1500, 7000, 15_000] {
            let x = Self.curve(count, seed: UInt64(count))
            let y = Self.curve(count, seed: 99)
            let sums = Correlation.sums(x, y, lagCount: 1206)
            for lag in [0, 1, 2, 49, 50, 700, 1205] {
                let exact = (0..<max(0, count - lag)).reduce(0.0) { $0 + x[$1] * y[$1 + lag] }
                #expect(abs(sums[lag] - exact) <= Self.tolerance * Double(max(100, count)))
            }
        }
    }

    @Test func theLocalMeanIsADirectSum() {
        let values = Self.curve(700, seed: 8).map { Float($0) }
        for count in [0, 1, 60, 101, 700] {
            let x = Array(values[..<count])
            let result = LocalMean.removed(from: x, width: 101)
            #expect(result.count == count)
            for t in x.indices {
                let around = x[max(0, t - 50)...min(count - 1, t + 50)].map(Double.init)
                let mean = around.reduce(0, +) / Double(around.count)
                #expect(abs(result[t] - (Double(x[t]) - mean)) <= Self.tolerance)
            }
        }
    }

    /// (1 / (n - l)) sum over t of x[t] y[t + l], over the root of the mean squares' product.
    private static func lags(_ x: [Double], _ y: [Double]) -> [Double] {
        func square(_ x: [Double]) -> Double { x.reduce(0) { $0 + $1 * $1 } / Double(x.count) }
        let whole = (square(x) * square(y)).squareRoot()
        return (0..<1203).map { lag in
            var sum = 0.0
            for t in 0..<x.count - lag { sum += x[t] * y[t + lag] }
            return sum / Double(x.count - lag) / whole
        }
    }

    @Test func evidenceFollowsItsDefinition() {
        let curves = (9...11).map { Self.curve(2500, seed: $0) }
        let (x, low, high) = (curves[0], curves[1], curves[2])
        let evidence = RhythmEvidence(whole: x, low: low, high: high, frameRateHz: 100)
        let crossBandLags = zip(Self.lags(low, high), Self.lags(high, low)).map { 0.5 * ($0 + $1) }
        for (found, exact) in [
            (evidence.whole, Self.lags(x, x)), (evidence.low, Self.lags(low, low)),
            (evidence.crossBand, crossBandLags),
        ] {
            #expect(found.values.count == 1203)
            for (a, b) in zip(found.values, exact) { #expect(abs(a - b) <= Self.tolerance) }
        }
        let lags = Self.lags(x, x)
        func power(_ bin: Int) -> Double {
            let turn = 2 * Double.pi * Double(bin) / 16_384
            var sum = lags[0]
            for lag in 1..<1203 {
                let taper = 0.5 + 0.5 * cos(Double.pi * Double(lag) / 1203)
                sum += 2 * taper * lags[lag] * cos(turn * Double(lag))
            }
            return max(0, sum)
        }
        // 0.3 to 10 Hz are the bins 49.2 to 1638.4.
        let largest = (50...1638).map(power).max() ?? 0
        for hz in [0.7, 1.3, 2, 3.99, 8] {
            let position = hz / 100 * 16_384
            let bin = Int(position)
            let between = power(bin) + (position - Double(bin)) * (power(bin + 1) - power(bin))
            let found = evidence.amplitude(atHz: hz)
            #expect(abs(found - (between / largest).squareRoot()) <= Self.tolerance)
        }
        #expect(evidence.amplitude(atHz: 60) == 0)
    }

    @Test func lagsAreInterpolatedByACubic() {
        let values = (0..<20).map { 2 - 0.3 * Double($0) + 0.01 * pow(Double($0), 2) }
        // Every lag over its number of products, so that the values come out.
        let sums = values.enumerated().map { $1 * (100 - Double($0)) / 100 }
        let curve = LagCurve(sums, valueCount: 100, whole: 1)
        for lag in stride(from: 1.0, to: 18, by: 0.13) {
            // Quadratics are followed exactly.
            let exact = 2 - 0.3 * lag + 0.01 * lag * lag
            #expect(abs(curve.value(atLag: lag) - exact) <= Self.tolerance)
        }
        #expect(curve.value(atLag: 0.5) == 0 && curve.value(atLag: 18) == 0)
        #expect(LagCurve([0, 0], valueCount: 9).values == [0, 0])
    }

    /// The formula of the guide, term by term.
    @Test func theScoreIsADirectSum() {
        let curves = (12...14).map { Self.curve(2500, seed: $0) }
        let evidence = RhythmEvidence(
            whole: curves[0], low: curves[1], high: curves[2], frameRateHz: 100)
        let score = TempoScore(evidence)
        for bpm in [40, 77.7, 120, 239] {
            let (a, b, x) = (evidence.whole, evidence.low, evidence.crossBand)
            let period = 6000 / bpm
            func comb(_ z: LagCurve) -> Double {
                (1...8).map { z.value(atLag: period * Double($0)) }.reduce(0, +) / 8
            }
            func at(_ z: LagCurve, _ k: Double) -> Double {
                [0.985, 0.9925, 1, 1.0075, 1.015].map { z.value(atLag: k * period * $0) }.max() ?? 0
            }
            func lg(_ v: Double) -> Double { log(max(v, 0) + 0.02) }
            func power(_ k: Double) -> Double { lg(evidence.amplitude(atHz: k * bpm / 60)) }
            var sum = 0.81 * lg(comb(a)) + 1.20 * lg(comb(b))
            sum += 1.00 * power(1) + 0.50 * power(2) + 0.33 * power(1.5)
            sum += 1.47 * log(max(at(a, 1), 0) + 0.05) - 2.07 * at(a, 1) + 0.70 * at(a, 2)
            sum += 0.13 * at(a, 1.5) + 2.39 * at(a, 0.5) + 0.51 * at(a, 1.0 / 3)
            sum += -0.31 * at(b, 1) - 0.42 * at(b, 2) + 0.97 * at(b, 4) - 0.87 * at(b, 0.5)
            sum += 3.33 * at(x, 1) + 0.02 * at(x, 2) - 1.64 * at(x, 0.5)
            sum -= 3.02 * pow(log2(bpm / 110), 2)
            #expect(abs(score.score(of: bpm) - sum) <= Self.tolerance)
        }
    }

    @Test func theGridHasHalfPercentSteps() {
        #expect(TempoGrid.bpms.first == 40)
        for (i, bpm) in TempoGrid.bpms.enumerated() {
            #expect(abs(bpm - 40 * pow(1.005, Double(i))) <= Self.tolerance)
        }
        let last = TempoGrid.bpms[TempoGrid.bpms.count - 1]
        #expect(last < 240 && last * 1.005 >= 240)
    }

    @Test func aParabolaFindsItsOwnTop() {
        // In steps of the grid: the top lies a quarter of a step above index 100.
        let scores = TempoGrid.bpms.indices.map { 10 - pow(Double($0) - 100.25, 2) }
        let grid = TempoGrid(scores: scores)
        #expect(grid.bestIndex == 100)
        #expect(abs(grid.peakBpm(at: 100) - 40 * pow(1.005, 100.25)) <= Self.tolerance)
        // Index 131 has 76.88, which is 3.9 % below 80.
        #expect(grid.likeliestIndex(near: 80, tolerance: 0.04) == 131)
        #expect(grid.likeliestIndex(near: 300, tolerance: 0.04) == nil)
    }

    @Test func beatIntervalsAreThreeFifthsToEightFifthsOfAPeriod() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            let onsets = (0..<26).map { _ in generator.uniform(in: -1...1) }
            let beats = MusicBeatTracking.beats(on: onsets, period: 5)
            #expect(zip(beats, beats.dropFirst()).allSatisfy { (3...8).contains($1 - $0) })
            #expect(beats.allSatisfy { onsets.indices.contains($0) })
        }
        #expect(MusicBeatTracking.beats(on: [], period: 50).isEmpty)
        #expect(MusicBeatTracking.beats(on: [Double](repeating: 0, count: 500), period: 50).isEmpty)
    }

    @Test func peaksAreCountedOnce() {
        var curve = [Double](repeating: 0, count: 100)
        for t in [10, 30, 31, 60, 99] { curve[t] = 9 }
        curve[33] = 8.9
        curve[80] = 3.9
        #expect(OnsetPeaks.count(on: curve) == 4)
        #expect(OnsetPeaks.count(on: []) == 0)
    }
}
