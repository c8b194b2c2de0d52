import PhysioDSP

/// A ratio of two means over the same people, with its 95 % interval.
package struct RatioEstimate: Sendable, Hashable {
    package let value: Double
    package let low: Double
    package let high: Double

    /// The ratio of sums, and its interval by the deviations of a - ratio x b over people (the delta method).
    ///
    /// - Parameters:
    ///   - a: one value a person; at least two.
    ///   - b: of the same people, in the same order; their sum is above 0.
    init(_ a: [Double], over b: [Double]) {
        let count = Double(a.count)
        let meanB = b.reduce(0, +) / count
        let ratio = a.reduce(0, +) / count / meanB
        let differences = zip(a, b).map { $0 - ratio * $1 }
        let deviation = Statistics.standardDeviation(differences) ?? 0
        let halfWidth = 1.959964 * deviation / count.squareRoot() / meanB
        (value, low, high) = (ratio, ratio - halfWidth, ratio + halfWidth)
    }
}
