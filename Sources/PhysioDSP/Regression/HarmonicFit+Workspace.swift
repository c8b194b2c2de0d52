extension HarmonicFit {
    /// The scratch memory of a fit: kept between fits, so that one of a size that was seen before
    /// allocates nothing. A value: one stream has one.
    public struct Workspace: Sendable {
        /// The terms of the model and, as last column, the values; column by column, n rows.
        private var columns: [Double] = []
        /// The weighted columns, then their decomposition.
        private var reflected: [Double] = []
        /// Diagonal of the triangle.
        private var diagonal: [Double] = []
        /// Roots of the weights.
        private var roots: [Double] = []
        /// Residuals by the last solution, weighted.
        private var residuals: [Double] = []
        private var sizes: [Double] = []
        /// The coefficients, in the order of the model.
        private(set) var solution: [Double] = []
        private var rowCount = 0
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
        let n = rowCount
        for index in times.indices {
            let x = (times[index] - middle) / halfSpan
            columns[index] = 1
            columns[n + index] = x
            columns[2 * n + index] = x * x
            columns[termCount * n + index] = values[index] - origin
            fillHarmonics(row: index, phase: phases[index])
        }
        let rounding = 4 * Double.ulpOfOne
        return Scale(
            origin: origin, halfSpanSeconds: halfSpan,
            roundingSquares: rounding * rounding * Double(n) * squares,
            isFinite: (squares + deviations + sum).isFinite && halfSpan.isFinite)
    }

    private mutating func fillHarmonics(row: Int, phase: Double) {
        let angle = 2 * Double.pi * (phase - phase.rounded(.down))
        let turn = ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
        var power = turn
        for column in stride(from: HarmonicFit.trendCount, to: termCount, by: 2) {
            columns[column * rowCount + row] = power.real
            columns[(column + 1) * rowCount + row] = power.imaginary
            power = power * turn
        }
    }

    private mutating func reserve(rows: Int, terms: Int) {
        rowCount = rows
        termCount = terms
        func grow(_ array: inout [Double], _ count: Int) {
            guard array.count < count else { return }
            // Windows grow beat by beat: not each of them needs new memory.
            array = [Double](repeating: 0, count: max(count, 2 * array.count))
        }
        grow(&columns, rows * (terms + 1))
        grow(&reflected, rows * (terms + 1))
        grow(&diagonal, terms)
        grow(&solution, terms)
        grow(&roots, rows)
        grow(&residuals, rows)
        grow(&sizes, rows)
    }
}

// MARK: Solving

extension HarmonicFit.Workspace {
    /// Solves with equal weights and, where residuals stand out, with Huber's.
    ///
    /// - Returns: false where the terms are not distinct on the samples.
    mutating func solve() -> Bool {
        for row in 0..<rowCount { roots[row] = 1 }
        guard solveWeighted() else { return false }
        for row in 0..<rowCount { sizes[row] = abs(residuals[row]) }
        let median = sizes.withUnsafeMutableBufferPointer {
            Selection.median(UnsafeMutableBufferPointer(rebasing: $0[..<rowCount]))
        }
        let limit = HarmonicFit.huberCutoff * HarmonicFit.madScale * median
        var standsOut = false
        for row in 0..<rowCount where limit > 0 && abs(residuals[row]) > limit {
            roots[row] = (limit / abs(residuals[row])).squareRoot()
            standsOut = true
        }
        return standsOut ? solveWeighted() : true
    }

    /// The sum of squares that the first `count` terms leave of the weighted values.
    func squares(from count: Int) -> Double {
        var sum = 0.0
        for row in count..<rowCount {
            let value = reflected[termCount * rowCount + row]
            sum += value * value
        }
        return sum
    }

