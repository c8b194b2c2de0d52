import PhysioDSP

/// Noise of each kind of ``ECGNoise``, of any scale.
enum NoiseSource {
    static let baselineBandHz = (0.05, 0.5)
    static let muscleBandHz = (20.0, 100.0)
    /// Order of the Butterworth filters that bound a band.
    private static let order = 4
    /// Amplitude of the mains' third harmonic.
    private static let thirdHarmonicShare = 0.2
    /// Share by which the mains' amplitude drifts.
    private static let mainsDriftShare = 0.2
    /// The frequency where the 1/f noise begins to fall, and those at ratios of four above it.
    private static let motionPolesHz = [0.1, 0.4, 1.6, 6.4, 25.6]
    /// Mean time between steps of an electrode; s.
    private static let stepSeconds = 8.0
    /// Largest steps, in standard deviations of the 1/f noise.
    private static let maxStepHeight = 6.0
    private static let burstSeconds = (on: 2.0, off: 4.0)
    private static let rampSeconds = 0.25

    static func whiteNoise(_ count: Int, _ generator: inout SeededGenerator) -> [Double] {
        (0..<count).map { _ in generator.normal() }
    }

    static func baselineNoise(
        _ count: Int, _ rate: Double, _ generator: inout SeededGenerator
    ) -> [Double] {
        let band = SectionCascade.Band.bandPass(lowHz: baselineBandHz.0, highHz: baselineBandHz.1)
        // The filter forgets its start within a few periods of the lower edge.
        return filteredNoise(count, rate, band, settlingSeconds: 100, &generator)
    }

    static func muscleNoise(
        _ count: Int, _ rate: Double, _ generator: inout SeededGenerator
    ) -> [Double] {
        precondition(rate >= 4 * muscleBandHz.0, "muscle noise needs a rate of 80 Hz or more")
        let hasUpperEdge = muscleBandHz.1 < 0.45 * rate
        let band: SectionCascade.Band =
            hasUpperEdge
            ? .bandPass(lowHz: muscleBandHz.0, highHz: muscleBandHz.1) : .highPass(muscleBandHz.0)
        return filteredNoise(count, rate, band, settlingSeconds: 1, &generator)
    }

    private static func filteredNoise(
        _ count: Int, _ rate: Double, _ band: SectionCascade.Band, settlingSeconds: Double,
        _ generator: inout SeededGenerator
    ) -> [Double] {
        let filter = SectionCascade.butterworth(band, order: order, sampleRateHz: rate)
        var state = filter.state()
        _ = filter.filtered(whiteNoise(Int(settlingSeconds * rate), &generator), state: &state)
        return filter.filtered(whiteNoise(count, &generator), state: &state)
    }

    /// Muscle noise under an envelope: on and off for exponentially distributed times, with ramps
    /// of a quarter of a second.
    static func muscleBursts(
        _ count: Int, _ rate: Double, _ generator: inout SeededGenerator
    ) -> [Double] {
        var noise = muscleNoise(count, rate, &generator)
        let slope = 1 / (rampSeconds * rate)
        var level = 0.0
        var isOn = generator.uniform() < burstSeconds.on / (burstSeconds.on + burstSeconds.off)
        if isOn { level = 1 }
        var remainingSampleCount = 0.0
        for index in noise.indices {
            if remainingSampleCount <= 0 {
                if index > 0 { isOn.toggle() }
                let mean = isOn ? burstSeconds.on : burstSeconds.off
                remainingSampleCount = -mean * rate * PlatformMath.log(1 - generator.uniform())
            }
            remainingSampleCount -= 1
            level = min(1, max(0, level + (isOn ? slope : -slope)))
            noise[index] *= level * level * (3 - 2 * level)
        }
        return noise
    }

    static func mainsNoise(
        _ count: Int, _ rate: Double, hz: Double, _ generator: inout SeededGenerator
    ) -> [Double] {
        precondition(hz > 0 && hz < rate / 2, "the mains lie below half the rate")
        let fullTurn = 2 * Double.pi
        let phases = (0..<4).map { _ in fullTurn * generator.uniform() }
        let thirdHarmonicAmplitude = 3 * hz < rate / 2 ? thirdHarmonicShare : 0
        let step = fullTurn / rate
        return (0..<count).map { index in
            let time = step * Double(index)
            // Two slow waves whose frequencies have no small common multiple.
            let slowDrift =
                0.5 * PlatformMath.sin(0.011 * time + phases[0])
                + 0.5 * PlatformMath.sin(0.029 * time + phases[1])
            let wave =
                PlatformMath.sin(hz * time + phases[2])
                + (thirdHarmonicAmplitude > 0
                    ? thirdHarmonicAmplitude * PlatformMath.sin(3 * hz * time + phases[3]) : 0)
            return (1 + mainsDriftShare * slowDrift) * wave
        }
    }

    static func motionNoise(
        _ count: Int, _ rate: Double, _ generator: inout SeededGenerator
    ) -> [Double] {
        let filter = pinkFilter(rate)
        var state = filter.state()
        _ = filter.filtered(whiteNoise(Int(20 * rate), &generator), state: &state)
        var noise = filter.filtered(whiteNoise(count, &generator), state: &state)
        let power = noise.reduce(0) { $0 + $1 * $1 } / Double(max(1, count))
        addSteps(to: &noise, rate, height: maxStepHeight * power.squareRoot(), &generator)
        return noise
    }

    /// Poles and zeros by turns at ratios of two, a pole last: between the first pole and the last
    /// the gain falls by 10 dB a decade, within some 1 dB; behind it by 20.
    private static func pinkFilter(_ rate: Double) -> SectionCascade {
        func root(_ hz: Double) -> Double { PlatformMath.exp(-2 * .pi * hz / rate) }
        let sections = motionPolesHz.map { pole in
            let isLast = pole == motionPolesHz.last
            return SectionCascade.Section(
                b0: 1, b1: isLast ? 0 : -root(2 * pole), b2: 0, a1: -root(pole), a2: 0)
        }
        return SectionCascade(sections: sections)
    }

    /// Steps at random times, uniform up to the height either way, that decay with 0.2 to 1.5 s.
    private static func addSteps(
        to noise: inout [Double], _ rate: Double, height: Double,
        _ generator: inout SeededGenerator
    ) {
        var position = 0.0
        while true {
            position -= stepSeconds * rate * PlatformMath.log(1 - generator.uniform())
            guard position < Double(noise.count) else { return }
            var level = height * (2 * generator.uniform() - 1)
            let decay = PlatformMath.exp(-1 / (rate * (0.2 + 1.3 * generator.uniform())))
            var index = Int(position)
            while index < noise.count, abs(level) > 1e-6 * height {
                noise[index] += level
                level *= decay
                index += 1
            }
        }
    }
}
