/// A text that a recording of signals carries with a time.
public struct SignalAnnotation: Sendable, Equatable {
    /// The time from the start of the recording; s.
    public let timeSeconds: Double
    /// s; nil where the recording states none.
    public let durationSeconds: Double?
    public let text: String

    public init(timeSeconds: Double, durationSeconds: Double? = nil, text: String) {
        self.timeSeconds = timeSeconds
        self.durationSeconds = durationSeconds
        self.text = text
    }
}
