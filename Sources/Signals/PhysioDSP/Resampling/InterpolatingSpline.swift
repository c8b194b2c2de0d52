/// A piecewise polynomial through samples at uneven times.
///
/// Degree 1 is straight lines, 3 the cubic and 7 the septic spline; derivatives up to the degree
/// less 1 are continuous. Pieces meet at the samples, at an even degree midway between two. The
/// outermost knots are left out ("not a knot"), so that a polynomial of that degree is reproduced
/// exactly. Beyond the first and last sample the outermost pieces continue. Odd degrees are the better
/// interpolants; 2 is there for comparison with programs that use it.
///
/// On samples evenly spaced by T a spline is a low-pass. The share of a tone's power that it keeps, for T
/// = 0.9 s at 0.25 and 0.35 Hz: degree 1 0.71 and 0.51 (so 0.84 and 0.71 of its amplitude: straight
/// lines lose 16 % at 0.25 Hz), degree 3 0.98 and 0.91, degree 7 1.000 and 0.996.
///
/// - SeeAlso: de Boor 1978, A Practical Guide to Splines, chapters 10 and 13.
public struct InterpolatingSpline: Sendable, Equatable {
    /// The degree in use: the one asked for, or the largest one of its parity the samples allow.
    public let degree: Int
    private let knots: [Double]
    private let coefficients: [Double]

    /// - Parameter times: n >= 2 strictly ascending finite times.
    /// - Parameter values: n numbers; NaN or infinity makes the spline NaN everywhere, at degree 1 in
    ///   all pieces up to the one behind it.
    /// - Parameter degree: 1 ... 7; where n is not above it lowered in steps of 2, but not below 1.
    /// - Precondition: the conditions above.
    /// - Complexity: O(n degree^2).
    public init(times: [Double], values: [Double], degree: Int) {
        precondition(times.count == values.count, "every value needs one time")
        precondition(times.count >= 2, "a spline needs two samples")
        precondition((1...7).contains(degree), "a spline's degree is 1 to 7")
        precondition(
            zip(times.dropFirst(), times).allSatisfy { $0 > $1 }, "times must ascend strictly")
        let n = times.count
        var k = degree
        while k >= n { k = max(1, k - 2) }
        self.degree = k
        let half = (k + 1) / 2
        let isEven = k.isMultiple(of: 2)
        let positions = isEven ? zip(times, times.dropFirst()).map { ($0 + $1) / 2 } : times
        let first = [Double](repeating: times[0], count: k + 1)
        let last = [Double](repeating: times[n - 1], count: k + 1)
        knots = first + positions[half..<max(half, positions.count - half)] + last
        coefficients = Self.solvedCoefficients(
            times: times, values: values, knots: knots, degree: k)
    }

    /// The spline at `time`.
    ///
    /// - Complexity: O(log n + degree^2).
    public func value(at time: Double) -> Double {
        let pieceIndex = Self.pieceIndex(of: time, knots: knots, degree: degree)
        let basis = Self.basis(at: time, pieceIndex: pieceIndex, knots: knots, degree: degree)
        var sum = 0.0
        for (offset, weight) in basis.enumerated() {
            sum += weight * coefficients[pieceIndex - degree + offset]
        }
        return sum
    }

    /// The spline at `count` times from `start` on, in steps of `step`.
    public func values(from start: Double, step: Double, count: Int) -> [Double] {
        (0..<count).map { value(at: start + Double($0) * step) }
    }

    /// The last knot index whose knot is not above the time, inside the pieces that exist.
    private static func pieceIndex(of time: Double, knots: [Double], degree: Int) -> Int {
        var low = degree
        var high = knots.count - degree - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if knots[middle] <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// The degree + 1 basis functions that are not 0 in the piece: Cox and de Boor's recursion.
    private static func basis(
        at time: Double, pieceIndex: Int, knots: [Double], degree: Int
    ) -> [Double] {
        var basis = [Double](repeating: 0, count: degree + 1)
        basis[0] = 1
        for order in 1..<max(2, degree + 1) where order <= degree {
            var carriedTerm = 0.0
            for index in 0..<order {
                let right = knots[pieceIndex + index + 1]
                let left = knots[pieceIndex + index + 1 - order]
                let share = basis[index] / (right - left)
                basis[index] = carriedTerm + (right - time) * share
                carriedTerm = (time - left) * share
            }
            basis[order] = carriedTerm
        }
        return basis
    }

    /// The coefficients: a banded system, solved without exchanges, which its total positivity
    /// makes safe (de Boor 1978, chapter 13).
    private static func solvedCoefficients(
        times: [Double], values: [Double], knots: [Double], degree: Int
    ) -> [Double] {
        let n = times.count
        let width = 2 * degree + 1
        // Row i holds the columns i - degree ... i + degree.
        var band = [Double](repeating: 0, count: n * width)
        for (row, time) in times.enumerated() {
            let pieceIndex = pieceIndex(of: time, knots: knots, degree: degree)
            let weights = basis(at: time, pieceIndex: pieceIndex, knots: knots, degree: degree)
            for (offset, weight) in weights.enumerated() {
                let column = pieceIndex - degree + offset
                let index = column - row + degree
                if index >= 0, index < width { band[row * width + index] = weight }
            }
        }
        var x = values
        for pivot in 0..<n {
            for row in (pivot + 1)..<max(pivot + 1, min(n, pivot + degree + 1)) {
                let lead = band[row * width + pivot - row + degree]
                guard lead != 0 else { continue }
                let factor = lead / band[pivot * width + degree]
                for column in pivot..<min(n, pivot + degree + 1) {
                    band[row * width + column - row + degree] -=
                        factor * band[pivot * width + column - pivot + degree]
                }
                x[row] -= factor * x[pivot]
            }
        }
        for row in (0..<n).reversed() {
            for column in (row + 1)..<max(row + 1, min(n, row + degree + 1)) {
                x[row] -= band[row * width + column - row + degree] * x[column]
            }
            x[row] /= band[row * width + degree]
        }
        return x
    }
}
