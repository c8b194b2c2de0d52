/// The solution by normal equations: the terms of the model are nearly orthogonal on the samples of
/// a few breaths, so that squaring their condition costs no digits that count.
///
/// Two steps are taken. Each solves A' W A d = A' W r for the residuals r that the step before leaves
/// of the samples themselves, and adds d to the coefficients. The second step brings Huber's weights
/// where residuals stand out; where none does, it refines the first, with the same decomposition.
/// Every sum is formed anew from the samples, so that a fit depends on nothing but its window.
///
/// - SeeAlso: Björck 1996, Numerical Methods for Least Squares Problems, 2.9 (iterative refinement).
extension HarmonicFit.Equations {
    /// Solves with equal weights and, where residuals stand out, with Huber's.
    ///
    /// - Returns: nil where a term has less than ``minPivotShare`` of its squares for itself: such
    ///   windows need ``solveByReflections()``.
    func solveByNormalEquations() -> HarmonicFit.SolutionStatistics? {
        resetSolution()
        guard decompose(isWeighted: false) else { return nil }
        refineSolution()
        if downweightOutliers() {
            guard decompose(isWeighted: true) else { return nil }
        } else {
            updateResidualRow()
        }
        refineSolution()
        let lagOneStatistics = lagOneStatistics()
        return HarmonicFit.SolutionStatistics(
            trendSquares: lagOneStatistics.squares + harmonicSquares(),
            residualSquares: lagOneStatistics.squares,
            lagOneCorrelation: lagOneStatistics.correlation,
            responseVariance: meanResponseVariance())
    }

    /// The share of a term's squares that the terms before it must leave: so much that the first step
    /// is good to some ten digits, in windows of 8 samples too, and the second to nearly all.
    static var minPivotShare: Double { 0.03 }

    // MARK: Sums

    /// The normal matrix and, as its last row, the products of terms and residuals; decomposed by
    /// Cholesky.
    ///
    /// - Returns: whether every term has enough squares of its own.
    private func decompose(isWeighted: Bool) -> Bool {
        let (blocks, width) = (blockCount, termCount + 1)
        if isWeighted { weighTerms() }
        let leftColumns = isWeighted ? weightedColumns : columns
        // A model has 3 + 2 M terms: with the residuals the columns are pairs.
        for row in stride(from: 0, to: width, by: 2) {
            for column in stride(from: 0, through: row, by: 2) {
                let sums = Self.productSums(
                    leftColumns + column * blocks, columns + row * blocks, blocks)
                triangle[row * width + column] = sums[0]
                triangle[row * width + column + 1] = sums[1]
                triangle[(row + 1) * width + column] = sums[2]
                triangle[(row + 1) * width + column + 1] = sums[3]
            }
        }
        for term in 0..<termCount {
            guard reduceRow(term) else { return false }
        }
        reduceResidualRow()
        return true
    }

    /// The columns times the weights.
    private func weighTerms() {
        for block in 0..<blockCount {
            let weight = weightSquareRoots[block] * weightSquareRoots[block]
            for column in 0...termCount {
                weightedColumns[column * blockCount + block] =
                    columns[column * blockCount + block] * weight
            }
        }
    }

    /// Four sums of products: of a column of `a` and the next one with one of `b` and the next one.
    @inline(__always) private static func productSums(
        _ a: UnsafePointer<FourRows>, _ b: UnsafePointer<FourRows>, _ blocks: Int
    ) -> FourRows {
        var (first, second, third, fourth) = (FourRows(), FourRows(), FourRows(), FourRows())
        for block in 0..<blocks {
            let (a0, a1) = (a[block], a[blocks + block])
            let (b0, b1) = (b[block], b[blocks + block])
            first += a0 * b0
            second += a1 * b0
            third += a0 * b1
            fourth += a1 * b1
        }
        return FourRows(first.sum(), second.sum(), third.sum(), fourth.sum())
    }

    /// The products of terms and the residuals that the last step left, for the decomposition at hand.
    private func updateResidualRow() {
        let (blocks, width) = (blockCount, termCount + 1)
        for column in stride(from: 0, to: width, by: 2) {
            let sums = Self.productSums(
                columns + column * blocks, columns + (width - 2) * blocks, blocks)
            triangle[termCount * width + column] = sums[2]
            triangle[termCount * width + column + 1] = sums[3]
        }
        reduceResidualRow()
    }

    // MARK: Triangle

    /// Makes a row of the normal matrix one of the triangle.
    ///
    /// - Returns: whether the term has enough squares of its own.
    private func reduceRow(_ row: Int) -> Bool {
        let numbers = triangle + row * (termCount + 1)
        eliminate(numbers, columns: row)
        var pivot = numbers[row]
        for column in 0..<row { pivot -= numbers[column] * numbers[column] }
        guard pivot > Self.minPivotShare * numbers[row] else { return false }
        diagonal[row] = pivot.squareRoot()
        return true
    }

    private func reduceResidualRow() {
        eliminate(triangle + termCount * (termCount + 1), columns: termCount)
    }

    /// Solves for the first columns of a row by those of the rows above.
    private func eliminate(_ row: UnsafeMutablePointer<Double>, columns: Int) {
        for column in 0..<columns {
            let above = triangle + column * (termCount + 1)
            var value = row[column]
            for index in 0..<column { value -= row[index] * above[index] }
            row[column] = value / diagonal[column]
        }
    }

    /// Adds to the coefficients what the residuals still say, and takes it from the residuals.
    private func refineSolution() {
        let (blocks, terms, width) = (blockCount, termCount, termCount + 1)
        for term in (0..<terms).reversed() {
            var value = triangle[terms * width + term]
            for other in (term + 1)..<width where other < terms {
                value -= triangle[other * width + term] * scratch[other]
            }
            scratch[term] = value / diagonal[term]
            coefficients[term] += scratch[term]
        }
        for block in 0..<blocks {
            var value = residuals[block]
            for term in 0..<terms { value -= scratch[term] * columns[term * blocks + block] }
            residuals[block] = value
        }
    }

    // MARK: What it says

    /// Returns the sum of squares that the harmonics explain beyond the trend: by the triangle of
    /// what the trend leaves of them.
    private func harmonicSquares() -> Double {
        var sum = 0.0
        for column in HarmonicFit.trendCount..<termCount {
            var value = diagonal[column] * coefficients[column]
            for row in (column + 1)..<(termCount + 1) where row < termCount {
                value += triangle[row * (termCount + 1) + column] * coefficients[row]
            }
            sum += value * value
        }
        return sum
    }

    /// The mean of the diagonal elements of the inverse normal matrix that belong to c1 and s1.
    private func meanResponseVariance() -> Double {
        let first = HarmonicFit.trendCount
        return 0.5 * (inverseMatrixDiagonal(first) + inverseMatrixDiagonal(first + 1))
    }

    /// The squared length of a column of the inverse of the triangle.
    private func inverseMatrixDiagonal(_ index: Int) -> Double {
        var sum = 0.0
        for row in index..<termCount {
            var value = row == index ? 1.0 : 0
            for column in index..<row {
                value -= triangle[row * (termCount + 1) + column] * scratch[column]
            }
            scratch[row] = value / diagonal[row]
            sum += scratch[row] * scratch[row]
        }
        return sum
    }
}
