/// The Cholesky factor of a symmetric, positive definite matrix: A = L L^T.
///
/// Matrices are lower triangles, row by row: n (n + 1) / 2 numbers.
package struct CholeskyFactor: Sendable {
    /// Number of rows.
    package let count: Int
    private var lower: [Double]

    /// - Parameter lowerTriangle: of A, row by row.
    /// - Precondition: as many numbers as `count` rows have.
    /// - Returns: nil where A is not positive definite to within rounding.
    /// - Complexity: O(count^3).
    package init?(lowerTriangle: [Double], count: Int) {
        precondition(lowerTriangle.count == count * (count + 1) / 2, "a triangle has all its rows")
        lower = lowerTriangle
        self.count = count
        for row in 0..<count {
            let start = Self.start(row)
            for column in 0...row {
                let other = Self.start(column)
                var sum = lower[start + column]
                for k in 0..<column { sum -= lower[start + k] * lower[other + k] }
                if column == row {
                    guard sum > 0, sum.isFinite else { return nil }
                    lower[start + column] = sum.squareRoot()
                } else {
                    lower[start + column] = sum / lower[other + column]
                }
            }
        }
    }

    /// The x of A x = `right`.
    ///
    /// - Precondition: `right` has ``count`` numbers.
    /// - Complexity: O(count^2).
    package func solve(_ right: [Double]) -> [Double] {
        precondition(right.count == count, "a right side has a number a row")
        var x = right
        for row in 0..<count {
            let start = Self.start(row)
            for k in 0..<row { x[row] -= lower[start + k] * x[k] }
            x[row] /= lower[start + row]
        }
        for row in (0..<count).reversed() {
            for k in (row + 1)..<max(row + 1, count) { x[row] -= lower[Self.start(k) + row] * x[k] }
            x[row] /= lower[Self.start(row) + row]
        }
        return x
    }

    /// Natural logarithm of the determinant of A.
    package var logDeterminant: Double {
        (0..<count).reduce(0) { $0 + 2 * PlatformMath.log(lower[Self.start($1) + $1]) }
    }

    private static func start(_ row: Int) -> Int { row * (row + 1) / 2 }
}
