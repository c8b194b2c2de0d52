public import PhysioTypes

/// Detrended fluctuation analysis: how fast fluctuations grow with the length they are seen over.
///
/// alpha1 and alpha2 are the slopes of log F(s) against log s (``FluctuationCurve``) over short and
/// long boxes, all integer sizes of a range counting alike. White noise has 0.5 in the limit of
/// long boxes and 0.583 for boxes of 4 to 16, 1/f noise about 1, its running sum 1.5.
///
/// Other tools use other ranges, and none of the numbers agree: 4...11 and 4...12 are common for
/// alpha1. Each exponent is nil where one size of its range has no box, so that there is no segment
/// without a gap as long as its longest box, and where an F is 0, as for a constant series.
///
/// ```swift
/// let values: [Double] = (0..<200).map { $0.isMultiple(of: 2) ? 800 : 840 }
/// DetrendedFluctuation(NNSeries(intervalsMs: values)).alpha1  // 0.0515: it strays no further
/// ```
///
/// - SeeAlso: Peng 1995, Chaos 5:82, doi 10.1063/1.166141.
public struct DetrendedFluctuation: Sendable, Equatable {
    /// Boxes of alpha1; intervals; all integers (Peng 1995 has about these).
    public static let defaultShortBoxes = 4...16
    /// Boxes of alpha2; intervals; all integers.
    public static let defaultLongBoxes = 16...64

    /// F at every size of the two ranges.
    public let curve: FluctuationCurve
    /// Exponent over the short boxes.
    public let alpha1: Double?
    /// Exponent over the long boxes.
    public let alpha2: Double?

    /// - Parameter shortBoxes: sizes of alpha1; each at least 3 intervals.
    /// - Parameter longBoxes: sizes of alpha2; each at least 3 intervals.
    /// - Complexity: O(N) a size.
    public init(
        _ nn: NNSeries, shortBoxes: ClosedRange<Int> = defaultShortBoxes,
        longBoxes: ClosedRange<Int> = defaultLongBoxes
    ) {
        let additionalSizes = longBoxes.filter { !shortBoxes.contains($0) }
        curve = FluctuationCurve(nn, boxSizes: Array(shortBoxes) + additionalSizes)
        alpha1 = curve.exponent(shortBoxes)
        alpha2 = curve.exponent(longBoxes)
    }
}
