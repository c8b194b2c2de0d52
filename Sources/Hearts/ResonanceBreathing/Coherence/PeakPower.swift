public import PhysioTypes
import PhysioDSP

/// The power of the highest peak of the intervals' spectrum, and that of all: what the coherence ratios
/// of McCraty are made of.
///
/// The lengths of the intervals, linear between the beats that end them, every 0.5 s of the last 64 s;
/// mean removed, Hann taper, density on a grid of a quarter of 1 / 64 Hz. The peak is the highest local
/// maximum in 0.04 ... 0.26 Hz; P is the power within 0.015 Hz of it, T that in 0.0033 ... 0.4 Hz.
///
/// Nothing here knows the breath: the peak may be any rhythm. Noise has a highest peak too: see
/// the guide for how it scores.
///
/// - SeeAlso: McCraty and others 2009, Integral Review 5:10 (the ratios; not verified). The published
///   texts leave taper and grid open; these are ours. Commercial scores are not these.
public struct PeakPower: Sendable, Equatable {
    public static let sampleRateHz = 2.0
    public static let sampleCount = 128
    /// The lowest frequency at which the peak is searched; Hz.
    public static let minPeakHz = 0.04
    public static let maxPeakHz = 0.26
    /// Half the width of the peak's window; Hz.
    public static let peakHalfWidthHz = 0.015
    /// The band of the total; Hz.
    public static let totalLowHz = 0.0033
    public static let totalHighHz = 0.4

    public let peakHz: Double
    /// P; ms^2.
    public let peakPowerMsSquared: Double
    /// T below and above the peak's window; ms^2.
    public let powerBelowPeakMsSquared: Double
    public let powerAbovePeakMsSquared: Double

    /// - Throws: `tooFew` below 64 s, `coverage` with a gap, `noPeak` without a local maximum.
    /// - Complexity: O(n log n) for n = 128; allocates.
    public init(_ nn: NNSeries) throws(MissingReason) {
        let window = try ResampledWindow(
            nn, .intervalMs, sampleRateHz: Self.sampleRateHz, count: Self.sampleCount)
        // The level has no part in the result; without it a constant leaves exactly nothing.
        let samples = window.values.map { $0 - window.values[0] }
        let welch = WelchPSD(
            segmentSeconds: Double(Self.sampleCount) / Self.sampleRateHz, paddingFactor: 4)
        guard
            let spectrum = welch.density(samples: samples, sampleRateHz: Self.sampleRateHz),
            let peakHz = spectrum.peakHz(fromHz: Self.minPeakHz, toHz: Self.maxPeakHz)
        else { throw .noPeak }
        let (low, high) = (peakHz - Self.peakHalfWidthHz, peakHz + Self.peakHalfWidthHz)
        self.peakHz = peakHz
        peakPowerMsSquared = spectrum.power(fromHz: low, toHz: high)
        powerBelowPeakMsSquared = spectrum.power(fromHz: Self.totalLowHz, toHz: low)
        powerAbovePeakMsSquared = spectrum.power(fromHz: high, toHz: Self.totalHighHz)
    }

    /// P / (T - P); 0 or more.
    public var ratio: Double {
        get throws(MissingReason) {
            try quotient(peakPowerMsSquared, powerBelowPeakMsSquared + powerAbovePeakMsSquared)
        }
    }

    /// (P / power below) (P / power above); 0 or more.
    public var product: Double {
        get throws(MissingReason) {
            try quotient(peakPowerMsSquared, powerBelowPeakMsSquared)
                * quotient(peakPowerMsSquared, powerAbovePeakMsSquared)
        }
    }

    /// P / T; 0 ... 1: the ratio over one more than the ratio.
    public var peakShare: Double {
        get throws(MissingReason) {
            try quotient(
                peakPowerMsSquared,
                peakPowerMsSquared + powerBelowPeakMsSquared + powerAbovePeakMsSquared)
        }
    }

    private func quotient(_ numerator: Double, _ denominator: Double) throws(MissingReason)
        -> Double
    {
        guard denominator > 0 else { throw .zeroDenominator }
        return numerator / denominator
    }
}
