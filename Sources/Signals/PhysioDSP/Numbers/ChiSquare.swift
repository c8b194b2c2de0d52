/// The chi-square distribution of `degreesOfFreedom` degrees, which need not be a whole number.
struct ChiSquare {
    /// The degrees of freedom; above 0; finite except in ``confidenceFactors(level:)``.
    let degreesOfFreedom: Double

    /// The probability of a value of at most `x`.
    func cumulativeProbability(_ x: Double) -> Double {
        IncompleteGamma(a: 0.5 * degreesOfFreedom, x: 0.5 * max(0, x)).lower
    }

    /// The value that is not exceeded with the given probability.
    ///
    /// By Newton's method on the logarithm of the smaller tail as a function of log x, which is
    /// concave, inside a bracket that is halved (in log x) where a step would leave it.
    ///
    /// - Parameter probability: above 0 and below 1.
    /// - Returns: relative error about 1e-13; 0 where the value is below the smallest number.
    /// - Complexity: about ten evaluations of ``IncompleteGamma``.
    func quantile(_ probability: Double) -> Double {
        precondition(probability > 0 && probability < 1, "a probability lies between 0 and 1")
        let a = 0.5 * degreesOfFreedom
        var low = 0.0
        var high = Double.infinity
        var x = a
        for _ in 0..<400 where x > 0 {
            let gamma = IncompleteGamma(a: a, x: x)
            if gamma.lower < probability { low = x } else { high = x }
            let step = Self.step(gamma, probability)
            let next = x * PlatformMath.exp(step)
            if abs(step) <= Self.stepTolerance { return 2 * next }
            if next > low && next < high {
                x = next
            } else if high.isFinite {
                x = low > 0 ? (low * high).squareRoot() : high / 16
            } else {
                x = 2 * low
            }
        }
        return 2 * x
    }

    /// An estimate with that many degrees of freedom, times these, holds the true value between
    /// them with probability `level`; 1...1 for infinitely many.
    func confidenceFactors(level: Double) -> ClosedRange<Double> {
        precondition(level > 0 && level < 1, "a confidence level lies between 0 and 1")
        precondition(degreesOfFreedom > 0, "degrees of freedom are above 0")
        guard degreesOfFreedom.isFinite else { return 1...1 }
        let tail = 0.5 * (1 - level)
        return degreesOfFreedom / quantile(1 - tail)...degreesOfFreedom / quantile(tail)
    }

    /// Steps shrink quadratically: the one after this would be lost in rounding.
    private static let stepTolerance = 1e-10

    /// Newton's step in log x.
    private static func step(_ gamma: IncompleteGamma, _ probability: Double) -> Double {
        if probability <= 0.5 {
            return PlatformMath.log(probability / gamma.lower) * gamma.lower / gamma.slope
        }
        return -PlatformMath.log((1 - probability) / gamma.upper) * gamma.upper / gamma.slope
    }
}
