/// Mean and deviation of values that enter at one end and leave at the other.
///
/// Sum and sum of squares are kept as unevaluated sums of two doubles, 106 bits: sums of whole
/// numbers are exact, and of others a million beats leave less than 1e-24 of them behind, so that
/// nothing drifts and nothing needs to be summed anew.
struct SlidingMoments: Sendable, Codable {
    private(set) var count = 0
    private var sum = DoubleDouble()
    private var squares = DoubleDouble()
    private var newest = 0.0
    /// The number of the newest values that are equal.
    private var equalCount = 0

    mutating func add(_ value: Double) {
        equalCount = count > 0 && value == newest ? equalCount + 1 : 1
        newest = value
        count += 1
        sum.add(value)
        squares.addProduct(value, value)
    }

    /// - Parameter value: the oldest of those added, bit by bit.
    mutating func removeOldest(_ value: Double) {
        count -= 1
        guard count > 0 else {
            self = SlidingMoments()
            return
        }
        equalCount = min(equalCount, count)
        sum.add(-value)
        squares.addProduct(-value, value)
    }

    /// nil for no values.
    var mean: Double? { count > 0 ? sum.high / Double(count) : nil }

    /// The mean of the squares; nil for no values.
    var meanSquare: Double? { count > 0 ? squares.high / Double(count) : nil }

    /// The standard deviation over count - 1; nil below two values; exactly 0 for equal ones.
    var standardDeviation: Double? {
        guard count >= 2 else { return nil }
        guard equalCount < count else { return 0 }
        let n = Double(count)
        // n sum x^2 - (sum x)^2, which may be a trillionth of either.
        let excess = squares.scaled(by: n).difference(from: sum.squared)
        return (max(0, excess) / (n * (n - 1))).squareRoot()
    }
}

/// A sum held as a double and what that leaves over.
///
/// - SeeAlso: Dekker 1971, Numer. Math. 18:224; Knuth 1998, The Art of Computer Programming 2,
///   section 4.2.2 (the exact error of a sum).
private struct DoubleDouble: Sendable, Codable {
    private(set) var high = 0.0
    private var low = 0.0

    mutating func add(_ value: Double) {
        let (total, error) = Self.exactSum(high, value)
        self = Self.normalised(total, low + error)
    }

    /// Adds x y without rounding the product.
    mutating func addProduct(_ x: Double, _ y: Double) {
        let product = x * y
        add(product)
        add((-product).addingProduct(x, y))
    }

    func scaled(by factor: Double) -> DoubleDouble {
        let product = factor * high
        return Self.normalised(product, (-product).addingProduct(factor, high) + factor * low)
    }

    var squared: DoubleDouble {
        let square = high * high
        return Self.normalised(square, (-square).addingProduct(high, high) + 2 * high * low)
    }

    func difference(from other: DoubleDouble) -> Double {
        let (total, error) = Self.exactSum(high, -other.high)
        return total + (error + (low - other.low))
    }

    private static func exactSum(_ a: Double, _ b: Double) -> (total: Double, error: Double) {
        let total = a + b
        let part = total - a
        return (total, (a - (total - part)) + (b - part))
    }

    private static func normalised(_ high: Double, _ low: Double) -> DoubleDouble {
        var sum = DoubleDouble()
        sum.high = high + low
        sum.low = low - (sum.high - high)
        return sum
    }
}
