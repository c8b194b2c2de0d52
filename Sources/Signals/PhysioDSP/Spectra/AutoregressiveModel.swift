/// An autoregressive model of an even series: x[n] = -sum over k of a[k] x[n-k] + e[n].
///
/// Its one-sided spectral density is 2 s2 / (r |A(f)|^2) with A(f) = 1 + sum of a[k] exp(-2 pi i f
/// k / r), s2 the variance of e and r the sample rate. Both estimates below give a stable model
/// whose density integrates to the mean square of the series they are given.
///
/// An autoregressive spectrum of a tone in noise is not calibrated: noise broadens and shifts its
/// peak. Of a 0.05 Hz tone at order 16 and 4 Hz, 3 ms of noise leaves 72 % in LF + HF.
///
/// - SeeAlso: Burg 1975 (thesis, Stanford); Kay and Marple 1981, Proc. IEEE 69:1380; Akaike 1974,
///   IEEE Trans. Autom. Control 19:716; Rissanen 1983, Ann. Stat. 11:416.
public struct AutoregressiveModel: Sendable, Equatable {
    /// a[1] ... a[p].
    public let coefficients: [Double]
    /// Variance of the innovation; square of the series' unit.
    public let innovationVariance: Double

    public var order: Int { coefficients.count }

    public init(coefficients: [Double], innovationVariance: Double) {
        self.coefficients = coefficients
        self.innovationVariance = innovationVariance
    }

    /// The rule by which the order is chosen.
    public enum Order: Sendable, Equatable {
        case fixed(Int)
        /// Least n log s2 + 2 p, up to a limit.
        case akaike(limit: Int)
        /// Least n log s2 + p log n, up to a limit.
        case minimumDescriptionLength(limit: Int)

        fileprivate var limit: Int {
            switch self {
            case .fixed(let order), .akaike(let order), .minimumDescriptionLength(let order): order
            }
        }

        /// The order with the least criterion; `variances[p]` belongs to order p.
        fileprivate func chosenOrder(_ variances: [Double], count: Int) -> Int {
            let n = Double(count)
            let penalty: Double
            switch self {
            case .fixed(let order): return min(order, variances.count - 1)
            case .akaike: penalty = 2
            case .minimumDescriptionLength: penalty = PlatformMath.log(n)
            }
            var best = 0
            var minimum = Double.infinity
            for (order, variance) in variances.enumerated() where variance > 0 {
                let criterion = n * PlatformMath.log(variance) + penalty * Double(order)
                if criterion < minimum {
                    minimum = criterion
                    best = order
                }
            }
            return best
        }
    }

    /// Burg's estimate: each reflection minimises the forward and backward errors together.
    ///
    /// - Parameter samples: n numbers around 0 (the caller removes the mean).
    /// - Parameter order: below n; cut to n - 1.
    /// - Returns: nil for no samples, or where any is NaN or infinite. A series of zeros has order
    ///   0; one that a lower order predicts to within rounding, such as a pure tone, ends there. A
    ///   constant whose mean was left in is such a line, at 0 Hz: order 1, no innovation, all of its
    ///   density at one frequency, where it is NaN.
    /// - Complexity: O(n p).
    public static func burg(_ samples: [Double], order: Order) -> AutoregressiveModel? {
        let n = samples.count
        guard n > 0, samples.allSatisfy(\.isFinite), order.limit >= 0 else { return nil }
        var forwardErrors = samples
        var backwardErrors = samples
        let meanSquare = samples.reduce(0) { $0 + $1 * $1 } / Double(n)
        var recursion = LevinsonRecursion(variance: meanSquare)
        for p in 0..<min(order.limit, n - 1) {
            var product = 0.0
            var energy = 0.0
            for j in (p + 1)..<n {
                product += forwardErrors[j] * backwardErrors[j - 1]
                energy +=
                    forwardErrors[j] * forwardErrors[j] + backwardErrors[j - 1]
                    * backwardErrors[j - 1]
            }
            guard energy > 0, recursion.canExtend else { break }
            let reflectionCoefficient = -2 * product / energy
            for j in ((p + 1)..<n).reversed() {
                let f = forwardErrors[j]
                let b = backwardErrors[j - 1]
                forwardErrors[j] = f + reflectionCoefficient * b
                backwardErrors[j] = b + reflectionCoefficient * f
            }
            recursion.extend(reflectionCoefficient)
        }
        return recursion.model(order.chosenOrder(recursion.variances, count: n))
    }

    /// The Yule-Walker estimate: the model that has the series' own (biased) autocorrelation.
    ///
    /// - Parameter samples: n numbers around 0 (the caller removes the mean).
    /// - Parameter order: below n; cut to n - 1.
    /// - Returns: as ``burg(_:order:)``.
    /// - Complexity: O(n p).
    public static func yuleWalker(_ samples: [Double], order: Order) -> AutoregressiveModel? {
        let n = samples.count
        guard n > 0, samples.allSatisfy(\.isFinite), order.limit >= 0 else { return nil }
        let maxLag = min(order.limit, n - 1)
        let correlation = (0...maxLag).map { lag in
            var sum = 0.0
            for j in lag..<n { sum += samples[j] * samples[j - lag] }
            return sum / Double(n)
        }
        var recursion = LevinsonRecursion(variance: correlation[0])
        for p in 0..<maxLag {
            guard recursion.canExtend else { break }
            var numerator = correlation[p + 1]
            for (k, coefficient) in recursion.coefficients.enumerated() {
                numerator += coefficient * correlation[p - k]
            }
            recursion.extend(-numerator / recursion.variances[p])
        }
        return recursion.model(order.chosenOrder(recursion.variances, count: n))
    }

    /// The one-sided density at `frequency`; unit^2/Hz; 0 outside 0 ... half the rate.
    ///
    /// - Complexity: O(p).
    public func density(atHz frequency: Double, sampleRateHz: Double) -> Double {
        guard frequency >= 0, frequency <= sampleRateHz / 2 else { return 0 }
        let angle = 2 * .pi * frequency / sampleRateHz
        // Horner's scheme for A at exp(-i angle).
        let c = PlatformMath.cos(angle)
        let s = -PlatformMath.sin(angle)
        var real = 0.0
        var imaginary = 0.0
        for coefficient in coefficients.reversed() {
            let sum = real + coefficient
            real = sum * c - imaginary * s
            imaginary = sum * s + imaginary * c
        }
        real += 1
        let square = real * real + imaginary * imaginary
        return 2 * innovationVariance / (sampleRateHz * square)
    }
}

/// The step from order p to p + 1 that all lattice methods share, with every order kept.
private struct LevinsonRecursion {
    private(set) var coefficients: [Double] = []
    /// Innovation variance of order 0, 1, ...
    private(set) var variances: [Double]
    private var history: [[Double]] = [[]]

    /// The share of a series below which the unpredicted rest is rounding: further orders would
    /// model that.
    private static let minShare = 1e-9

    init(variance: Double) {
        variances = [variance]
    }

    var canExtend: Bool {
        let last = variances[variances.count - 1]
        return last > Self.minShare * variances[0]
    }

    mutating func extend(_ reflection: Double) {
        let p = coefficients.count
        var next = coefficients + [reflection]
        for k in 0..<p { next[k] += reflection * coefficients[p - 1 - k] }
        coefficients = next
        history.append(next)
        variances.append(max(0, variances[p] * (1 - reflection * reflection)))
    }

    func model(_ order: Int) -> AutoregressiveModel {
        AutoregressiveModel(
            coefficients: history[order], innovationVariance: variances[order])
    }
}
