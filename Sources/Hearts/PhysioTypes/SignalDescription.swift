/// The meaning of the samples of one signal of a recording.
public struct SignalDescription: Sendable, Equatable {
    /// The name that the recording gives it, such as `MLII`; may be empty.
    public let name: String
    /// The unit of the samples as they are read: `mV` for every voltage, else as the recording
    /// states it.
    public let unit: String
    /// Samples a second; need not be a whole number.
    public let sampleRateHz: Double
    /// The number of samples that the recording announces; nil where it does not.
    public let sampleCount: Int?

    public init(name: String, unit: String, sampleRateHz: Double, sampleCount: Int? = nil) {
        self.name = name
        self.unit = unit
        self.sampleRateHz = sampleRateHz
        self.sampleCount = sampleCount
    }
}
