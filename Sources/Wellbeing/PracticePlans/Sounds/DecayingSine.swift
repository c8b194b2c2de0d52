import PhysioDSP

/// A sine that starts at phase 0 and dies away: a exp(-t / T) sin(2 pi f t).
struct DecayingSine {
    let frequencyHz: Double
    /// a
    let amplitude: Double
    /// T; infinite for a tone that does not die away; s.
    var decaySeconds = Double.infinity

    /// Samples between two evaluations of the closed form. A rotation carries the sine from one
    /// sample to the next; over so few its rounding stays below 1e-12 of the amplitude.
    private static let blockSampleCount = 1024

    /// Adds the sine to samples, the first of which is at 0 s.
    func add(to samples: inout [Double], rateHz: Int) {
        let rate = Double(rateHz)
        let angleStep = 2 * Double.pi * frequencyHz / rate
        let decayPerSample = PlatformMath.exp(-1 / (decaySeconds * rate))
        let stepCosine = decayPerSample * PlatformMath.cos(angleStep)
        let stepSine = decayPerSample * PlatformMath.sin(angleStep)
        var start = 0
        while start < samples.count {
            var (cosine, sine) = value(atSeconds: Double(start) / rate)
            let end = min(samples.count, start + Self.blockSampleCount)
            for index in start..<end {
                samples[index] += sine
                (cosine, sine) = (
                    cosine * stepCosine - sine * stepSine, cosine * stepSine + sine * stepCosine
                )
            }
            start = end
        }
    }

    private func value(atSeconds time: Double) -> (cosine: Double, sine: Double) {
        let currentAmplitude = amplitude * PlatformMath.exp(-time / decaySeconds)
        let cycles = frequencyHz * time
        let angle = 2 * Double.pi * (cycles - cycles.rounded(.down))
        return (
            currentAmplitude * PlatformMath.cos(angle), currentAmplitude * PlatformMath.sin(angle)
        )
    }
}
