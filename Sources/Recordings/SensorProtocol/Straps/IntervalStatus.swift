/// The use that may be made of an R-R interval as a sensor sent it.
///
/// Straps fill fields with 0 and 65535; artefacts reach beyond what hearts do. Nothing is removed
/// here: raw values are kept, and the code that forms NN intervals reads the status.
public enum IntervalStatus: String, Sendable, Equatable {
    /// An interval between two beats.
    case beat = "ok"
    /// Kept as raw, but breaks the chain of NN intervals.
    case outOfRange = "range"
    /// No beat was there: 0, or 65535 on the wire.
    case noBeat = "none"

    /// The range of the lengths of intervals between beats; ms.
    public static let possibleRangeMs = 200.0...3000.0

    /// Units of 1/1024 s in a second, the unit of the wire.
    public static let ticksPerSecond = 1024.0

    /// - Parameter ticks: length on the wire; 1/1024 s.
    public init(ticks: UInt16) {
        self = ticks == .max ? .noBeat : Self(milliseconds: Self.milliseconds(ticks: ticks))
    }

    /// - Parameter milliseconds: length; ms; what is not above 0 is no beat.
    public init(milliseconds: Double) {
        if !(milliseconds > 0) {
            self = .noBeat
        } else {
            self = Self.possibleRangeMs.contains(milliseconds) ? .beat : .outOfRange
        }
    }

    /// Length of an interval on the wire; ms; exact.
    public static func milliseconds(ticks: UInt16) -> Double {
        Double(ticks) * 1000 / ticksPerSecond
    }
}
