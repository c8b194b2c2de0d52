import PhysioDSP

/// The harmonic coherence of a window by the normal equations, solved by elimination: the formula as
/// it stands, for an oracle.
enum HarmonicNormalEquations {
    private static let termCount = 7
    private static let trendCount = 3

    /// Adjusted R^2 with one pass of Huber's weights.
    ///
    /// - Parameter phases: cycles.
    static func score(times: [Double], values: [Double], phases: [Double]) -> Double {
        let low = times.min() ?? 0
        let high = times.max() ?? 0
        let rows = zip(times, phases).map { time, phase -> [Double] in
            let x = (2 * time - low - high) / (high - low)
            let angle = 2 * Double.pi * phase
            return [
                1, x, x * x, PlatformMath.cos(angle), PlatformMath.sin(angle),
                PlatformMath.cos(2 * angle), PlatformMath.sin(2 * angle),
            ]
        }
        let mean = values.reduce(0, +) / Double(values.count)
        let centred = values.map { $0 - mean }
        let equalWeights = [Double](repeating: 1, count: rows.count)
        let sizes = residuals(rows, centred, equalWeights, termCount).map { abs($0) }
        let sorted = sizes.sorted()
        let median = 0.5 * (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2])
        let limit = 2.5 * 1.4826 * median
        let weights = sizes.map { $0 > limit ? limit / $0 : 1 }
        let n = Double(rows.count)
        let fullModelSquares = squares(residuals(rows, centred, weights, termCount), weights)
        let trendSquares = squares(residuals(rows, centred, weights, trendCount), weights)
        return max(
            0,
            1 - fullModelSquares / (n - Double(termCount))
                / (trendSquares / (n - Double(trendCount))))
    }

    private static func squares(_ residuals: [Double], _ weights: [Double]) -> Double {
        zip(residuals, weights).reduce(0) { $0 + $1.1 * $1.0 * $1.0 }
    }

    /// Returns the part of the values that the first `count` terms leave.
    private static func residuals(
        _ rows: [[Double]], _ values: [Double], _ weights: [Double], _ count: Int
    ) -> [Double] {
        var matrix = [[Double]](
            repeating: [Double](repeating: 0, count: count + 1), count: count)
        for (row, (value, weight)) in zip(rows, zip(values, weights)) {
            for i in 0..<count {
                for j in 0..<count { matrix[i][j] += weight * row[i] * row[j] }
                matrix[i][count] += weight * row[i] * value
            }
        }
        let solution = eliminationSolution(matrix)
        return zip(rows, values).map { row, value in
            (0..<count).reduce(value) { $0 - row[$1] * solution[$1] }
        }
    }

    /// Gauss and Jordan; the matrix is positive definite, so its diagonal serves as pivots.
    private static func eliminationSolution(_ augmented: [[Double]]) -> [Double] {
        var matrix = augmented
        let count = matrix.count
        for pivot in 0..<count {
            let scale = 1 / matrix[pivot][pivot]
            for column in pivot...count { matrix[pivot][column] *= scale }
            for row in 0..<count where row != pivot {
                let factor = matrix[row][pivot]
                for column in pivot...count {
                    matrix[row][column] -= factor * matrix[pivot][column]
                }
            }
        }
        return matrix.map { $0[count] }
    }
}
