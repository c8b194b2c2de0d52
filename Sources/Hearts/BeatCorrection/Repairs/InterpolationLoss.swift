/// Loss of beat-to-beat variability where a smooth curve replaces intervals.
///
/// A cubic through the neighbours of an interval knows nothing of the noise that it had, so after a
/// repair the squared differences around are smaller than they were. By how much is measured where
/// there is no artefact: intervals in the middle of measured ones are repaired as if there were, and
/// the squared differences around them compared. Their mean over the last sites is what a repair is
/// to give back.
struct InterpolationLoss: Sendable, Codable {
    /// The squared differences that repairs lack; ms^2; 0 where not known.
    struct SquaredDifferences: Sendable, Codable {
        /// Two intervals that keep their sum; around them three differences.
        var ofPair = 0.0
        /// One interval whose length is wrong; around it two.
        var ofOne = 0.0
    }

    /// Intervals at the beginning that share one mean.
    static let initialIntervalCount = 80
    /// The distance from a repair back to the last interval that it learns from; intervals: a
    /// stream may still find that nearer ones are irregular.
    static let learningLag = 40
    /// Share of an interval that a repair is shifted by at most.
    static let maxShiftShare = 0.25

    var squaredDifferencesMs2: SquaredDifferences {
        SquaredDifferences(ofPair: pairs.value, ofOne: ones.value)
    }

    /// Newest first; no array, which would be slower here.
    private struct LastFiveIntervals: Codable {
        var a = 0.0
        var b = 0.0
        var c = 0.0
        var d = 0.0
        var e = 0.0
    }

    private var pairs = ClippedMean()
    private var ones = ClippedMean()
    /// The last measured intervals in a row, and how many there are.
    private var recent = LastFiveIntervals()
    private var recentCount = 0

    /// Learns from the first intervals of a segment.
    mutating func start(_ intervals: some Collection<Double>, isMeasured: (Int) -> Bool) {
        for (index, interval) in intervals.prefix(Self.initialIntervalCount).enumerated() {
            learn(interval, isMeasured: isMeasured(index))
        }
        recentCount = 0
    }

    /// Takes the next interval.
    @inline(__always)
    mutating func learn(_ interval: Double, isMeasured: Bool) {
        guard isMeasured else {
            recentCount = 0
            return
        }
        if recentCount == 5 {
            pairs.add(Self.loss(recent.e, recent.d, recent.c, recent.b, recent.a, interval))
            ones.add(Self.loss(recent.d, recent.c, recent.b, recent.a, interval))
        } else {
            recentCount += 1
        }
        recent = LastFiveIntervals(a: interval, b: recent.a, c: recent.b, d: recent.c, e: recent.d)
    }

    /// Returns the loss of the middle two of six when a cubic through the others and their sum
    /// replaces them.
    @inline(__always)
    private static func loss(
        _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double
    ) -> Double {
        // The cubic's values differ by what is left of them when their sum is right.
        let rise = 0.1 * a - 0.5 * b + 0.5 * e - 0.1 * f
        let first = (c + d - rise) / 2
        let second = (c + d + rise) / 2
        return square(c - b) + square(d - c) + square(e - d)
            - (square(first - b) + square(rise) + square(e - second))
    }

    /// Returns the loss of the middle one of five when a cubic through the others replaces it.
    @inline(__always)
    private static func loss(
        _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double
    ) -> Double {
        let cubicValue = (4 * (b + d) - a - e) / 6
        return square(c - b) + square(d - c) - (square(cubicValue - b) + square(d - cubicValue))
    }

    @inline(__always)
    private static func square(_ x: Double) -> Double { x * x }

    /// Returns the shift by which the first of two intervals is lengthened, and the second
    /// shortened, for the squared differences around them to grow by `squares`: the smaller of the
    /// two solutions; ms.
    ///
    /// With the neighbours a and d of b and c that is 6 s^2 + 2 X s = squares, where X is
    /// (b - a) - 2 (c - b) + (d - c).
    static func shift(
        _ a: Double, _ b: Double, _ c: Double, _ d: Double, squares: Double
    ) -> Double {
        smallerRoot(6, (b - a) - 2 * (c - b) + (d - c), squares)
    }

    /// The same of one interval between two: 2 s^2 + 2 X s = squares, X being (b - a) - (c - b).
    static func shift(_ a: Double, _ b: Double, _ c: Double, squares: Double) -> Double {
        smallerRoot(2, (b - a) - (c - b), squares)
    }

    /// Returns the root of q s^2 + 2 x s = squares that is smaller in magnitude.
    private static func smallerRoot(_ q: Double, _ x: Double, _ squares: Double) -> Double {
        guard squares > 0 else { return 0 }
        let root = (x * x + q * squares).squareRoot()
        return x > 0 ? (root - x) / q : -(root + x) / q
    }
}

/// A running mean to which single values contribute only so much.
private struct ClippedMean: Sendable, Codable {
    /// Values it is a mean of.
    private static let windowCount = 90.0
    /// Values below which nothing is known.
    private static let minCount = 8.0
    /// A value counts up to this multiple of their mean size.
    private static let maxSizeFactor = 10.0

    private var mean = 0.0
    private var meanSize = 0.0
    private var count = 0.0

    /// 0 or more.
    var value: Double { count < Self.minCount ? 0 : max(0, mean) }

    @inline(__always)
    mutating func add(_ value: Double) {
        let rate = count < Self.windowCount ? 1 / (count + 1) : 1 / Self.windowCount
        let limit = count > 0 ? Self.maxSizeFactor * meanSize : .infinity
        meanSize += (min(abs(value), limit) - meanSize) * rate
        mean += (min(max(value, -limit), limit) - mean) * rate
        count = min(count + 1, Self.windowCount)
    }
}
