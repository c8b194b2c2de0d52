extension HarmonicFit {
    /// The scratch memory of a fit: kept between fits, so that one of a size that was seen before
    /// allocates nothing. A value: one stream has one.
    public struct Workspace: Sendable {
        /// Rows four by four; those that fill up the last four are 0.
        typealias Four = SIMD4<Double>

        /// The terms of the model and, as last column, the values; column by column.
        private var columns: [Four] = []
        /// The weighted columns, then their decomposition.
        private var reflected: [Four] = []
        /// The reflection at hand.
        private var vector: [Four] = []
        /// Diagonal of the triangle.
        private var diagonal: [Double] = []
        /// Roots of the weights.
        private var roots: [Four] = []
        /// Residuals by the last solution, weighted.
        private var residuals: [Four] = []
        private var sizes: [Double] = []
        /// The coefficients, in the order of the model.
        private(set) var solution: [Double] = []
        private var rowCount = 0
        /// Of a column, in fours.
        private var blockCount = 0
        private var termCount = 0

        public init() {}

        /// What the samples say of themselves.
        struct Scale {
            /// Subtracted from the values.
            let origin: Double
            let halfSpanSeconds: Double
            /// Squares that rounding alone can leave: (4 ulp)^2 n times the sum of squares.
            let roundingSquares: Double
            let isFinite: Bool
        }
    }
}

// MARK: Filling

extension HarmonicFit.Workspace {
    /// Lays out the model at the samples.
    mutating func fill(
        _ times: Span<Double>, _ values: Span<Double>, _ phases: Span<Double>, harmonicCount: Int
    ) -> Scale {
        reserve(rows: times.count, terms: HarmonicFit.trendCount + 2 * harmonicCount)
        var (low, high) = (times[0], times[0])
        var (squares, deviations, sum) = (0.0, 0.0, 0.0)
        let origin = values[0]
        for index in times.indices {
            low = min(low, times[index])
            high = max(high, times[index])
            squares += values[index] * values[index]
            deviations += (values[index] - origin) * (values[index] - origin)
            sum += times[index] + phases[index]
        }
        let middle = 0.5 * (low + high)
        let halfSpan = 0.5 * (high - low)
        lay(times, values, phases) {
            ($0 - middle) / halfSpan
        } value: {
            $0 - origin
        }
        let rounding = 4 * Double.ulpOfOne
        return Scale(
            origin: origin, halfSpanSeconds: halfSpan,
            roundingSquares: rounding * rounding * Double(rowCount) * squares,
            isFinite: (squares + deviations + sum).isFinite && halfSpan.isFinite)
    }

    /// - Parameter place: of a time, -1 ... 1.
    private mutating func lay(
        _ times: Span<Double>, _ values: Span<Double>, _ phases: Span<Double>,
        place: (Double) -> Double, value: (Double) -> Double
    ) {
        let (n, stride, terms) = (rowCount, 4 * blockCount, termCount)
        columns.withUnsafeMutableBytes { bytes in
            let column = bytes.bindMemory(to: Double.self)
            for index in 0..<n {
                let x = place(times[index])
                column[index] = 1
                column[stride + index] = x
                column[2 * stride + index] = x * x
                let phase = phases[index]
                let angle = 2 * Double.pi * (phase - phase.rounded(.down))
                let turn = ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
                var power = turn
                var term = HarmonicFit.trendCount
                while term < terms {
                    column[term * stride + index] = power.real
                    column[(term + 1) * stride + index] = power.imaginary
                    power = power * turn
                    term += 2
                }
                column[terms * stride + index] = value(values[index])
            }
            for term in 0...terms {
                for index in n..<stride { column[term * stride + index] = 0 }
            }
        }
    }

    private mutating func reserve(rows: Int, terms: Int) {
        rowCount = rows
        blockCount = (rows + 3) / 4
        termCount = terms
        // Windows grow beat by beat: not each of them needs new memory.
        func grow<Number: SIMDScalar>(_ array: inout [SIMD4<Number>], _ count: Int) {
            guard array.count < count else { return }
            array = [SIMD4<Number>](repeating: .init(), count: max(count, 2 * array.count))
        }
        func grow(_ array: inout [Double], _ count: Int) {
            guard array.count < count else { return }
            array = [Double](repeating: 0, count: max(count, 2 * array.count))
        }
        grow(&columns, blockCount * (terms + 1))
        grow(&reflected, blockCount * (terms + 1))
        grow(&vector, blockCount)
        grow(&diagonal, terms)
        grow(&solution, terms)
        grow(&roots, blockCount)
        grow(&residuals, blockCount)
        grow(&sizes, rows)
    }
}

// MARK: Solving

