/// What the samples of one signal of a recording mean.
public struct SignalDescription: Sendable, Equatable {
    /// As the recording calls it, such as `MLII`; may be empty.
    public let name: String
    /// Of the samples as they are read: `mV` for every voltage, else as the recording states it.
    public let unit: String
    /// Samples a second; need not be a whole number.
    public let sampleRateHz: Double
    /// How many samples the recording announces; nil where it does not.
    public let sampleCount: Int?

    public init(name: String, unit: String, sampleRateHz: Double, sampleCount: Int? = nil) {
        self.name = name
        self.unit = unit
        self.sampleRateHz = sampleRateHz
        self.sampleCount = sampleCount
    }
}
