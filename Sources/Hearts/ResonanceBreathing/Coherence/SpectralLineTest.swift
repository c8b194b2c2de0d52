public import PhysioTypes
import PhysioDSP

/// Thomson's test for a line in the heart rate, at the phase of the commanded breaths.
///
/// 480 samples at 4 Hz, the last 120 s, their mean removed, multiplied by each of K = 5 Slepian tapers
/// (NW 3) and summed against exp(-2 pi i phase): y_k. With U_k the sums of the tapers, mu = sum U_k y_k /
/// sum U_k^2 and F = (K - 1) |mu|^2 sum U_k^2 / sum |y_k - mu U_k|^2, which without a line is
/// F(2, 2 K - 2) distributed: the noise is judged within 0.025 Hz of the breath, whatever its colour. At
/// a constant rate this is Thomson's test at that frequency; at a changing one the line follows the
/// breath.
///
/// - SeeAlso: Thomson 1982, Proc. IEEE 70:1055, equation 13.10.
public struct SpectralLineTest: Sendable, Equatable {
    public static let sampleRateHz = 4.0
    public static let sampleCount = 480
    public static let timeBandwidth = 3.0
    public static let taperCount = 5

    /// F; 0 for no power, infinity for nothing but the line.
    public let f: Double

    /// - Throws: `tooFew` below 120 s, `coverage` with a gap, `notMeasured` where some of the window has
    ///   no commanded breath.
    /// - Complexity: O(K n); allocates.
    public init(_ nn: NNSeries, breathing: CommandedBreathing) throws(MissingReason) {
        let window = try ResampledWindow(
            nn, .heartRateBpm, sampleRateHz: Self.sampleRateHz, count: Self.sampleCount)
        let phases = try breathing.phases(atSeconds: window.times)
        let level = window.values[0]
        let deviations = window.values.map { $0 - level }
        let mean = deviations.reduce(0, +) / Double(deviations.count)
        let demodulatedValues = zip(deviations, phases).map { deviation, phase in
            let angle = 2 * Double.pi * (phase - phase.rounded(.down))
            return ComplexNumber(PlatformMath.cos(angle), -PlatformMath.sin(angle))
                * (deviation - mean)
        }
        f = Self.thomsonF(demodulatedValues)
    }

    private static let slepianTapers = SlepianTapers(
        count: sampleCount, timeBandwidth: timeBandwidth, taperCount: taperCount)

    private static func thomsonF(_ series: [ComplexNumber]) -> Double {
        let sums = slepianTapers.tapers.map { $0.reduce(0, +) }
        let eigencoefficients = slepianTapers.tapers.map { taper in
            zip(taper, series).reduce(ComplexNumber(0)) { $0 + $1.1 * $1.0 }
        }
        let sumSquares = sums.reduce(0) { $0 + $1 * $1 }
        let mean = zip(sums, eigencoefficients).reduce(ComplexNumber(0)) {
            $0 + $1.1 * ($1.0 / sumSquares)
        }
        let residual = zip(sums, eigencoefficients).reduce(0) {
            $0 + ($1.1 - mean * $1.0).squaredMagnitude
        }
        let explainedPower = mean.squaredMagnitude * sumSquares
        guard explainedPower > 0 else { return 0 }
        return residual > 0 ? Double(taperCount - 1) * explainedPower / residual : .infinity
    }

    /// F / (F + K - 1): the share of the tapers' power that the line explains; 0 ... 1. Without a line
    /// its mean is 1 / 5 and its 95 % point 0.527.
    public var score: Double { f < .infinity ? f / (f + Double(Self.taperCount - 1)) : 1 }

    /// The probability that F is so large without a line: (1 + F / (K - 1))^-(K - 1).
    public var probability: Double {
        let halfDegrees = Double(Self.taperCount - 1)
        return PlatformMath.exp(-halfDegrees * PlatformMath.logOnePlus(f / halfDegrees))
    }
}
