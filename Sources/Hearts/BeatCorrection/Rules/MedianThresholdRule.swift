import PhysioDSP

/// An interval is wrong where it lies further from the local median than a threshold.
///
/// The five levels are those of Kubios. Each is stated for 60 beats/min and scaled with the mean
/// interval, so that it is smaller at higher rates. The length of the median's window is not
/// published; here it is 11 intervals.
///
/// The stronger levels take the oscillations of slow breathing for artefacts.
///
/// - SeeAlso: Tarvainen and others 2014, Comput. Methods Programs Biomed. 113:210 (Kubios).
public struct MedianThresholdRule: FlaggingRule, Equatable {
    public enum Level: String, Sendable, CaseIterable {
        case veryLow = "very-low"
        case low
        case medium
        case strong
        case veryStrong = "very-strong"

        /// Largest distance from the median at 60 beats/min; ms.
        public var thresholdMs: Double {
            switch self {
            case .veryLow: 450
            case .low: 350
            case .medium: 250
            case .strong: 150
            case .veryStrong: 50
            }
        }
    }

    /// Intervals over which the median is taken.
    public static let medianWindowIntervalCount = 11
    /// The mean interval for which the levels are stated; ms.
    public static let referenceMs = 1000.0
    public let level: Level
    public var name: String { "kubios-" + level.rawValue }

    public init(level: Level) {
        self.level = level
    }

    func flaggedIntervals(_ intervalsMs: [Double]) -> FlaggedIntervals {
        let mean = Statistics.mean(intervalsMs) ?? Self.referenceMs
        let threshold = level.thresholdMs * mean / Self.referenceMs
        let medians = RollingQuantiles(
            window: Self.medianWindowIntervalCount, probabilities: [0.5])(
                intervalsMs)[0]
        return FlaggedIntervals(
            isFlagged: zip(intervalsMs, medians).map { abs($0 - $1) > threshold },
            tolerance: .ms(threshold))
    }
}
