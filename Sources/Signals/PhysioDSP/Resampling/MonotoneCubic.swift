/// A piecewise cubic through samples at uneven times that never leaves the range of two neighbours.
///
/// The slope at each inner sample is the weighted harmonic mean of the slopes on either side, 0
/// where they differ in sign; at the ends a three-point formula, limited the same way. Its first
/// derivative is continuous. Nothing overshoots, at the price of a low-pass stronger than the cubic
/// spline's.
///
/// - SeeAlso: Fritsch and Butland 1984, SIAM J. Sci. Stat. Comput. 5:300; Fritsch and Carlson 1980,
///   SIAM J. Numer. Anal. 17:238.
public struct MonotoneCubic: Sendable, Equatable {
    private let times: [Double]
    private let samples: [Double]
    private let slopes: [Double]

    /// - Parameter times: n >= 2 strictly ascending finite times.
    /// - Parameter values: n numbers; NaN or infinity makes the two pieces that touch it NaN.
    /// - Precondition: the conditions above.
    /// - Complexity: O(n).
    public init(times: [Double], values: [Double]) {
        precondition(times.count == values.count, "every value needs one time")
        precondition(times.count >= 2, "an interpolation needs two samples")
        precondition(
            zip(times.dropFirst(), times).allSatisfy { $0 > $1 }, "times must ascend strictly")
        self.times = times
        samples = values
        let widths = zip(times.dropFirst(), times).map { $0 - $1 }
        let secants = zip(zip(values.dropFirst(), values), widths).map { ($0.0 - $0.1) / $1 }
        guard times.count > 2 else {
            slopes = [secants[0], secants[0]]
            return
        }
        var slopes = [Self.endSlope(widths[0], widths[1], secants[0], secants[1])]
        for i in 1..<widths.count {
            slopes.append(Self.innerSlope(widths[i - 1], widths[i], secants[i - 1], secants[i]))
        }
        let n = widths.count
        slopes.append(
            Self.endSlope(widths[n - 1], widths[n - 2], secants[n - 1], secants[n - 2]))
        self.slopes = slopes
    }

    /// The interpolation at `time`; the outermost cubics go on beyond the samples.
    ///
    /// - Complexity: O(log n).
    public func value(at time: Double) -> Double {
        var low = 0
        var high = times.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle } else { high = middle }
        }
        let width = times[low + 1] - times[low]
        let u = (time - times[low]) / width
        let rise = samples[low + 1] - samples[low]
        let left = slopes[low] * width
        let right = slopes[low + 1] * width
        // Hermite's cubic in u.
        return samples[low] + u
            * (left + u
                * (3 * rise - 2 * left - right
                    + u * (left + right - 2 * rise)))
    }

    private static func innerSlope(
        _ leftWidth: Double, _ rightWidth: Double, _ left: Double, _ right: Double
    ) -> Double {
        guard left * right > 0 else { return 0 }
        let a = 2 * rightWidth + leftWidth
        let b = rightWidth + 2 * leftWidth
        return (a + b) / (a / left + b / right)
    }

    private static func endSlope(
        _ width: Double, _ nextWidth: Double, _ secant: Double, _ nextSecant: Double
    ) -> Double {
        let slope =
            ((2 * width + nextWidth) * secant - width * nextSecant) / (width + nextWidth)
        if slope * secant <= 0 { return 0 }
        if secant * nextSecant <= 0, abs(slope) > 3 * abs(secant) { return 3 * secant }
        return slope
    }
}
