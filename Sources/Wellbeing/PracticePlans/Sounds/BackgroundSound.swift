import PhysioDSP

/// A sound beneath the cues of a sit: which one, and how loud.
package struct BackgroundSound: Sendable, Hashable {
    /// Sounds that need no file; a file of the same name replaces one.
    package enum GeneratedSound: String, Sendable, CaseIterable {
        /// Low noise, as of a waterfall far away.
        case brownNoise = "brown-noise"
        /// Three steady tones, an octave and the fifth in it, which beat slowly.
        case drone
    }

    /// Root mean square below full scale at level 1; dB.
    package static let levelRangeDB = -60.0...(-18.0)
    package static let defaultLevelDB = -36.0

    /// Name of a generated sound, or of a file in the folder of own sounds, without its ending.
    package let name: String
    /// Root mean square relative to full scale (1.0), before the level of the practice; dB.
    package let levelDB: Double

    /// - Precondition: the level lies in ``levelRangeDB``.
    package init(name: String, levelDB: Double = defaultLevelDB) {
        precondition(Self.levelRangeDB.contains(levelDB), "the level is outside its range")
        self.name = name
        self.levelDB = levelDB
    }

    /// The sound as a loop at its level.
    ///
    /// - Parameter own: samples of the file of this name; nil for the generated sound.
    /// - Returns: nil where no sound has the name, or the file is silent.
    package func loop(own: SoundSamples?) -> SoundLoop? {
        let amplitude = PlatformMath.exp(levelDB / 20 * PlatformMath.log(10))
        if let own { return SoundLoop(own, rmsAmplitude: amplitude) }
        return GeneratedSound(rawValue: name).flatMap {
            SoundLoop($0.samples, rmsAmplitude: amplitude, isPeriodic: $0 == .drone)
        }
    }
}

extension BackgroundSound.GeneratedSound {
    /// Length of the loop; s. Every tone of the drone has whole periods in it.
    private static let lengthSeconds = 20
    private static let rateHz = SoundSamples.defaultRateHz
    /// Noise below this frequency is even, above it falls by 6 dB an octave; Hz.
    private static let noiseCornerHz = 60.0
    private static let noiseSeed: UInt64 = 1
    /// Frequency in Hz and amplitude of the drone's tones: 110 Hz, its fifth and its octave, and one beside the first.
    private static let tones = [(110.0, 1.0), (110.1, 0.6), (165.0, 0.4), (220.0, 0.25)]

    /// One loop, at any amplitude.
    fileprivate var samples: SoundSamples {
        let count = Self.lengthSeconds * Self.rateHz
        var values = [Float](repeating: 0, count: count)
        switch self {
        case .brownNoise:
            var random = SeededGenerator(seed: Self.noiseSeed)
            let retained = PlatformMath.exp(
                -2 * Double.pi * Self.noiseCornerHz / Double(Self.rateHz))
            var sum = 0.0
            for index in values.indices {
                sum = retained * sum + Double.random(in: -1...1, using: &random)
                values[index] = Float(sum)
            }
        case .drone:
            for (hertz, amplitude) in Self.tones {
                let step = 2 * Double.pi * hertz / Double(Self.rateHz)
                for index in values.indices {
                    values[index] += Float(amplitude * PlatformMath.sin(step * Double(index)))
                }
            }
        }
        return SoundSamples(values: values, sampleRateHz: Self.rateHz)
    }
}

/// Samples that repeat without a seam.
package struct SoundLoop: Sendable, Hashable {
    /// Longest crossfade of the end into the beginning; s.
    static let maxCrossfadeSeconds = 0.5

    package let samples: SoundSamples

    /// A loop of a sound at a root mean square.
    ///
    /// The end of the sound is crossfaded into its beginning with equal power, so the loop is shorter by the
    /// crossfade: half a second, or a quarter of a shorter sound.
    ///
    /// - Parameter isPeriodic: whether the sound continues at its beginning as it is; then nothing is crossfaded.
    /// - Returns: nil for a silent sound.
    package init?(_ sound: SoundSamples, rmsAmplitude: Double, isPeriodic: Bool = false) {
        let values = sound.values
        let crossfadeSampleCount =
            isPeriodic
            ? 0 : min(values.count / 4, Int(Self.maxCrossfadeSeconds * Double(sound.sampleRateHz)))
        let count = values.count - crossfadeSampleCount
        var loop = Array(values.prefix(count))
        for index in 0..<crossfadeSampleCount {
            let angle = 0.5 * Double.pi * (Double(index) + 0.5) / Double(crossfadeSampleCount)
            loop[index] =
                Float(PlatformMath.sin(angle)) * values[index]
                + Float(PlatformMath.cos(angle)) * values[count + index]
        }
        let squares = loop.reduce(0.0) { $0 + Double($1) * Double($1) }
        guard squares > 0 else { return nil }
        let rms = (squares / Double(loop.count)).squareRoot()
        samples = SoundSamples(values: loop, sampleRateHz: sound.sampleRateHz)
            .scaled(by: rmsAmplitude / rms)
    }
}

/// A background on the clock of a track.
package struct TrackBackground: Sendable, Hashable {
    /// Length of the rise from silence and of the fall back to it; s.
    package static let fadeSeconds = 4.0

    package let loop: SoundLoop
    /// The spans in which it sounds: it rises from the beginning of each span on, and falls from
    /// its end on; ascending, at least 0; s.
    package let spansSeconds: [ClosedRange<Double>]

    package init(_ loop: SoundLoop, spansSeconds: [ClosedRange<Double>]) {
        self.loop = loop
        self.spansSeconds = spansSeconds
    }

    /// The end of the last fall; 0 without a span; s.
    var endSeconds: Double { spansSeconds.last.map { $0.upperBound + Self.fadeSeconds } ?? 0 }
}

/// A background as samples of a track.
struct BackgroundSamples: Sendable {
    private let values: [Float]
    private let spans: [ClosedRange<Int>]
    private let rateHz: Int
    private let fadeSampleCount: Int

    init(_ background: TrackBackground, level: Double, rateHz: Int) {
        values = background.loop.samples.resampled(toHz: rateHz).scaled(by: level).values
        spans = background.spansSeconds.map { span in
            Int(
                (span.lowerBound * Double(rateHz)).rounded())...Int(
                    (span.upperBound * Double(rateHz)).rounded())
        }
        self.rateHz = rateHz
        fadeSampleCount = Int(TrackBackground.fadeSeconds * Double(rateHz))
    }

    /// Adds the samples of a range to `sum`.
    ///
    /// A sample depends on its position alone: the gain is the sum over the spans of a rise at the beginning less one at
    /// the end, so that a span that begins in the fall of the one before it rises from where that is.
    ///
    /// - Parameter firstIndex: position of the first value of `sum`.
    func add(to sum: inout [Float], _ range: Range<Int>, firstIndex: Int) {
        guard !values.isEmpty else { return }
        for span in spans {
            for index in range.clamped(to: span.lowerBound..<span.upperBound + fadeSampleCount) {
                let gain = fadeInGain(index - span.lowerBound) - fadeInGain(index - span.upperBound)
                sum[index - firstIndex] += Float(gain) * values[index % values.count]
            }
        }
    }

    private func fadeInGain(_ count: Int) -> Double {
        if count <= 0 { return 0 }
        if count >= fadeSampleCount { return 1 }
        return SoundFade.gain(
            atSeconds: Double(count) / Double(rateHz), lengthSeconds: TrackBackground.fadeSeconds)
    }
}
