/// The breathing rates a use allows; breaths/min.
///
/// A pacer clamps to them, a setting or an argument outside is refused. The analysis of recordings
/// has none.
///
/// ```swift
/// try BreathRateLimits.referencePacer.clamped(9)  // 7
/// try BreathRateLimits.startRate.checked(9)  // throws, with the range
/// ```
public struct BreathRateLimits: Sendable, Equatable {
    public let lowest: Double
    public let highest: Double

    /// The reference pacer.
    public static let referencePacer = BreathRateLimits(lowest: 4.5, highest: 7.0)
    /// The rate a session begins with.
    public static let startRate = referencePacer
    /// Every other pacer, and the assessment protocols.
    public static let otherPacers = BreathRateLimits(lowest: 4.0, highest: 7.5)
    /// Presets and fixed patterns: the person's own choice, never adapted.
    public static let userChoice = BreathRateLimits(lowest: 2, highest: 20)

    /// The rate a session begins with where nothing else is asked for.
    public static let defaultStartRate = 5.5

    /// Returns true if a rate is allowed; a value that is no number is not.
    public func contains(_ breathsPerMinute: Double) -> Bool {
        breathsPerMinute >= lowest && breathsPerMinute <= highest
    }

    /// Both limits for a person, such as `4.5 to 7.0`; whole ones without decimals, such as `2 to
    /// 20`.
    package func text(separator: String = "to") -> String {
        let isWhole = lowest == lowest.rounded() && highest == highest.rounded()
        return isWhole
            ? "\(Int(lowest)) \(separator) \(Int(highest))" : "\(lowest) \(separator) \(highest)"
    }

    /// The nearest rate allowed.
    ///
    /// - Throws: `rateNotFinite`: no number is nearest to it.
    public func clamped(_ breathsPerMinute: Double) throws(BreathingError) -> Double {
        guard breathsPerMinute.isFinite else { throw .rateNotFinite }
        return min(max(breathsPerMinute, lowest), highest)
    }

    /// The same rate, where it is allowed.
    ///
    /// - Throws: `rateNotFinite`, `rateOutOfRange`.
    public func validated(_ breathsPerMinute: Double) throws(BreathingError) -> Double {
        guard breathsPerMinute.isFinite else { throw .rateNotFinite }
        guard contains(breathsPerMinute) else {
            throw .rateOutOfRange(found: breathsPerMinute, lowest: lowest, highest: highest)
        }
        return breathsPerMinute
    }
}
