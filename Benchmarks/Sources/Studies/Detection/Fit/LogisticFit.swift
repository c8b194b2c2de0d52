import PhysioDSP

/// Weighted ridge regression of yes and no on measures: the weights w and the bias b for which
///
///     sum over rows of weight log(1 + exp(-s (b + w x))) + C/2 (sum of weights) |w sd|^2
///
/// is least, s being 1 for yes and -1 for no and sd the standard deviations of the measures, so that
/// their scales do not matter. Newton's method on the measures less their means, over sd.
struct LogisticFit: Equatable {
    let bias: Double
    let weights: [Double]

    /// C: it moves weights that the rows say little of, and hardly the others.
    static let ridge = 1e-5
    /// The largest step of a weight, in units of 1 / sd, that counts as none.
    private static let settled = 1e-4
    private static let maxSteps = 30

    /// - Precondition: there are rows of both kinds.
    /// - Complexity: O(rows measures^2) a step, some ten steps.
    init(_ rows: TrainingRows) {
        let count = rows.measureCount
        let scale = Scale(rows)
        var weights = [Double](repeating: 0, count: count + 1)
        for _ in 0..<Self.maxSteps {
            let system = Self.system(rows, scale, weights)
            let step = system.matrix.solved(system.right)
            for index in weights.indices { weights[index] -= step[index] }
            if step.allSatisfy({ abs($0) < Self.settled }) { break }
        }
        let plain = (0..<count).map { weights[$0] / scale.deviations[$0] }
        self.weights = plain
        bias = zip(plain, scale.means).reduce(weights[count]) { $0 - $1.0 * $1.1 }
    }

    /// Means and standard deviations of the measures, by the weights of the rows.
    private struct Scale {
        let means: [Double]
        let deviations: [Double]

        init(_ rows: TrainingRows) {
            let count = rows.measureCount
            var sums = [Double](repeating: 0, count: count)
            var squares = sums
            rows.forEach { x, _, weight in
                for index in 0..<count {
                    sums[index] += weight * x[index]
                    squares[index] += weight * x[index] * x[index]
                }
            }
            let weightSum = rows.weightSum
            means = sums.map { $0 / weightSum }
            // A measure that is the same everywhere gets no weight, whatever its scale.
            deviations = zip(squares, sums).map { square, sum in
                let variance = square / weightSum - (sum / weightSum) * (sum / weightSum)
                return variance > 1e-12 ? variance.squareRoot() : 1
            }
        }
    }

    /// Second and first derivatives; the bias is last, and not held back.
    private static func system(
        _ rows: TrainingRows, _ scale: Scale, _ weights: [Double]
    ) -> (matrix: SymmetricMatrix, right: [Double]) {
        let count = rows.measureCount
        var matrix = SymmetricMatrix(size: count + 1)
        var right = [Double](repeating: 0, count: count + 1)
        var z = [Double](repeating: 1, count: count + 1)
        rows.forEach { x, isBeat, weight in
            var score = weights[count]
            for index in 0..<count {
                z[index] = (x[index] - scale.means[index]) / scale.deviations[index]
                score += weights[index] * z[index]
            }
            let probability = 1 / (1 + PlatformMath.exp(-score))
            let slope = weight * (probability - (isBeat ? 1 : 0))
            for index in z.indices { right[index] += slope * z[index] }
            matrix.addSquare(of: z, times: weight * probability * (1 - probability))
        }
        let hold = ridge * rows.weightSum
        for index in 0..<count {
            right[index] += hold * weights[index]
            matrix[index, index] += hold
        }
        // Where every row is decided beyond doubt nothing else holds the bias.
        matrix[count, count] += 1e-9 * rows.weightSum
        return (matrix, right)
    }
}

/// A positive definite matrix; its lower triangle.
struct SymmetricMatrix {
    let size: Int
    private var elements: [Double]

    init(size: Int) {
        self.size = size
        elements = [Double](repeating: 0, count: size * size)
    }

    /// - Precondition: `column` is not above `row`.
    subscript(row: Int, column: Int) -> Double {
        get { elements[row * size + column] }
        set { elements[row * size + column] = newValue }
    }

    mutating func addSquare(of vector: [Double], times factor: Double) {
        elements.withUnsafeMutableBufferPointer { elements in
            for row in 0..<size {
                let value = factor * vector[row]
                for column in 0...row { elements[row * size + column] += value * vector[column] }
            }
        }
    }

    /// The vector x with matrix x = right, by Cholesky's factors.
    func solved(_ right: [Double]) -> [Double] {
        var factor = self
        for row in 0..<size {
            for column in 0...row {
                var sum = factor[row, column]
                for k in 0..<column { sum -= factor[row, k] * factor[column, k] }
                factor[row, column] =
                    row == column ? sum.squareRoot() : sum / factor[column, column]
            }
        }
        var x = right
        for row in 0..<size {
            for k in 0..<row { x[row] -= factor[row, k] * x[k] }
            x[row] /= factor[row, row]
        }
        for row in (0..<size).reversed() {
            for k in (row + 1)..<size { x[row] -= factor[k, row] * x[k] }
            x[row] /= factor[row, row]
        }
        return x
    }
}
