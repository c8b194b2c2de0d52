/// The cross-spectrum of two even series, by Welch's method: coherence and phase.
///
/// Segments, taper and padding are those of ``WelchPSD``. With X and Y the segments' transforms and
/// <> the mean over segments, coherence is |<X* Y>|^2 / (<|X|^2> <|Y|^2>) and phase the angle of
/// <X* Y>: positive where y leads x.
///
/// Of one segment the coherence is exactly 1 whatever the series are. Of K independent ones without
/// any relation its mean is 1/K and it exceeds 1 - a^(1/(K-1)) with probability a; overlapping
/// segments count for K = degrees of freedom / 2.
///
/// - SeeAlso: Carter, Knapp and Nuttall 1973, IEEE Trans. Audio Electroacoust. 21:337.
public struct CrossSpectrum: Sendable, Equatable {
    public let stepHz: Double
    /// <X* Y> as a one-sided density; product of the two units / Hz; from 0 to half the rate.
    public let values: [ComplexNumber]
    /// Magnitude-squared coherence; 0 ... 1; 0 where either series has no power beyond what
    /// rounding can leave of it; NaN throughout if any number of a segment is NaN or infinite.
    public let coherence: [Double]
    public let degreesOfFreedom: Double

    /// - Parameter x: m numbers.
    /// - Parameter y: m numbers.
    /// - Returns: nil below 4 samples.
    /// - Precondition: both have one count; `sampleRateHz` > 0.
    /// - Complexity: O(m log segment).
    public init?(_ x: [Double], _ y: [Double], sampleRateHz: Double, welch: WelchPSD) {
        precondition(x.count == y.count, "both series need one count")
        guard let plan = welch.plan(sampleCount: x.count, sampleRateHz: sampleRateHz) else {
            return nil
        }
        let segments = plan.segments(sampleCount: x.count)
        let count = plan.densityCount
        var crossSums = [ComplexNumber](repeating: ComplexNumber(0), count: count)
        var powerX = [Double](repeating: 0, count: count)
        var powerY = [Double](repeating: 0, count: count)
        // Not as a pair: one series may be far smaller than the other and would lose its digits.
        for start in (0..<segments.count).map(segments.start) {
            let spectrumX = plan.segmentSpectrum(x, from: start)
            let spectrumY = plan.segmentSpectrum(y, from: start)
            for k in 0..<count {
                crossSums[k] =
                    crossSums[k] + ComplexNumber(spectrumX[k].real, -spectrumX[k].imaginary)
                    * spectrumY[k]
                powerX[k] += spectrumX[k].squaredMagnitude
                powerY[k] += spectrumY[k].squaredMagnitude
            }
        }
        stepHz = plan.stepHz
        let scale = plan.scale(segmentCount: segments.count)
        values = crossSums.enumerated().map { $1 * (scale * plan.oneSidedFactor(bin: $0)) }
        let roundingFloors = [x, y].map { Self.roundingPower($0, segments, plan) }
        coherence = (0..<count).map { k in
            guard !(powerX[k] <= roundingFloors[0] || powerY[k] <= roundingFloors[1]) else {
                return 0
            }
            // Roots first: the product of two powers could overflow.
            let scale = 1 / (powerX[k].squareRoot() * powerY[k].squareRoot())
            let share = (crossSums[k] * scale).squaredMagnitude
            return share.isNaN ? share : min(1, share)
        }
        degreesOfFreedom = plan.degreesOfFreedom(sampleCount: x.count)
    }

    /// The power, summed over the segments, that rounding alone can leave of a series: (4 ulp)^2
    /// times a segment's length and its sum of squares.
    private static func roundingPower(
        _ samples: [Double], _ segments: WelchSegments, _ plan: WelchPlan
    ) -> Double {
        let rounding = 4 * Double.ulpOfOne
        let energy = (0..<segments.count).reduce(0.0) { sum, index in
            let start = segments.start(index)
            return samples[start..<start + plan.segmentLength].reduce(sum) { $0 + $1 * $1 }
        }
        // At least what squares of denormal numbers can be.
        return max(1e-290, rounding * rounding * Double(plan.segmentLength) * energy)
    }

    /// Phase of y before x at a bin; radians; -pi ... pi.
    public func phase(bin: Int) -> Double { PlatformMath.angle(values[bin]) }

    /// The coherence that unrelated series exceed with probability `level`; 1 for one segment.
    ///
    /// - Precondition: `level` is above 0 and at most 1.
    public func coherenceThreshold(probability level: Double) -> Double {
        precondition(level > 0 && level <= 1, "a probability lies in 0 ... 1")
        let segmentCount = degreesOfFreedom / 2
        guard segmentCount > 1 else { return 1 }
        return 1 - PlatformMath.exp(PlatformMath.log(level) / (segmentCount - 1))
    }
}