extension HarmonicFit.Workspace {
    /// Solves with equal weights and, where residuals stand out, with Huber's.
    ///
    /// - Returns: false where the terms are not distinct on the samples.
    mutating func solve() -> Bool {
        for block in 0..<blockCount { roots[block] = Four(repeating: 1) }
        guard solveWeighted() else { return false }
        for row in 0..<rowCount { sizes[row] = abs(residuals[row / 4][row % 4]) }
        let median = sizes.withUnsafeMutableBufferPointer {
            Selection.median(UnsafeMutableBufferPointer(rebasing: $0[..<rowCount]))
        }
        let limit = HarmonicFit.huberCutoff * HarmonicFit.madScale * median
        var standsOut = false
        for row in 0..<rowCount {
            let size = abs(residuals[row / 4][row % 4])
            guard limit > 0, size > limit else { continue }
            roots[row / 4][row % 4] = (limit / size).squareRoot()
            standsOut = true
        }
        return standsOut ? solveWeighted() : true
    }

    /// The sum of squares that the first `count` terms leave of the weighted values.
    func squares(from count: Int) -> Double {
        var sum = 0.0
        for row in count..<rowCount {
            let value = reflected[termCount * blockCount + row / 4][row % 4]
            sum += value * value
        }
        return sum
    }

    /// sum r_i r_(i-1) / sum r_i^2 of the weighted residuals; 0 without any.
    func lagOneCorrelation() -> Double {
        var before = residuals[0][0]
        var (products, squares) = (0.0, before * before)
        for row in 1..<rowCount {
            let residual = residuals[row / 4][row % 4]
            products += residual * before
            squares += residual * residual
            before = residual
        }
        return squares > 0 ? products / squares : 0
    }

    /// The mean of the diagonal elements of the inverse normal matrix that belong to c1 and s1.
    mutating func responseVariance() -> Double {
        0.5
            * (inverseDiagonal(HarmonicFit.trendCount) + inverseDiagonal(HarmonicFit.trendCount + 1))
    }

    /// An element of the triangle.
    private func triangle(_ row: Int, _ column: Int) -> Double {
        reflected[column * blockCount + row / 4][row % 4]
    }

    /// Squared length of a row of the inverse of the triangle.
    private mutating func inverseDiagonal(_ place: Int) -> Double {
        var sum = 0.0
        for column in place..<termCount {
            var value = column == place ? 1.0 : 0
            for row in place..<column { value -= triangle(row, column) * sizes[row] }
            // More rows than terms: the scratch is long enough.
            sizes[column] = value / diagonal[column]
            sum += sizes[column] * sizes[column]
        }
        return sum
    }

    private mutating func solveWeighted() -> Bool {
        let (blocks, terms) = (blockCount, termCount)
        for column in 0...terms {
            for block in 0..<blocks {
                reflected[column * blocks + block] = columns[column * blocks + block] * roots[block]
            }
        }
        for column in 0..<terms {
            guard reflect(column) else { return false }
        }
        substitute()
        for block in 0..<blocks {
            var value = columns[terms * blocks + block]
            for term in 0..<terms { value -= columns[term * blocks + block] * solution[term] }
            residuals[block] = value * roots[block]
        }
        return true
    }

    /// Turns a column into one of the triangle, and the columns after it likewise.
    ///
    /// - Returns: false where the columns before it explain it but for rounding.
    private mutating func reflect(_ column: Int) -> Bool {
        let (blocks, last) = (blockCount, termCount)
        for block in 0..<blocks { vector[block] = reflected[column * blocks + block] }
        var above = 0.0
        for row in 0..<column {
            above += vector[row / 4][row % 4] * vector[row / 4][row % 4]
            vector[row / 4][row % 4] = 0
        }
        return vector.withUnsafeMutableBufferPointer { vector in
            let vector = UnsafeMutableBufferPointer(rebasing: vector[..<blocks])
            let below = Self.dot(vector, vector)
            guard below > Self.distinctShare * (above + below) else { return false }
            let first = vector[column / 4][column % 4]
            let pivot = first > 0 ? -below.squareRoot() : below.squareRoot()
            diagonal[column] = pivot
            vector[column / 4][column % 4] = first - pivot
            // |vector|^2 / 2 = |x|^2 - pivot x_0.
            let scale = 1 / (-pivot * (first - pivot))
            reflected.withUnsafeMutableBufferPointer { all in
                for other in (column + 1)...last {
                    let target = UnsafeMutableBufferPointer(
                        rebasing: all[(other * blocks)..<((other + 1) * blocks)])
                    let factor = scale * Self.dot(vector, target)
                    for block in 0..<blocks { target[block] -= factor * vector[block] }
                }
            }
            return true
        }
    }

    /// A term of which the others explain all but this share of the squares is none of its own.
    private static let distinctShare = 1e-12

    private mutating func substitute() {
        for term in (0..<termCount).reversed() {
            var value = triangle(term, termCount)
            for other in (term + 1)..<max(term + 1, termCount) {
                value -= triangle(term, other) * solution[other]
            }
            solution[term] = value / diagonal[term]
        }
    }

    /// Eight sums side by side: fewer wait for each addition.
    private static func dot(
        _ a: UnsafeMutableBufferPointer<Four>, _ b: UnsafeMutableBufferPointer<Four>
    ) -> Double {
        var (even, odd) = (Four(), Four())
        var block = 0
        while block + 2 <= a.count {
            even += a[block] * b[block]
            odd += a[block + 1] * b[block + 1]
            block += 2
        }
        if block < a.count { even += a[block] * b[block] }
        return (even + odd).sum()
    }
}
