/// A half-open band of frequencies, [low, high) in Hz.
public struct FrequencyBand: Sendable, Equatable {
    /// Lower edge; Hz; belongs to the band.
    public let lowHz: Double
    /// Upper edge; Hz; belongs to the next band.
    public let highHz: Double

    /// - Returns: nil unless 0 <= low < high, both finite.
    public init?(lowHz: Double, highHz: Double) {
        guard lowHz >= 0, lowHz < highHz, highHz.isFinite else { return nil }
        self.lowHz = lowHz
        self.highHz = highHz
    }
}
