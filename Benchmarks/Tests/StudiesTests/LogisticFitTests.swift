import PhysioDSP
@testable import Studies
import Testing

@Suite struct LogisticFitTests {
    /// A measure that is 0 or 1: bias and weight are logs of ratios of counts. The ridge pulls by
    /// 1e-5 of the weight, the curvature against it is above 0.1: hence 1e-3.
    @Test func oneYesOrNoMeasureHasTheOddsOfTheCounts() {
        var rows = TrainingRows(measureCount: 1)
        for (x, isBeat, count) in [(0.0, false, 60), (0, true, 20), (1, false, 30), (1, true, 90)] {
            for _ in 0..<count { rows.add([x], isBeat: isBeat, weight: 1) }
        }
        let fit = LogisticFit(rows)
        #expect(abs(fit.bias - PlatformMath.log(20.0 / 60)) < 1e-3)
        #expect(abs(fit.weights[0] - PlatformMath.log(90.0 / 30 / (20.0 / 60))) < 1e-3)
    }

    /// Three measures of very different scales, which overlap.
    private static func rows(count: Int, seed: UInt64) -> [(x: [Double], isBeat: Bool, w: Double)] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let x = [
                Double.random(in: -1...1, using: &random),
                1000 + Double.random(in: -100...100, using: &random),
                1e-3 * Double.random(in: 0...1, using: &random),
            ]
            let score = 0.5 + 2 * x[0] - 0.01 * (x[1] - 1000) + 500 * x[2]
            let isBeat =
                Double.random(in: 0...1, using: &random) < 1 / (1 + PlatformMath.exp(-score))
            return (x, isBeat, Double.random(in: 0.1...1, using: &random))
        }
    }

    private static func fit(_ rows: [(x: [Double], isBeat: Bool, w: Double)]) -> LogisticFit {
        var table = TrainingRows(measureCount: 3)
        for row in rows { table.add(row.x[...], isBeat: row.isBeat, weight: row.w) }
        return LogisticFit(table)
    }

    /// The sum that is to be least, as the comment of the type has it.
    private static func loss(
        _ rows: [(x: [Double], isBeat: Bool, w: Double)], _ bias: Double, _ weights: [Double]
    ) -> Double {
        let sum = rows.reduce(0) { $0 + $1.w }
        var loss = 0.0
        for row in rows {
            let score = zip(weights, row.x).reduce(bias) { $0 + $1.0 * $1.1 }
            loss += row.w * PlatformMath.log(1 + PlatformMath.exp(row.isBeat ? -score : score))
        }
        for index in weights.indices {
            let mean = rows.reduce(0) { $0 + $1.w * $1.x[index] } / sum
            let variance = rows.reduce(0) {
                $0 + $1.w * ($1.x[index] - mean) * ($1.x[index] - mean)
            }
            loss += LogisticFit.ridge / 2 * weights[index] * weights[index] * variance
        }
        return loss
    }

    /// A step of 1 % of the scale of a weight, either way, costs.
    @Test func noStepFromTheWeightsLowersTheLoss() {
        let rows = Self.rows(count: 2000, seed: 3)
        let fit = Self.fit(rows)
        let minLoss = Self.loss(rows, fit.bias, fit.weights)
        for (index, scale) in [0.01, 1e-4, 10].enumerated() {
            for sign in [-1.0, 1] {
                var weights = fit.weights
                weights[index] += sign * scale
                #expect(Self.loss(rows, fit.bias, weights) > minLoss)
            }
        }
        #expect(Self.loss(rows, fit.bias + 0.01, fit.weights) > minLoss)
        #expect(Self.loss(rows, fit.bias - 0.01, fit.weights) > minLoss)
    }

    @Test func scalesAndOffsetsOfMeasuresDoNotMatter() {
        let rows = Self.rows(count: 500, seed: 4)
        let fit = Self.fit(rows)
        let scaled = Self.fit(
            rows.map { ([8 * $0.x[0], $0.x[1] - 1000, $0.x[2]], $0.isBeat, $0.w) })
        #expect(abs(8 * scaled.weights[0] - fit.weights[0]) < 1e-6 * abs(fit.weights[0]))
        #expect(abs(scaled.weights[1] - fit.weights[1]) < 1e-6 * abs(fit.weights[1]))
        #expect(abs(scaled.bias - fit.bias - 1000 * fit.weights[1]) < 1e-5)
    }

    @Test func aMeasureThatNeverChangesHasNoWeight() {
        var rows = TrainingRows(measureCount: 2)
        for index in 0..<100 {
            rows.add([Double(index % 10), 3], isBeat: index % 3 == 0, weight: 1)
        }
        let fit = LogisticFit(rows)
        #expect(abs(fit.weights[1]) < 1e-6)
    }

    /// Rows that one line divides would have infinite weights but for the ridge.
    @Test func dividedRowsHaveFiniteWeights() {
        var rows = TrainingRows(measureCount: 1)
        for x in [-2.0, -1, 1, 2] { rows.add([x], isBeat: x > 0, weight: 1) }
        let fit = LogisticFit(rows)
        #expect(fit.weights[0] > 3 && fit.weights[0] < 100)
        #expect(abs(fit.bias) < 1e-6)
    }

    @Test func aSystemIsSolved() {
        var random = SeededGenerator(seed: 9)
        var matrix = SymmetricMatrix(size: 6)
        var vectors: [[Double]] = []
        for _ in 0..<12 {
            let vector = (0..<6).map { _ in Double.random(in: -1...1, using: &random) }
            vectors.append(vector)
            matrix.addSquare(of: vector, times: 0.5)
        }
        let truth = (0..<6).map { _ in Double.random(in: -1...1, using: &random) }
        // The matrix times the truth, without the matrix.
        var right = [Double](repeating: 0, count: 6)
        for vector in vectors {
            let product = zip(vector, truth).reduce(0) { $0 + $1.0 * $1.1 }
            for index in 0..<6 { right[index] += 0.5 * product * vector[index] }
        }
        for (x, expected) in zip(matrix.solved(right), truth) { #expect(abs(x - expected) < 1e-12) }
    }
}
