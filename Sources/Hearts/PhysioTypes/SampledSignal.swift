/// A signal whose samples are evenly spaced in time, as a whole.
///
/// ```swift
/// let signal = SampledSignal(name: "ECG", unit: "mV", sampleRateHz: 250, samples: [0, 0.1, .nan])
/// signal.durationSeconds  // 0.012
/// ```
public struct SampledSignal: Sendable, Equatable {
    public let name: String
    /// The unit of the samples, such as `mV`.
    public let unit: String
    /// Samples a second; above 0; need not be a whole number.
    public let sampleRateHz: Double
    /// The samples in the order of time; NaN where one is missing.
    public let samples: [Double]

    /// - Precondition: the rate is finite and above 0.
    public init(name: String, unit: String, sampleRateHz: Double, samples: [Double]) {
        precondition(sampleRateHz > 0 && sampleRateHz.isFinite, "a rate is above 0 Hz")
        self.name = name
        self.unit = unit
        self.sampleRateHz = sampleRateHz
        self.samples = samples
    }

    /// Samples divided by the rate; s.
    public var durationSeconds: Double { Double(samples.count) / sampleRateHz }
}
