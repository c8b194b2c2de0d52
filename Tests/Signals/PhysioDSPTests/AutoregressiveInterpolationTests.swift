import Foundation
import PhysioDSP
import TestSupport
import Testing

/// The results, compared with conditional Gaussian distributions from the process's autocovariance
/// in closed form.
@Suite struct AutoregressiveInterpolationTests {
    /// x[n] = 2 r cos(w) x[n-1] - r^2 x[n-2] + e, e of variance 1.
    private let model = AutoregressiveModel(
        coefficients: [-2 * 0.8 * cos(0.9), 0.64], innovationVariance: 1)

    /// Its autocovariance, by the recursion that it obeys from its first two values on.
    private func autocovariance(_ count: Int) -> [Double] {
        let (a1, a2) = (-model.coefficients[0], -model.coefficients[1])
        let first = a1 / (1 - a2)
        let power = 1 / (1 - a1 * first - a2 * (a1 * first + a2))
        var values = [power, power * first]
        while values.count < count {
            values.append(a1 * values[values.count - 1] + a2 * values[values.count - 2])
        }
        return values
    }

    /// The quantities known of n + 4 values, two known on either side: rows of weights.
    private func knowledge(_ count: Int) -> [[Double]] {
        func unit(_ index: Int) -> [Double] { (0..<count + 4).map { $0 == index ? 1 : 0 } }
        let sum = (0..<count + 4).map { (2..<count + 2).contains($0) ? 1.0 : 0 }
        return [unit(0), unit(1), unit(count + 2), unit(count + 3), sum]
    }

    private func covariance(_ a: [[Double]], _ b: [[Double]], _ count: Int) -> [[Double]] {
        let gamma = autocovariance(count + 4)
        return a.map { x in
            b.map { y in
                var sum = 0.0
                for (i, left) in x.enumerated() where left != 0 {
                    for (j, right) in y.enumerated() { sum += left * right * gamma[abs(i - j)] }
                }
                return sum
            }
        }
    }

    /// Gauss-Jordan with pivots: the inverse and the logarithm of the determinant.
    private func inverse(_ matrix: [[Double]]) -> (rows: [[Double]], logDeterminant: Double) {
        let n = matrix.count
        var a = matrix.enumerated().map { row, values in
            values + (0..<n).map { $0 == row ? 1 : 0 }
        }
        var log = 0.0
        for column in 0..<n {
            let pivot = (column..<n).max { abs(a[$0][column]) < abs(a[$1][column]) } ?? column
            a.swapAt(pivot, column)
            log += Foundation.log(abs(a[column][column]))
            let scale = a[column][column]
            a[column] = a[column].map { $0 / scale }
            for row in 0..<n where row != column {
                let factor = a[row][column]
                a[row] = zip(a[row], a[column]).map { $0 - factor * $1 }
            }
        }
        return (a.map { Array($0[n...]) }, log)
    }

    private func logDensity(_ values: [Double], _ covariance: [[Double]]) -> Double {
        let (rows, logDeterminant) = inverse(covariance)
        var square = 0.0
        for (row, x) in zip(rows, values) {
            for (weight, y) in zip(row, values) { square += x * weight * y }
        }
        return -0.5 * (square + logDeterminant + Double(values.count) * Foundation.log(2 * .pi))
    }

    @Test(arguments: 1...6)
    func valuesAndErrorsAreThoseOfTheConditionalDistribution(count: Int) throws {
        let known = [0.7, -1.2, 0.4, 1.9, 0.6]
        let found = try #require(
            AutoregressiveInterpolation(
                model: model, before: [9, known[0], known[1]], after: [known[2], known[3], -9],
                count: count, sum: known[4], variance: 1))
        let knowledge = knowledge(count)
        let missing = (0..<count).map { index in
            (0..<count + 4).map { $0 == index + 2 ? 1.0 : 0 }
        }
        // Given the value that the sum implies, the last missing one adds nothing: leave it out.
        let inner = Array(missing.dropLast(count == 1 ? 0 : 1))
        let weights = inverse(covariance(knowledge, knowledge, count)).rows
        let cross = covariance(inner, knowledge, count)
        let whole = covariance(inner, inner, count)
        for (i, row) in cross.enumerated() {
            let gains = weights.map { column in
                zip(row, column).reduce(0) { $0 + $1.0 * $1.1 }
            }
            let mean = zip(gains, known).reduce(0) { $0 + $1.0 * $1.1 }
            #expect(abs(found.values[i] - mean) < 1e-9)
            for j in inner.indices {
                let expected = whole[i][j] - zip(gains, cross[j]).reduce(0) { $0 + $1.0 * $1.1 }
                #expect(abs(found.errorCovariance[i * count + j] - expected) < 1e-9)
            }
        }
        #expect(abs(found.values.reduce(0, +) - known[4]) < 1e-9)
        for row in 0..<count {
            let sum = (0..<count).reduce(0) { $0 + found.errorCovariance[row * count + $1] }
            #expect(abs(sum) < 1e-9)
        }
    }

    @Test(arguments: 1...6)
    func evidenceIsTheDensityOfWhatIsBehindTheGap(count: Int) throws {
        let known = [0.7, -1.2, 0.4, 1.9, 0.6]
        let found = try #require(
            AutoregressiveInterpolation(
                model: model, before: [known[0], known[1]], after: [known[2], known[3]],
                count: count, sum: known[4], variance: 1))
        let knowledge = knowledge(count)
        let before = Array(knowledge[..<2])
        let expected =
            logDensity(known, covariance(knowledge, knowledge, count))
            - logDensity(Array(known[..<2]), covariance(before, before, count))
        #expect(abs(found.logEvidence - expected) < 1e-9)
    }

    @Test func withTooFewNeighboursThereIsNone() {
        #expect(
            AutoregressiveInterpolation(
                model: model, before: [], after: [1], count: 2, sum: 0, variance: 1) == nil)
    }
}
