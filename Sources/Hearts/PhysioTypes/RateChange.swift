/// A position where the heart rate changes at once, or seems to: every other beat missed looks the same.
///
/// The difference between the intervals on both sides is no successive difference of a rhythm: the
/// corrected series has no neighbours there. Whether it was the heart only the ECG can show.
public struct RateChange: Sendable, Equatable, Codable {
    /// Index of the first raw interval at the changed rate.
    public let rawIndex: Int
    /// Median of the last intervals before the change, in ms; above 0.
    public let beforeMs: Double
    /// Median of the first intervals after the change, in ms; above 0.
    public let afterMs: Double
    /// True if the intervals at the changed rate were left out: the former rate came back within 60
    /// beats and the ratio is 2 or 1/2, so that a sensor may have missed or doubled every beat.
    public let isLeftOut: Bool

    /// Factor by which the heart rate changes; above 1 where the heart becomes faster.
    public var rateFactor: Double { beforeMs / afterMs }

    /// - Parameter rawIndex: index of the first raw interval at the changed rate; 0 or more.
    /// - Parameter beforeMs: median interval before the change, in ms; above 0.
    /// - Parameter afterMs: median interval after the change, in ms; above 0.
    /// - Parameter isLeftOut: whether the intervals at the changed rate were left out.
    public init(rawIndex: Int, beforeMs: Double, afterMs: Double, isLeftOut: Bool) {
        self.rawIndex = rawIndex
        self.beforeMs = beforeMs
        self.afterMs = afterMs
        self.isLeftOut = isLeftOut
    }
}
