import CSignalKernels

/// Welch's estimate prepared for one length of segment and one rate: taper, transform, scale.
///
/// A plan is read-only: one value may be used from many threads at once, each with its own
/// workspace. Segments are transformed two at a time, as real and imaginary part of one complex
/// series; the sum of their powers needs no separation. Rounding in a segment is then relative to
/// the larger of the two, as it is in their average anyway.
///
/// ```swift
/// guard let plan = WelchPSD().plan(sampleCount: 1200, sampleRateHz: 4) else { return }
/// var workspace = WelchWorkspace(for: plan)
/// var density = [Double](repeating: 0, count: plan.densityCount)
/// var span = density.mutableSpan
/// plan.density(samples.span, into: &span, using: &workspace)
/// ```
public struct WelchPlan: Sendable {
    public let settings: WelchPSD
    /// Samples of a segment, 4 or more; the least that a series must have.
    public let segmentLength: Int
    public let sampleRateHz: Double
    let weights: [Double]
    let transform: RealFFT
    private let weightSquareSum: Double

    init(_ settings: WelchPSD, segmentLength: Int, sampleRateHz: Double) {
        self.settings = settings
        self.segmentLength = segmentLength
        self.sampleRateHz = sampleRateHz
        weights = settings.taper.weights(count: segmentLength, sampling: settings.taperSampling)
        weightSquareSum = weights.reduce(0) { $0 + $1 * $1 }
        let padded = Int((settings.paddingFactor * Double(segmentLength)).rounded(.up))
        transform = RealFFT(
            count: settings.paddingFactor > 1
                ? RealFFT.efficientCount(atLeast: padded) : segmentLength)
    }

    /// Number of density values.
    public var densityCount: Int { transform.spectrumCount }

    /// Distance of two frequencies, the first of which is 0; Hz.
    public var stepHz: Double { sampleRateHz / Double(transform.count) }

    /// The one-sided density of `samples`.
    ///
    /// - Parameter samples: m numbers of some unit u; NaN or infinity in a segment makes all NaN.
    /// - Parameter density: u^2/Hz from 0 to half the rate; all overwritten.
    /// - Precondition: m is at least `segmentLength`; `density` has `densityCount` values; the
    ///   workspace was made for this plan or one with the same lengths.
    /// - Complexity: O(m log segment), linear in m; allocates nothing once the transform is warm.
    public func density(
        _ samples: Span<Double>, into density: inout MutableSpan<Double>,
        using workspace: inout WelchWorkspace
    ) {
        precondition(samples.count >= segmentLength, "the series is shorter than a segment")
        precondition(density.count == densityCount, "the density has \(densityCount) values")
        let segments = segments(sampleCount: samples.count)
        samples.withUnsafeBufferPointer { workspace.accumulate($0, segments, self) }
        // The workspace holds twice the power: see `RealFFT.forwardPair`.
        let half = 0.5 * scale(segmentCount: segments.count)
        for bin in 0..<densityCount {
            density[bin] = workspace.doubledPower(bin: bin) * (half * oneSidedFactor(bin: bin))
        }
    }

    /// The degrees of freedom of one density value, by Welch 1967, equation 12: twice the number
    /// of segments, less what their overlap makes alike. The Hann taper with a fixed half overlap
    /// has 2 K / (1 + (1 - 1/K) / 18), 1.89 a segment; spread segments overlap by half or more, so
    /// they are a little less independent. Zero-padding changes nothing.
    ///
    /// - Parameter sampleCount: at least `segmentLength`.
    /// - Complexity: O(segment) for each hop within a segment, and no allocation.
    public func degreesOfFreedom(sampleCount: Int) -> Double {
        segments(sampleCount: sampleCount).degreesOfFreedom(weights: weights)
    }

    func segments(sampleCount: Int) -> WelchSegments {
        WelchSegments(sampleCount: sampleCount, length: segmentLength, overlap: settings.overlap)
    }

    /// The transform of one segment of `samples`, its mean removed, tapered and padded.
    func segmentSpectrum(_ samples: [Double], from start: Int) -> [ComplexNumber] {
        var taperedSegment = [Double](repeating: 0, count: transform.count)
        samples[start..<start + segmentLength].withUnsafeBufferPointer { segment in
            guard let segment = segment.baseAddress else { return }
            ck_welch_taper(
                InstructionSet.inUse.level, segment, weights, segmentLength, &taperedSegment)
        }
        return transform.forward(taperedSegment)
    }

    /// Returns the factor that converts the sum of squared magnitudes at a bin to a density of one
    /// side.
    func scale(segmentCount: Int) -> Double {
        1 / (sampleRateHz * weightSquareSum * Double(segmentCount))
    }

    /// Returns the number of times that a bin counts in a one-sided density: once at 0 and at half
    /// the rate, else twice.
    func oneSidedFactor(bin: Int) -> Double {
        bin == 0 || 2 * bin == transform.count ? 1 : 2
    }
}
