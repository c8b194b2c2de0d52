public import PhysioTypes
import PhysioDSP

/// Magnitude-squared coherence of heart rate and a breathing signal at the commanded rate.
///
/// 480 samples of either at 4 Hz, the last 120 s, in segments of 40 s that overlap by half, Hann taper
/// (``CrossSpectrum``); C is read at the bin nearest to the mean commanded rate. One segment always has
/// C = 1; of K independent ones unrelated series have mean 1 / K. The five here overlap and count for
/// 4.79, so that C of noise has mean 0.21 and 95 % point 0.55.
///
/// Not a score to watch live: it needs two minutes.
public struct SignalCoherence: Sendable, Equatable {
    public static let sampleRateHz = 4.0
    public static let sampleCount = 480
    public static let segmentSeconds = 40.0

    /// C; 0 ... 1; 0 where either has no power.
    public let coherence: Double
    /// K: half the degrees of freedom of the segments.
    public let effectiveSegmentCount: Double

    /// - Throws: `tooFew` below 120 s, `coverage` with a gap, `notMeasured` without a breathing signal or
    ///   commanded breaths over the whole window.
    /// - Complexity: O(n log n); allocates.
    public init(
        _ nn: NNSeries, breathing: CommandedBreathing, signal: BreathingSignal?
    ) throws(MissingReason) {
        guard let signal else { throw Self.noSignalReason }
        let window = try ResampledWindow(
            nn, .heartRateBpm, sampleRateHz: Self.sampleRateHz, count: Self.sampleCount)
        let breathValues = window.times.compactMap(signal.value(atSeconds:))
        guard breathValues.count == window.values.count else { throw Self.noSignalReason }
        let phases = try breathing.phases(atSeconds: [
            window.times[0], window.times[window.times.count - 1],
        ])
        let welch = WelchPSD(segmentSeconds: Self.segmentSeconds)
        guard
            let crossSpectrum = CrossSpectrum(
                window.values, breathValues, sampleRateHz: Self.sampleRateHz, welch: welch)
        else { throw Self.noSignalReason }
        let breathHz =
            (phases[1] - phases[0]) * Self.sampleRateHz / Double(Self.sampleCount - 1)
        let bin = min(
            crossSpectrum.coherence.count - 1, Int((breathHz / crossSpectrum.stepHz).rounded()))
        guard crossSpectrum.coherence[bin].isFinite else { throw Self.noSignalReason }
        coherence = crossSpectrum.coherence[bin]
        effectiveSegmentCount = crossSpectrum.degreesOfFreedom / 2
    }

    private static let noSignalReason = MissingReason.notMeasured(
        "no breathing signal covers the window")

    /// C - (1 - C)^2 / K, not below 0: without most of the bias.
    public var biasCorrectedCoherence: Double {
        max(0, coherence - (1 - coherence) * (1 - coherence) / effectiveSegmentCount)
    }

    /// The probability that unrelated series have so large a C: (1 - C)^(K - 1).
    public var probability: Double {
        PlatformMath.exp((effectiveSegmentCount - 1) * PlatformMath.logOnePlus(-coherence))
    }
}
