/// The solution by Householder's reflections: for windows whose terms are nearly dependent, and the
/// measure that tests hold the normal equations to.
///
/// - SeeAlso: Golub 1965, Numer. Math. 7:206.
extension HarmonicFit.Equations {
    /// Solves with equal weights and, where residuals stand out, with Huber's.
    ///
    /// - Returns: nil where the terms are not distinct on the samples.
    func solveByReflections() -> HarmonicFit.SolutionStatistics? {
        resetSolution()
        guard reflectWeightedColumns() else { return nil }
        if downweightOutliers() {
            guard reflectWeightedColumns() else { return nil }
        }
        return HarmonicFit.SolutionStatistics(
            trendSquares: squares(from: HarmonicFit.trendCount),
            residualSquares: squares(from: termCount),
            lagOneCorrelation: lagOneStatistics().correlation,
            responseVariance: meanResponseVariance())
    }

    /// The sum of squares that the first `count` terms leave of the weighted values.
    private func squares(from count: Int) -> Double {
        var sum = 0.0
        for row in count..<rowCount {
            let value = decompositionElement(row, termCount)
            sum += value * value
        }
        return sum
    }

    /// The mean of the diagonal elements of the inverse normal matrix that belong to c1 and s1.
    private func meanResponseVariance() -> Double {
        let first = HarmonicFit.trendCount
        return 0.5 * (inverseMatrixDiagonal(first) + inverseMatrixDiagonal(first + 1))
    }

    /// An element of the decomposition.
    private func decompositionElement(_ row: Int, _ column: Int) -> Double {
        weightedColumns[column * blockCount + row / 4][row % 4]
    }

    /// Squared length of a row of the inverse of the triangle.
    private func inverseMatrixDiagonal(_ index: Int) -> Double {
        var sum = 0.0
        for column in index..<termCount {
            var value = column == index ? 1.0 : 0
            for row in index..<column { value -= decompositionElement(row, column) * scratch[row] }
            scratch[column] = value / diagonal[column]
            sum += scratch[column] * scratch[column]
        }
        return sum
    }

    private func reflectWeightedColumns() -> Bool {
        let (blocks, terms) = (blockCount, termCount)
        for term in 0..<terms {
            for block in 0..<blocks {
                weightedColumns[term * blocks + block] =
                    columns[term * blocks + block] * weightSquareRoots[block]
            }
        }
        for block in 0..<blocks {
            weightedColumns[terms * blocks + block] = values[block] * weightSquareRoots[block]
        }
        for column in 0..<terms {
            guard reflectColumn(column) else { return false }
        }
        substitute()
        for block in 0..<blocks {
            var value = values[block]
            for term in 0..<terms { value -= columns[term * blocks + block] * coefficients[term] }
            residuals[block] = value
        }
        return true
    }

    /// Turns a column into one of the triangle, and the columns after it likewise.
    ///
    /// - Returns: false where the columns before it explain it but for rounding.
    private func reflectColumn(_ column: Int) -> Bool {
        let (blocks, last) = (blockCount, termCount)
        for block in 0..<blocks { columnScratch[block] = weightedColumns[column * blocks + block] }
        var squaresAbove = 0.0
        for row in 0..<column {
            squaresAbove += columnScratch[row / 4][row % 4] * columnScratch[row / 4][row % 4]
            columnScratch[row / 4][row % 4] = 0
        }
        let squaresBelow = Self.dot(columnScratch, columnScratch, blocks)
        guard squaresBelow > Self.rankTolerance * (squaresAbove + squaresBelow) else {
            return false
        }
        let first = columnScratch[column / 4][column % 4]
        let pivot = first > 0 ? -squaresBelow.squareRoot() : squaresBelow.squareRoot()
        diagonal[column] = pivot
        columnScratch[column / 4][column % 4] = first - pivot
        // |vector|^2 / 2 = |x|^2 - pivot x_0.
        let scale = 1 / (-pivot * (first - pivot))
        for other in (column + 1)...last {
            let target = weightedColumns + other * blocks
            let factor = scale * Self.dot(columnScratch, target, blocks)
            for block in 0..<blocks { target[block] -= factor * columnScratch[block] }
        }
        return true
    }

    /// A term of which the others explain all but this share of the squares is none of its own.
    private static let rankTolerance = 1e-12

    private func substitute() {
        for term in (0..<termCount).reversed() {
            var value = decompositionElement(term, termCount)
            for other in (term + 1)..<max(term + 1, termCount) {
                value -= decompositionElement(term, other) * coefficients[other]
            }
            coefficients[term] = value / diagonal[term]
        }
    }

    /// Eight sums side by side: fewer wait for each addition.
    private static func dot(
        _ a: UnsafePointer<FourRows>, _ b: UnsafePointer<FourRows>, _ blocks: Int
    ) -> Double {
        var (even, odd) = (FourRows(), FourRows())
        var block = 0
        while block + 2 <= blocks {
            even += a[block] * b[block]
            odd += a[block + 1] * b[block + 1]
            block += 2
        }
        if block < blocks { even += a[block] * b[block] }
        return (even + odd).sum()
    }
}
