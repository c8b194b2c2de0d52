/// Breathing in one epoch of a recording.
public struct BreathingEpoch: Sendable, Equatable {
    /// s.
    public var startSeconds: Double
    public var durationSeconds: Double
    /// nil where no rate stands out.
    public var breathsPerMinute: Double?

    public init(startSeconds: Double, durationSeconds: Double, breathsPerMinute: Double?) {
        self.startSeconds = startSeconds
        self.durationSeconds = durationSeconds
        self.breathsPerMinute = breathsPerMinute
    }
}
