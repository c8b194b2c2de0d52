/// A measured breath: a belt, an airflow or the amplitude of an ECG, at even times.
public struct BreathingSignal: Sendable, Equatable {
    /// Time of the first sample, on the clock of the beats; s.
    public let startSeconds: Double
    public let sampleRateHz: Double
    /// Any unit; larger is fuller.
    public let samples: [Double]

    /// - Precondition: the start is finite, the rate above 0 Hz and finite.
    public init(startSeconds: Double, sampleRateHz: Double, samples: [Double]) {
        precondition(
            startSeconds.isFinite && sampleRateHz > 0 && sampleRateHz.isFinite,
            "a signal has a start and a rate above 0 Hz")
        self.startSeconds = startSeconds
        self.sampleRateHz = sampleRateHz
        self.samples = samples
    }

    /// The value at a time, linear between two samples; nil outside them.
    public func value(atSeconds time: Double) -> Double? {
        let position = (time - startSeconds) * sampleRateHz
        guard position >= 0, position <= Double(samples.count - 1) else { return nil }
        let lowerIndex = min(Int(position), max(0, samples.count - 2))
        guard lowerIndex + 1 < samples.count else { return samples[lowerIndex] }
        return samples[lowerIndex] + (position - Double(lowerIndex))
            * (samples[lowerIndex + 1] - samples[lowerIndex])
    }
}
