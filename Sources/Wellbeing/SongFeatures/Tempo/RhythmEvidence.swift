import PhysioDSP

/// The repetition of the onsets of a song: correlations by lag, and the spectrum of their
/// periodicity.
struct RhythmEvidence {
    /// Longest lag; s: eight periods of the slowest tempo.
    private static let maxLagSeconds = 12.0
    /// Length of the transform: the bins of the spectrum are spaced by the frame rate divided by it.
    private static let transformCount = 16_384
    /// The largest amplitude of these frequencies is 1; Hz.
    private static let normalisedRangeHz = 0.3...10.0

    let frameRateHz: Double
    let valueCount: Int
    /// Autocorrelation of the onsets of all bands.
    let whole: LagCurve
    /// The curve of the low bands; all 0 where nothing changes there.
    let low: LagCurve
    /// The response of the high bands to the low ones, and of the low to the high: the mean of both
    /// correlations.
    let crossBand: LagCurve
    /// Power of the curve by frequency, smoothed by a Hann taper on the lags; bins of
    /// `frameRateHz` / 16,384.
    private let power: [Double]
    private let largestAmplitude: Double

    /// - Parameters: onset strengths less their local mean, equally many each.
    init(whole: [Double], low: [Double], high: [Double], frameRateHz: Double) {
        self.frameRateHz = frameRateHz
        valueCount = whole.count
        let wantedLagCount = Int((Self.maxLagSeconds * frameRateHz).rounded(.up)) + 3
        let lagCount = min(max(1, whole.count), wantedLagCount)
        func correlation(_ x: [Double], _ y: [Double]) -> [Double] {
            Correlation.sums(x, y, lagCount: lagCount)
        }
        self.whole = LagCurve(correlation(whole, whole), valueCount: whole.count)
        self.low = LagCurve(correlation(low, low), valueCount: low.count)
        let crossBandSums = zip(correlation(low, high), correlation(high, low)).map {
            0.5 * ($0 + $1)
        }
        let squares = Self.square(low) * Self.square(high)
        crossBand = LagCurve(crossBandSums, valueCount: whole.count, whole: squares.squareRoot())
        power = Self.power(self.whole.values)
        let firstBin = Self.normalisedRangeHz.lowerBound / frameRateHz * Double(Self.transformCount)
        let lastBin = Self.normalisedRangeHz.upperBound / frameRateHz * Double(Self.transformCount)
        largestAmplitude = (power[Int(firstBin.rounded(.up))...Int(lastBin)].max() ?? 0)
            .squareRoot()
    }

    private static func square(_ x: [Double]) -> Double { x.reduce(0) { $0 + $1 * $1 } }

    private static func power(_ autocorrelation: [Double]) -> [Double] {
        var symmetricCorrelation = [Double](repeating: 0, count: transformCount)
        let count = autocorrelation.count
        for lag in 0..<count {
            let taper = 0.5 + 0.5 * PlatformMath.cos(.pi * Double(lag) / Double(count))
            symmetricCorrelation[lag] = taper * autocorrelation[lag]
            if lag > 0 { symmetricCorrelation[transformCount - lag] = symmetricCorrelation[lag] }
        }
        return RealFFT(count: transformCount).forward(symmetricCorrelation).map { max(0, $0.real) }
    }

    /// The amplitude at a frequency in Hz, the power interpolated between bins; 1 is the largest of
    /// the frequencies of beats.
    func amplitude(atHz frequency: Double) -> Double {
        let position = frequency / frameRateHz * Double(Self.transformCount)
        let bin = Int(position)
        guard bin + 1 < power.count else { return 0 }
        let power = power[bin] + (position - Double(bin)) * (power[bin + 1] - power[bin])
        return largestAmplitude > 0 ? power.squareRoot() / largestAmplitude : 0
    }
}
