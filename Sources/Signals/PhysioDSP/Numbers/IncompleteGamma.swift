/// The regularised incomplete gamma functions: the integral of t^(a - 1) exp(-t) / Gamma(a) from 0
/// to x (lower) and from x on (upper). They add up to 1.
///
/// Below x = a + 1 the lower one is a series of positive terms, above it the upper one a continued
/// fraction; so neither loses digits to cancellation where it is the smaller. Both begin with
/// x^a exp(-x) / Gamma(a + 1), which is formed from how far x lies from a, not from the large
/// numbers a log x and log Gamma(a).
///
/// - SeeAlso: Abramowitz and Stegun 1964, 6.5.29 and 6.5.31; Loader 2000, Fast and Accurate
///   Computation of Binomial Probabilities (the deviance form).
struct IncompleteGamma {
    let lower: Double
    let upper: Double
    /// The slope of `lower` with respect to log x: x^a exp(-x) / Gamma(a).
    let slope: Double

    /// - Parameter a: shape; above 0, finite.
    /// - Parameter x: not negative, finite.
    /// - Complexity: O(sqrt(a)) terms near x = a, fewer elsewhere; about 1e-14 relative.
    init(a: Double, x: Double) {
        guard x > 0 else {
            self.init(lower: 0, upper: 1, slope: 0)
            return
        }
        let prefactor = Self.prefactor(a, x)
        if x < a + 1 {
            let lower = min(1, prefactor * Self.series(a, x))
            self.init(lower: lower, upper: 1 - lower, slope: a * prefactor)
        } else {
            let upper = min(1, a * prefactor * Self.continuedFraction(a, x))
            self.init(lower: 1 - upper, upper: upper, slope: a * prefactor)
        }
    }

    private init(lower: Double, upper: Double, slope: Double) {
        self.lower = lower
        self.upper = upper
        self.slope = slope
    }

    /// x^a exp(-x) / Gamma(a + 1) = exp(-a (r - 1 - log r) - c(a)) / sqrt(2 pi a) with r = x / a.
    private static func prefactor(_ a: Double, _ x: Double) -> Double {
        let excess = (x - a) / a
        // Near a the ratio has lost the digits that far from it the excess has.
        let isNear = abs(excess) < 0.5
        let log = isNear ? PlatformMath.logOnePlus(excess) : PlatformMath.log(x / a)
        let deviance = a * (excess - log)
        return PlatformMath.exp(-deviance - stirlingRemainder(a)) / (2 * .pi * a).squareRoot()
    }

    /// c(a) = log Gamma(a + 1) - (a + 1/2) log a + a - log(2 pi) / 2: by its asymptotic series
    /// (Abramowitz and Stegun 6.1.41) from 16 on, where the next term is below 1e-16; from there
    /// downwards by c(a) = c(a + 1) + (a + 1/2) log(1 + 1 / a) - 1.
    static func stirlingRemainder(_ a: Double) -> Double {
        var sum = 0.0
        var shape = a
        while shape < 16 {
            sum += (shape + 0.5) * PlatformMath.logOnePlus(1 / shape) - 1
            shape += 1
        }
        let square = 1 / (shape * shape)
        let series =
            1.0 / 12 - square
            * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680 - square / 1188)))
        return sum + series / shape
    }

    /// 1 + x / (a + 1) + x^2 / ((a + 1) (a + 2)) + ...
    private static func series(_ a: Double, _ x: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        var n = a
        while term > 0.25 * Double.ulpOfOne * sum {
            n += 1
            term *= x / n
            sum += term
        }
        return sum
    }

    /// 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - ...))), from the front.
    private static func continuedFraction(_ a: Double, _ x: Double) -> Double {
        var b = x + 1 - a
        var d = 1 / b
        var c = Double.infinity
        var product = d
        var n = 0.0
        while true {
            n += 1
            let numerator = -n * (n - a)
            b += 2
            d = 1 / (b + numerator * d)
            c = b + numerator / c
            let factor = c * d
            product *= factor
            // The factors approach 1; past the limit rounding alone keeps them from it.
            if abs(factor - 1) < Double.ulpOfOne || n > 1000 + a { return product }
        }
    }
}
