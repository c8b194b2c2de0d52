/// The filter of PhysioNet's HRV toolkit: `0.2 20 -x 0.4 2.0`.
///
/// Intervals outside 0.4 to 2 s are wrong. Of the others, an interval is wrong where it differs by
/// more than a fifth from the mean of the 20 on either side of it, without itself; near the ends of
/// the series, from the mean of those that exist. Which of the wrong ones counts as what is decided
/// as for all rules that only flag.
///
/// - SeeAlso: Moody 1993, Comput. Cardiol. 20:381; PhysioNet, HRV Toolkit (`filt`).
public struct NeighbourhoodMeanRule: FlaggingRule, Equatable {
    /// Lengths an interval can have; ms.
    public static let rangeMs = 400.0...2000.0
    /// Intervals on either side over which the mean is taken.
    public static let intervalCountPerSide = 20
    /// Largest difference, as a share of the mean.
    public static let maxDifferenceShare = 0.2
    public let name = "physionet"

    public init() {}

    func flaggedIntervals(_ intervalsMs: [Double]) -> FlaggedIntervals {
        let inRangeIndices = intervalsMs.indices.filter { Self.rangeMs.contains(intervalsMs[$0]) }
        var flags = intervalsMs.map { !Self.rangeMs.contains($0) }
        for (position, index) in inRangeIndices.enumerated() {
            let from = max(0, position - Self.intervalCountPerSide)
            let to = min(inRangeIndices.count - 1, position + Self.intervalCountPerSide)
            guard to > from else { continue }
            var sum = 0.0
            for other in from...to where other != position {
                sum += intervalsMs[inRangeIndices[other]]
            }
            let mean = sum / Double(to - from)
            flags[index] = abs(intervalsMs[index] - mean) > Self.maxDifferenceShare * mean
        }
        return FlaggedIntervals(isFlagged: flags, tolerance: .share(Self.maxDifferenceShare))
    }
}
