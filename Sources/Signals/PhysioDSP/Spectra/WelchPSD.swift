/// The averaged periodogram of overlapping, tapered segments of an even series.
///
/// For a segment y of n samples at rate r, its mean removed, tapered with h, the one-sided density
/// is 2 |sum h y exp(-2 pi i f t)|^2 / (r sum h^2), not doubled at 0 and at half the rate; the
/// segments' densities are averaged.
///
/// By default segments are spread evenly so that the first and the last sample are both used, and
/// overlap by at least half; each is padded with zeros to at least twice its length, which refines
/// the grid and changes no power. Other programs' conventions are parameters: 256 samples at 4 Hz
/// exactly as `scipy.signal.welch(x, 4, nperseg=256)` has them are
///
/// ```swift
/// let welch = WelchPSD(
///     segmentSeconds: 64, overlap: .fixed(share: 0.5), sampling: .periodic, paddingFactor: 1)
/// welch.density(samples: samples, sampleRateHz: 4)
/// ```
///
/// For many series of one length, or without allocation, see ``WelchPlan``.
///
/// - SeeAlso: Welch 1967, IEEE Trans. Audio Electroacoust. 15:70.
public struct WelchPSD: Sendable, Equatable {
    /// The overlap of successive segments.
    public enum Overlap: Sendable, Equatable {
        /// An overlap of at least half, with segments spread evenly from the first to the last
        /// sample.
        case spread
        /// Each shares this part of its samples, rounded down, with the one before; 0 ..< 1. What
        /// is left after the last whole segment is not used.
        case fixed(share: Double)
    }

    /// Longest segment; s. A shorter series is one segment.
    public let segmentSeconds: Double
    public let taper: Taper
    public let overlap: Overlap
    public let taperSampling: TaperSampling
    /// 1: the transform has the length of a segment. Above 1: the next efficient length that is at
    /// least so many times that of a segment.
    public let paddingFactor: Double

    /// - Precondition: `segmentSeconds` > 0; a fixed share in 0 ..< 1; `paddingFactor` in 1 ... 64.
    public init(
        segmentSeconds: Double = 256, taper: Taper = .hann, overlap: Overlap = .spread,
        taperSampling: TaperSampling = .middle, paddingFactor: Double = 2
    ) {
        precondition(segmentSeconds > 0, "a segment is longer than 0 s")
        if case .fixed(let share) = overlap {
            precondition((0..<1).contains(share), "segments share 0 or more, but not all")
        }
        precondition((1...64).contains(paddingFactor), "a segment is padded to 1 to 64 lengths")
        self.segmentSeconds = segmentSeconds
        self.taper = taper
        self.overlap = overlap
        self.taperSampling = taperSampling
        self.paddingFactor = paddingFactor
    }

    /// - Parameter samples: m numbers of some unit u.
    /// - Parameter sampleRateHz: above 0.
    /// - Returns: a density in u^2/Hz from 0 to half the rate, with its degrees of freedom; nil
    ///   below 4 samples. NaN or infinity makes the segments it lies in, and so the result, NaN.
    /// - Complexity: O(m log segment); allocates.
    public func density(samples: [Double], sampleRateHz: Double) -> PowerSpectrum? {
        guard let plan = plan(sampleCount: samples.count, sampleRateHz: sampleRateHz) else {
            return nil
        }
        var workspace = WelchWorkspace(for: plan)
        var density = [Double](repeating: 0, count: plan.densityCount)
        var span = density.mutableSpan
        plan.density(samples.span, into: &span, using: &workspace)
        return PowerSpectrum(
            firstHz: 0, stepHz: plan.stepHz, density: density,
            degreesOfFreedom: plan.degreesOfFreedom(sampleCount: samples.count))
    }

    /// The estimate prepared for series of `sampleCount` samples, and for all that are longer than
    /// a segment.
    ///
    /// - Returns: nil below 4 samples, in the series or in a segment.
    /// - Complexity: O(segment); allocates.
    public func plan(sampleCount: Int, sampleRateHz: Double) -> WelchPlan? {
        precondition(sampleRateHz > 0, "a sample rate is above 0 Hz")
        let length = Int(min(Double(sampleCount), (segmentSeconds * sampleRateHz).rounded()))
        guard length >= 4 else { return nil }
        return WelchPlan(self, segmentLength: length, sampleRateHz: sampleRateHz)
    }
}
