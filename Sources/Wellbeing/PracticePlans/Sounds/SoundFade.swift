import PhysioDSP

/// The edges of a sound, which let it rise from silence and fall back without a click.
enum SoundFade {
    /// Length of the rise of every sound, and of the fall of tones; s.
    static let defaultSeconds = 0.008
    /// Length of the fall at the end of a strike, which has nearly died away by then; s.
    static let strikeEndSeconds = 0.05

    /// sin^2(pi t / 2d) from 0 to the length d of the edge, 0 before it, and 1 after it.
    static func gain(atSeconds time: Double, lengthSeconds: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= lengthSeconds { return 1 }
        let sine = PlatformMath.sin(0.5 * Double.pi * time / lengthSeconds)
        return sine * sine
    }

    /// Lets samples rise at their beginning and fall at the end of the sound.
    ///
    /// - Parameter durationSeconds: where the fall reaches 0.
    /// - Complexity: O(length of both edges).
    static func apply(
        to samples: inout [Double], durationSeconds: Double, fadeOutSeconds: Double, rateHz: Int
    ) {
        let rate = Double(rateHz)
        let fadeInSampleCount = min(samples.count, Int(defaultSeconds * rate) + 1)
        for index in 0..<fadeInSampleCount {
            samples[index] *= gain(
                atSeconds: Double(index) / rate, lengthSeconds: defaultSeconds)
        }
        let fadeOutSampleCount = min(samples.count, Int(fadeOutSeconds * rate) + 2)
        for index in (samples.count - fadeOutSampleCount)..<samples.count {
            samples[index] *= gain(
                atSeconds: durationSeconds - Double(index) / rate, lengthSeconds: fadeOutSeconds)
        }
    }
}
