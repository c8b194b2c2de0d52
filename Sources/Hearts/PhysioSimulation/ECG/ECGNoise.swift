import PhysioDSP

/// Noise of one kind and level, to be added to any ECG.
///
/// The level of noise is that of the noise stress test: a ratio of signal to noise of s dB means
///
///     s = 10 log10((A^2 / 8) / P),
///
/// with A the amplitude from R to S and P the mean square of the noise. It holds exactly for every
/// segment: the noise there, its mean taken away, is scaled to P. Equal seeds give equal noise.
///
/// ```swift
/// var ecg = [Double](repeating: 0, count: 2500)
/// ECGNoise(.mains, level: .millivolts(0.1)).add(to: &ecg, sampleRateHz: 250, seed: 1)
/// ```
///
/// - SeeAlso: Moody, Muldrow and Mark 1984, Computers in Cardiology 11:381 (noise stress test).
public struct ECGNoise: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Slow waves of the baseline: Gaussian, 0.05 ... 0.5 Hz.
        case baseline
        /// Muscles: Gaussian, 20 ... 100 Hz, or 20 Hz to half the rate where that is less.
        case muscle
        /// The mains: a sine whose amplitude drifts by 20 %, and its third harmonic at a fifth, if
        /// that lies below half the rate.
        case mains
        /// Moving electrodes: 1/f noise, 0.1 ... 25 Hz, and steps that decay.
        case motion
        /// Equal at all frequencies.
        case white
    }

    public enum Level: Sendable, Equatable {
        case signalToNoise(decibels: Double)
        /// Root of the mean square.
        case millivolts(Double)
    }

    public var kind: Kind
    public var level: Level
    /// The frequency of ``Kind/mainsNoise``.
    public var mainsHz = 50.0
    /// True if ``Kind/muscleNoise`` comes in bursts of some seconds, a third of the time; false if
    /// steadily.
    public var hasBursts = false
    /// The ranges with noise; s; everywhere where nil.
    public var rangesSeconds: [Range<Double>]?

    public init(_ kind: Kind, level: Level) {
        self.kind = kind
        self.level = level
    }

    /// Segments of two minutes with and without noise by turns, the first five minutes without: as
    /// in the records of the noise stress test.
    public static func alternatingRanges(durationSeconds: Double) -> [Range<Double>] {
        stride(from: 300, to: durationSeconds, by: 240).map {
            $0..<Swift.min($0 + 120, durationSeconds)
        }
    }

    /// Adds the noise to a signal.
    ///
    /// - Parameter samples: mV; NaN stays NaN.
    /// - Parameter signalMillivolts: from S to R; for a level relative to the signal.
    /// - Precondition: the rate is above 0, for mains above twice its frequency, and for muscle
    ///   noise at least 80 Hz.
    /// - Complexity: O(n).
    public func add(
        to samples: inout [Double], sampleRateHz: Double, seed: UInt64,
        signalMillivolts: Double = ECGSimulation.qrsMillivolts
    ) {
        var generator = SeededGenerator(seed: seed)
        let rms = noiseRootMeanSquare(signalMillivolts)
        let wholeSignal = [0..<Double.infinity]
        for segment in rangesSeconds ?? wholeSignal {
            let range = segment.samples(count: samples.count, sampleRateHz: sampleRateHz)
            guard !range.isEmpty else { continue }
            let noise = unscaledNoise(range.count, sampleRateHz, &generator)
            let mean = noise.reduce(0, +) / Double(noise.count)
            let power = noise.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(noise.count)
            let factor = power > 0 ? rms / power.squareRoot() : 0
            for index in noise.indices {
                samples[range.lowerBound + index] += factor * (noise[index] - mean)
            }
        }
    }

    private func noiseRootMeanSquare(_ signalMillivolts: Double) -> Double {
        switch level {
        case .millivolts(let value): value
        case .signalToNoise(let decibels):
            signalMillivolts / 8.0.squareRoot()
                * PlatformMath.exp(-decibels / 20 * PlatformMath.log(10))
        }
    }

    private func unscaledNoise(
        _ count: Int, _ rate: Double, _ generator: inout SeededGenerator
    ) -> [Double] {
        switch kind {
        case .baseline: NoiseSource.baselineNoise(count, rate, &generator)
        case .muscle:
            hasBursts
                ? NoiseSource.muscleBursts(count, rate, &generator)
                : NoiseSource.muscleNoise(count, rate, &generator)
        case .mains: NoiseSource.mainsNoise(count, rate, hz: mainsHz, &generator)
        case .motion: NoiseSource.motionNoise(count, rate, &generator)
        case .white: NoiseSource.whiteNoise(count, &generator)
        }
    }
}