    /// sum r_i r_(i-1) / sum r_i^2 of the weighted residuals; 0 without any.
    func lagOneCorrelation() -> Double {
        var (products, squares) = (0.0, residuals[0] * residuals[0])
        for row in 1..<rowCount {
            products += residuals[row] * residuals[row - 1]
            squares += residuals[row] * residuals[row]
        }
        return squares > 0 ? products / squares : 0
    }

    /// The mean of the diagonal elements of the inverse normal matrix that belong to c1 and s1.
    mutating func responseVariance() -> Double {
        0.5
            * (inverseDiagonal(HarmonicFit.trendCount) + inverseDiagonal(HarmonicFit.trendCount + 1))
    }

    /// Squared length of a row of the inverse of the triangle.
    private mutating func inverseDiagonal(_ place: Int) -> Double {
        var sum = 0.0
        for column in place..<termCount {
            var value = column == place ? 1.0 : 0
            for row in place..<column { value -= reflected[column * rowCount + row] * sizes[row] }
            // More rows than terms: the scratch is long enough.
            sizes[column] = value / diagonal[column]
            sum += sizes[column] * sizes[column]
        }
        return sum
    }

    private mutating func solveWeighted() -> Bool {
        for column in 0...termCount {
            for row in 0..<rowCount {
                let place = column * rowCount + row
                reflected[place] = columns[place] * roots[row]
            }
        }
        for column in 0..<termCount {
            guard reflect(column) else { return false }
        }
        substitute()
        for row in 0..<rowCount {
            var value = columns[termCount * rowCount + row]
            for term in 0..<termCount { value -= columns[term * rowCount + row] * solution[term] }
            residuals[row] = value * roots[row]
        }
        return true
    }

    /// Turns a column into one of the triangle, and the columns after it likewise.
    ///
    /// - Returns: false where the columns before it explain it but for rounding.
    private mutating func reflect(_ column: Int) -> Bool {
        let n = rowCount
        let last = termCount
        return reflected.withUnsafeMutableBufferPointer { all in
            let vector = UnsafeMutableBufferPointer(
                rebasing: all[(column * n + column)..<((column + 1) * n)])
            let above = all[(column * n)..<(column * n + column)].reduce(0) { $0 + $1 * $1 }
            let below = Self.dot(vector, vector)
            guard below > Self.distinctShare * (above + below) else { return false }
            let pivot = vector[0] > 0 ? -below.squareRoot() : below.squareRoot()
            diagonal[column] = pivot
            vector[0] -= pivot
            // |vector|^2 / 2 = |x|^2 - pivot x_0.
            let scale = 1 / (-pivot * vector[0])
            for other in (column + 1)...last {
                let target = UnsafeMutableBufferPointer(
                    rebasing: all[(other * n + column)..<((other + 1) * n)])
                let factor = scale * Self.dot(vector, target)
                for row in vector.indices { target[row] -= factor * vector[row] }
            }
            return true
        }
    }

    /// A term of which the others explain all but this share of the squares is none of its own.
    private static let distinctShare = 1e-12

    private mutating func substitute() {
        for term in (0..<termCount).reversed() {
            var value = reflected[termCount * rowCount + term]
            for other in (term + 1)..<max(term + 1, termCount) {
                value -= reflected[other * rowCount + term] * solution[other]
            }
            solution[term] = value / diagonal[term]
        }
    }

    /// Four sums side by side: one alone waits for each addition.
    private static func dot(
        _ a: UnsafeMutableBufferPointer<Double>, _ b: UnsafeMutableBufferPointer<Double>
    ) -> Double {
        var (s0, s1, s2, s3) = (0.0, 0.0, 0.0, 0.0)
        var row = 0
        while row + 4 <= a.count {
            s0 += a[row] * b[row]
            s1 += a[row + 1] * b[row + 1]
            s2 += a[row + 2] * b[row + 2]
            s3 += a[row + 3] * b[row + 3]
            row += 4
        }
        while row < a.count {
            s0 += a[row] * b[row]
            row += 1
        }
        return (s0 + s1) + (s2 + s3)
    }
}
