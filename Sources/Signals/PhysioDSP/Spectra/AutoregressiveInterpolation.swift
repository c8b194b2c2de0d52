/// The values that an even series lacks, as an autoregressive model expects them from the values on
/// both sides and from their known sum.
///
/// The values minimise the sum of the squared prediction errors that they take part in, under the
/// constraint that they add up to the sum. For Gaussian innovations that is their mean given
/// everything known; ``errorCovariance`` and ``logEvidence`` are exact then, too.
///
/// One value is its sum, whatever the model.
///
/// - SeeAlso: Janssen, Veldhuis and Vries 1986, IEEE Trans. Acoust. Speech Signal Process. 34:317
///   (the same without a sum; from memory). The sum and the evidence are ours.
package struct AutoregressiveInterpolation: Sendable {
    /// The missing values, in their order; in the unit of the series, around its level.
    package let values: [Double]
    /// Covariance of their errors, in units of the innovation's variance: entry (i, j) is at
    /// i count + j. Every row adds up to 0, as the sum is known.
    package let errorCovariance: [Double]
    /// Natural logarithm of the probability density of the values behind the gap and of the sum,
    /// given the values before it. Gaps of different counts at one position of one series can be
    /// compared by it: the greatest is the most probable count.
    package let logEvidence: Double

    /// The mean of the variances of the values' errors, in units of the innovation's variance.
    package var meanErrorVariance: Double {
        let count = values.count
        return (0..<count).reduce(0) { $0 + errorCovariance[$1 * count + $1] } / Double(count)
    }

    /// - Parameter model: of the series around its level; order p.
    /// - Parameter before: the values before the gap, around the level, in order; the last p count.
    /// - Parameter after: the values behind it; the first p count.
    /// - Parameter count: how many are missing; at least 1.
    /// - Parameter sum: what they add up to, around the level.
    /// - Parameter variance: of the innovation, for the evidence; above 0.
    /// - Returns: nil where fewer than p values are known on both sides together.
    /// - Complexity: O(count^3 + (count + p) p^2); allocates.
    package init?(
        model: AutoregressiveModel, before: [Double], after: [Double], count: Int, sum: Double,
        variance: Double
    ) {
        precondition(count >= 1 && variance > 0, "a gap has a value, and an innovation a variance")
        let equations = Equations(model, before, after, count)
        guard equations.errorCount >= count,
            let factor = CholeskyFactor(lowerTriangle: equations.matrix, count: count)
        else { return nil }
        let unconstrainedValues = factor.solve(equations.rightSide)
        let onesSolution = factor.solve([Double](repeating: 1, count: count))
        let onesSum = onesSolution.reduce(0, +)
        guard onesSum > 0, onesSum.isFinite else { return nil }
        let sumResidual = sum - unconstrainedValues.reduce(0, +)
        values = zip(unconstrainedValues, onesSolution).map { $0 + $1 * sumResidual / onesSum }

        var energy = equations.energy
        for (rightSide, value) in zip(equations.rightSide, unconstrainedValues) {
            energy -= rightSide * value
        }
        energy = max(0, energy) + sumResidual * sumResidual / onesSum
        // The missing values, but for their sum, are integrated out.
        let degreesOfFreedom = Double(equations.errorCount - count + 1)
        logEvidence =
            -0.5
            * (energy / variance + factor.logDeterminant + PlatformMath.log(onesSum)
                + degreesOfFreedom * PlatformMath.log(2 * .pi * variance))

        var covariance = [Double](repeating: 0, count: count * count)
        var unit = [Double](repeating: 0, count: count)
        for column in 0..<count {
            unit[column] = 1
            for (row, value) in factor.solve(unit).enumerated() {
                covariance[row * count + column] =
                    value - onesSolution[row] * onesSolution[column] / onesSum
            }
            unit[column] = 0
        }
        errorCovariance = covariance
    }

    /// The prediction errors e = c + A u of the missing values u, as the normal equations
    /// A^T A u = -A^T c.
    private struct Equations {
        /// Lower triangle of A^T A.
        var matrix: [Double]
        /// -A^T c.
        var rightSide: [Double]
        /// c^T c.
        var energy = 0.0
        /// Errors whose history is known but for the gap.
        var errorCount = 0

        init(
            _ model: AutoregressiveModel, _ before: [Double], _ after: [Double], _ count: Int
        ) {
            let order = model.order
            let a = [1] + model.coefficients
            let history = Array(before.suffix(order))
            let begin = history.count
            let series =
                history + [Double](repeating: 0, count: count) + after.prefix(order)
            matrix = [Double](repeating: 0, count: count * (count + 1) / 2)
            rightSide = [Double](repeating: 0, count: count)
            let first = max(begin, order)
            let end = min(begin + count + order, series.count)
            for t in first..<max(first, end) {
                var error = 0.0
                for k in 0...order { error += a[k] * series[t - k] }
                energy += error * error
                errorCount += 1
                let low = max(0, t - order - begin)
                let high = min(count - 1, t - begin)
                for row in low..<max(low, high + 1) {
                    let weight = a[t - begin - row]
                    rightSide[row] -= weight * error
                    let start = row * (row + 1) / 2
                    for column in low...row {
                        matrix[start + column] += weight * a[t - begin - column]
                    }
                }
            }
        }
    }
}
