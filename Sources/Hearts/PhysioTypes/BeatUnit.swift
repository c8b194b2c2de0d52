/// The unit of R-R intervals in an array.
public enum BeatUnit: String, Sendable, CaseIterable {
    case milliseconds = "ms"
    case seconds = "s"

    /// The factor that converts a value to ms.
    var millisecondFactor: Double { self == .seconds ? 1000 : 1 }

    /// Medians that intervals in this unit have.
    var plausibleMedianRange: ClosedRange<Double> {
        let range = RRSeries.plausibleRangeMs
        return range.lowerBound / millisecondFactor...range.upperBound / millisecondFactor
    }
}
