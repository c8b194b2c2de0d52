/// The Cholesky factor of a symmetric, positive definite matrix: A = L L^T.
///
/// Matrices are lower triangles, row by row: n (n + 1) / 2 numbers.
package struct CholeskyFactor: Sendable {
    /// Number of rows.
    package let count: Int
    private var factorTriangle: [Double]

    /// - Parameter lowerTriangle: of A, row by row.
    /// - Precondition: as many numbers as `count` rows have.
    /// - Returns: nil where A is not positive definite to within rounding.
    /// - Complexity: O(count^3).
    package init?(lowerTriangle: [Double], count: Int) {
        precondition(lowerTriangle.count == count * (count + 1) / 2, "a triangle has all its rows")
        factorTriangle = lowerTriangle
        self.count = count
        for row in 0..<count {
            let rowStart = Self.rowStart(row)
            for column in 0...row {
                let columnStart = Self.rowStart(column)
                var sum = factorTriangle[rowStart + column]
                for k in 0..<column {
                    sum -= factorTriangle[rowStart + k] * factorTriangle[columnStart + k]
                }
                if column == row {
                    guard sum > 0, sum.isFinite else { return nil }
                    factorTriangle[rowStart + column] = sum.squareRoot()
                } else {
                    factorTriangle[rowStart + column] = sum / factorTriangle[columnStart + column]
                }
            }
        }
    }

    /// The x of A x = `rightSide`.
    ///
    /// - Precondition: `rightSide` has ``count`` numbers.
    /// - Complexity: O(count^2).
    package func solve(_ rightSide: [Double]) -> [Double] {
        precondition(rightSide.count == count, "a right side has a number a row")
        var x = rightSide
        for row in 0..<count {
            let rowStart = Self.rowStart(row)
            for k in 0..<row { x[row] -= factorTriangle[rowStart + k] * x[k] }
            x[row] /= factorTriangle[rowStart + row]
        }
        for row in (0..<count).reversed() {
            for k in (row + 1)..<max(row + 1, count) {
                x[row] -= factorTriangle[Self.rowStart(k) + row] * x[k]
            }
            x[row] /= factorTriangle[Self.rowStart(row) + row]
        }
        return x
    }

    /// Natural logarithm of the determinant of A.
    package var logDeterminant: Double {
        (0..<count).reduce(0) { $0 + 2 * PlatformMath.log(factorTriangle[Self.rowStart($1) + $1]) }
    }

    private static func rowStart(_ row: Int) -> Int { row * (row + 1) / 2 }
}
