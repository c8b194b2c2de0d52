/// The slow trend of an even series by smoothness priors, in time and memory linear in its length.
///
/// The trend z minimises sum (y - z)^2 + lambda^2 sum (second differences of z)^2, so it solves
/// (I + lambda^2 D'D) z = y with D the second-difference matrix. That matrix has five diagonals
/// and is positive definite: one factorisation L D L' and two substitutions solve it exactly.
///
/// Away from the ends the trend is y filtered with the gain
/// 1 / (1 + 16 lambda^2 sin^4(pi f / r)), r the sample rate: half at r / pi asin(1 / (2 sqrt
/// lambda)), which is 0.0285 Hz for lambda 500 at 4 Hz. What is left after the trend is taken away
/// has lost 18 % of its power at 0.05 Hz.
///
/// - SeeAlso: Tarvainen, Ranta-aho and Karjalainen 2002, IEEE Trans. Biomed. Eng. 49:172, doi
///   10.1109/10.979357.
public struct SmoothnessPriors: Sendable, Equatable {
    /// Regularisation; larger is smoother.
    public let lambda: Double

    /// Tarvainen's choice for a series at 4 Hz.
    public static let defaultLambda = 500.0

    /// - Precondition: `lambda` is finite and not negative.
    public init(lambda: Double = defaultLambda) {
        precondition(lambda >= 0 && lambda.isFinite, "lambda is finite and not negative")
        self.lambda = lambda
    }

    /// The trend of `samples`.
    ///
    /// - Parameter samples: n numbers at equal distances; NaN or infinity makes all of the trend
    ///   NaN.
    /// - Returns: n numbers; a straight line is its own trend, and so is any series of fewer than
    ///   three samples.
    /// - Complexity: O(n) time and memory.
    public func trend(of samples: [Double]) -> [Double] {
        let n = samples.count
        guard n >= 3 else { return samples }
        let weight = lambda * lambda
        // L has ones on its diagonal, `first` and `second` below it; `diagonal` is D.
        var diagonal = [Double](repeating: 0, count: n)
        var first = [Double](repeating: 0, count: n)
        var second = [Double](repeating: 0, count: n)
        var solution = samples
        for i in 0..<n {
            var pivot = 1 + weight * Self.diagonalEntry(i, n)
            var next = weight * Self.firstOffDiagonalEntry(i, n)
            if i >= 1 {
                pivot -= first[i - 1] * first[i - 1] * diagonal[i - 1]
                next -= first[i - 1] * second[i - 1] * diagonal[i - 1]
                solution[i] -= first[i - 1] * solution[i - 1]
            }
            if i >= 2 {
                pivot -= second[i - 2] * second[i - 2] * diagonal[i - 2]
                solution[i] -= second[i - 2] * solution[i - 2]
            }
            diagonal[i] = pivot
            first[i] = next / pivot
            second[i] = i + 2 < n ? weight / pivot : 0
        }
        for i in (0..<n).reversed() {
            solution[i] /= diagonal[i]
            if i + 1 < n { solution[i] -= first[i] * solution[i + 1] }
            if i + 2 < n { solution[i] -= second[i] * solution[i + 2] }
        }
        return solution
    }

    /// D'D on its diagonal: 1, 5, 6 ... 6, 5, 1, for short series the overlap of the ends.
    private static func diagonalEntry(_ i: Int, _ n: Int) -> Double {
        var entry = 0.0
        if i + 2 < n { entry += 1 }
        if i >= 1, i + 1 < n { entry += 4 }
        if i >= 2 { entry += 1 }
        return entry
    }

    /// D'D beside its diagonal: -2, -4 ... -4, -2.
    private static func firstOffDiagonalEntry(_ i: Int, _ n: Int) -> Double {
        var entry = 0.0
        if i + 2 < n { entry -= 2 }
        if i >= 1, i + 1 < n { entry -= 2 }
        return entry
    }
}
