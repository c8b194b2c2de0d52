import PhysioDSP

/// R-R intervals by the spectrum of McSharry et al.: two bells, one for the waves of blood pressure
/// and one for breathing, with random phases.
///
/// The tachogram r(t) has the power density exp(-(f - f1)^2 / (2 c^2)) at low and the same at high
/// frequency, weighted so that the powers are in the ratio asked for; its mean is 60 / rate and its
/// standard deviation that of the rate times 60 / rate^2. A beat at time t is followed by the
/// interval r(t).
///
/// - SeeAlso: McSharry, Clifford, Tarassenko and Smith 2003, IEEE Trans. Biomed. Eng. 50:289, doi
///   10.1109/TBME.2003.808805, section III-B. There r(t) is sampled at 1 Hz, and t is rounded to
///   the samples of the signal; here r(t) is sampled at 4 Hz and interpolated, and t is exact.
public struct BimodalRhythm: Sendable, Equatable {
    public var seed: UInt64
    public var heartRateBpm = 60.0
    /// Standard deviation of the heart rate; beats a minute.
    public var deviationBpm = 1.0
    public var lowHz = 0.1
    /// The frequency of breathing.
    public var highHz = 0.25
    /// Standard deviation of either Gaussian, c; Hz.
    public var widthHz = 0.01
    /// Power at the low frequency over that at the high one.
    public var powerRatio = 0.5

    /// The sample rate of the tachogram; Hz.
    private static let tachogramRateHz = 4.0
    /// Intervals are kept within.
    private static let intervalRangeMs = 250.0...2900.0

    public init(seed: UInt64) {
        self.seed = seed
    }

    /// Intervals that together last for at least the given time.
    ///
    /// - Precondition: rate, width and time are above 0; deviation and ratio are not negative; both
    ///   frequencies lie between 0 and 1 Hz.
    /// - Complexity: O(n log n) for a time of n s.
    public func intervalsMs(lastingSeconds duration: Double) -> [Double] {
        precondition(heartRateBpm > 0 && widthHz > 0 && duration > 0, "more than nothing")
        precondition(deviationBpm >= 0 && powerRatio >= 0, "no negative power")
        precondition([lowHz, highHz].allSatisfy { $0 > 0 && $0 < 1 }, "frequencies below 1 Hz")
        let samples = tachogram(count: Int((duration + 8) * Self.tachogramRateHz))
        var intervals: [Double] = []
        var time = 0.0
        while time < duration {
            let interval = 1000 * Self.value(samples, at: time * Self.tachogramRateHz)
            intervals.append(
                min(max(interval, Self.intervalRangeMs.lowerBound), Self.intervalRangeMs.upperBound)
            )
            time += intervals[intervals.count - 1] / 1000
        }
        return intervals
    }

    /// r(t) at 4 Hz; s.
    private func tachogram(count: Int) -> [Double] {
        let transform = RealFFT(count: RealFFT.efficientCount(atLeast: max(64, count)))
        var generator = SeededGenerator(seed: seed)
        let step = Self.tachogramRateHz / Double(transform.count)
        let spectrum = (0..<transform.spectrumCount).map { bin in
            let phase = 2 * Double.pi * generator.uniform()
            let size = bin == 0 ? 0 : density(Double(bin) * step).squareRoot()
            return ComplexNumber(size * PlatformMath.cos(phase), size * PlatformMath.sin(phase))
        }
        let wave = transform.inverse(spectrum)
        let power = wave.reduce(0) { $0 + $1 * $1 } / Double(wave.count)
        let deviation = 60 * deviationBpm / (heartRateBpm * heartRateBpm)
        let factor = power > 0 ? deviation / power.squareRoot() : 0
        return wave.map { 60 / heartRateBpm + factor * $0 }
    }

    private func density(_ frequency: Double) -> Double {
        func gaussian(_ centre: Double) -> Double {
            let distance = (frequency - centre) / widthHz
            return PlatformMath.exp(-0.5 * distance * distance)
        }
        return powerRatio * gaussian(lowHz) + gaussian(highHz)
    }

    /// Returns the value between samples by the cubic through the four nearest.
    private static func value(_ samples: [Double], at position: Double) -> Double {
        let index = min(max(1, Int(position)), samples.count - 3)
        let x = position - Double(index)
        let (a, b) = (samples[index - 1], samples[index])
        let (c, d) = (samples[index + 1], samples[index + 2])
        let third = (d - a) / 6 + (b - c) / 2
        let second = (a + c) / 2 - b
        let first = c - b - second - third
        return b + x * (first + x * (second + x * third))
    }
}
