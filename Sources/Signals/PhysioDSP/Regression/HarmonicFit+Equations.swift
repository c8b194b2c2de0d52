extension HarmonicFit {
    /// The terms of the model at the samples, and the memory of their solution.
    ///
    /// The memory belongs to the ``Workspace``, which lends it for the time of one call.
    struct Equations {
        /// Rows four by four; those that fill up the last four are 0.
        typealias FourRows = SIMD4<Double>

        let rowCount: Int
        let termCount: Int
        /// Number of blocks of four rows in a column.
        let blockCount: Int
        /// The terms of the model, column by column, and as last column what they leave of the values.
        let columns: UnsafeMutablePointer<FourRows>
        /// The weighted columns, or their decomposition.
        let weightedColumns: UnsafeMutablePointer<FourRows>
        /// The values, less their origin.
        let values: UnsafeMutablePointer<FourRows>
        /// Roots of the weights.
        let weightSquareRoots: UnsafeMutablePointer<FourRows>
        /// Scratch memory for a column.
        let columnScratch: UnsafeMutablePointer<FourRows>
        /// The triangle of the normal matrix, row by row; its last row belongs to the residuals.
        let triangle: UnsafeMutablePointer<Double>
        /// Diagonal of the triangle.
        let diagonal: UnsafeMutablePointer<Double>
        /// The coefficients, in the order of the model.
        let coefficients: UnsafeMutablePointer<Double>
        /// Scratch memory for one number of each term.
        let scratch: UnsafeMutablePointer<Double>

        /// - Parameter memory: ``requiredFourRowsCount(rows:terms:)`` fours or more.
        init(rows: Int, terms: Int, memory: UnsafeMutablePointer<FourRows>) {
            let blocks = Self.blocks(rows)
            (rowCount, termCount, blockCount) = (rows, terms, blocks)
            columns = memory
            weightedColumns = columns + blocks * (terms + 1)
            values = weightedColumns + blocks * (terms + 1)
            weightSquareRoots = values + blocks
            columnScratch = weightSquareRoots + blocks
            triangle = Self.doubles(columnScratch + blocks)
            diagonal = triangle + (terms + 1) * (terms + 1)
            coefficients = diagonal + terms
            scratch = coefficients + terms
        }

        /// Fours that the equations need.
        static func requiredFourRowsCount(rows: Int, terms: Int) -> Int {
            blocks(rows) * (2 * (terms + 1) + 3) + blocks((terms + 1) * (terms + 1) + 3 * terms)
        }

        private static func blocks(_ count: Int) -> Int { (count + 3) / 4 }

        /// The residuals of the last solution, not weighted.
        var residuals: UnsafeMutablePointer<FourRows> { columns + termCount * blockCount }

        /// The same memory, number by number.
        static func doubles(_ fours: UnsafeMutablePointer<FourRows>) -> UnsafeMutablePointer<Double>
        {
            UnsafeMutableRawPointer(fours).assumingMemoryBound(to: Double.self)
        }
    }

    /// The properties of the samples alone, before any fit.
    struct SampleScale {
        /// Subtracted from the values.
        let origin: Double
        let halfSpanSeconds: Double
        /// Squares that rounding alone can leave: (4 ulp)^2 n times the sum of squares.
        let roundingSquareSum: Double
        let isFinite: Bool
    }
}

// MARK: Filling

extension HarmonicFit.Equations {
    /// Lays out the model at the samples.
    func fill(_ samples: Span<HarmonicFit.Sample>) -> HarmonicFit.SampleScale {
        let origin = samples[0].value
        var (low, high) = (samples[0].time, samples[0].time)
        var (squares, deviations, sum) = (0.0, 0.0, 0.0)
        for index in samples.indices {
            let sample = samples[index]
            low = min(low, sample.time)
            high = max(high, sample.time)
            squares += sample.value * sample.value
            deviations += (sample.value - origin) * (sample.value - origin)
            sum += sample.time + sample.phasor.real
        }
        let halfSpan = 0.5 * (high - low)
        fillColumns(samples, origin: origin, middle: 0.5 * (low + high), halfSpan: halfSpan)
        let rounding = 4 * Double.ulpOfOne
        return HarmonicFit.SampleScale(
            origin: origin, halfSpanSeconds: halfSpan,
            roundingSquareSum: rounding * rounding * Double(rowCount) * squares,
            isFinite: (squares + deviations + sum).isFinite && halfSpan.isFinite)
    }

    private func fillColumns(
        _ samples: Span<HarmonicFit.Sample>, origin: Double, middle: Double, halfSpan: Double
    ) {
        let (stride, column, value) = (
            4 * blockCount, Self.doubles(columns), Self.doubles(values)
        )
        for index in samples.indices {
            let sample = samples[index]
            let x = (sample.time - middle) / halfSpan
            column[index] = 1
            column[stride + index] = x
            column[2 * stride + index] = x * x
            var power = sample.phasor
            var termIndex = HarmonicFit.trendCount
            while termIndex < termCount {
                column[termIndex * stride + index] = power.real
                column[(termIndex + 1) * stride + index] = power.imaginary
                power = power * sample.phasor
                termIndex += 2
            }
            value[index] = sample.value - origin
        }
        for index in rowCount..<stride {
            for term in 0..<termCount { column[term * stride + index] = 0 }
            value[index] = 0
        }
    }
}

// MARK: Residuals

extension HarmonicFit.Equations {
    /// Begins with equal weights and with values of which nothing is explained.
    func resetSolution() {
        for block in 0..<blockCount {
            weightSquareRoots[block] = FourRows(repeating: 1)
            residuals[block] = values[block]
        }
        for term in 0..<termCount { coefficients[term] = 0 }
    }

    /// Gives residuals that stand out Huber's weights.
    ///
    /// - Returns: whether any does.
    func downweightOutliers() -> Bool {
        let (residual, size, root) = (
            Self.doubles(residuals), Self.doubles(columnScratch), Self.doubles(weightSquareRoots)
        )
        for row in 0..<rowCount { size[row] = abs(residual[row]) }
        let median = OrderStatistics.median(
            UnsafeMutableBufferPointer(start: size, count: rowCount))
        let limit = HarmonicFit.huberCutoff * HarmonicFit.madScale * median
        guard limit > 0 else { return false }
        var hasOutliers = false
        for row in 0..<rowCount where abs(residual[row]) > limit {
            root[row] = (limit / abs(residual[row])).squareRoot()
            hasOutliers = true
        }
        return hasOutliers
    }

    /// The correlation of the weighted residuals with their predecessors,
    /// sum r_i r_(i-1) / sum r_i^2, and the sum of squares; 0 without any.
    func lagOneStatistics() -> (correlation: Double, squares: Double) {
        let (residual, root) = (Self.doubles(residuals), Self.doubles(weightSquareRoots))
        var before = residual[0] * root[0]
        var (products, squares) = (0.0, before * before)
        for row in 1..<rowCount {
            let next = residual[row] * root[row]
            products += next * before
            squares += next * next
            before = next
        }
        return (squares > 0 ? products / squares : 0, squares)
    }
}
