/// A sound as samples of one channel; full scale is -1 ... 1.
package struct SoundSamples: Sendable, Hashable {
    /// The sample rate of every sound that is computed, unless another one is asked for; Hz.
    package static let defaultRateHz = 48_000

    package let values: [Float]
    /// The sample rate, above 0; Hz.
    package let sampleRateHz: Int

    /// - Precondition: the rate is above 0. Every value is finite.
    package init(values: [Float], sampleRateHz: Int = defaultRateHz) {
        precondition(sampleRateHz > 0, "a sound needs a sample rate above 0")
        self.values = values
        self.sampleRateHz = sampleRateHz
    }

    package var durationSeconds: Double { Double(values.count) / Double(sampleRateHz) }

    /// The same sound, louder or softer.
    package func scaled(by gain: Double) -> SoundSamples {
        let factor = Float(gain)
        return SoundSamples(values: values.map { $0 * factor }, sampleRateHz: sampleRateHz)
    }

    /// The same sound at another sample rate; frequencies that the new rate cannot hold are removed.
    package func resampled(toHz rateHz: Int) -> SoundSamples {
        guard rateHz != sampleRateHz else { return self }
        return SoundSamples(
            values: SincResampling.resample(values, fromHz: sampleRateHz, toHz: rateHz),
            sampleRateHz: rateHz)
    }
}
