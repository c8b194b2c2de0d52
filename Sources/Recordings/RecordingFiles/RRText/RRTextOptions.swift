/// What the person said about a text of R-R intervals; everything else is found out.
public struct RRTextOptions: Sendable, Equatable {
    /// Unit of the intervals.
    public enum Unit: String, Sendable, CaseIterable {
        case milliseconds = "ms"
        case seconds = "s"

        /// Power of ten that turns a value into milliseconds.
        var millisecondPower: Int { self == .seconds ? 3 : 0 }
        /// Medians that an interval in this unit can have.
        var plausibleMedian: ClosedRange<Double> { self == .seconds ? 0.2...3 : 200...3000 }
    }

    /// What a comma between digits means.
    public enum DecimalMark: String, Sendable, CaseIterable {
        case point
        case comma
    }

    public var unit: Unit?
    public var decimalMark: DecimalMark?
    /// Beats that count as normal, where a word beside an interval says of which kind its beat is.
    public var normal = NormalBeats()

    public init(unit: Unit? = nil, decimalMark: DecimalMark? = nil) {
        self.unit = unit
        self.decimalMark = decimalMark
    }
}
