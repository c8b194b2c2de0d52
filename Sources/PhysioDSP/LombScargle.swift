import CPhysioKernels

/// The generalised Lomb-Scargle periodogram: the spectrum of samples at uneven times.
///
/// At every frequency the model a cos 2 pi f t + b sin 2 pi f t + c is fitted by weighted least
/// squares. With weights w[j] = h[j] / sum h that add up to 1, YY = sum w (y - mean_w)^2, and p the
/// share of YY that the fit explains (0 ... 1), the one-sided density is
///
///     S(f) = T YY p(f) / (n sum w^2)
///
/// where T is the time the samples stand for. Without a taper all w = 1/n and S = T YY p. The
/// density is defined through p and never through the amplitude a^2 + b^2, which is not the
/// explained power where sine and cosine are not orthogonal on the samples.
///
/// ```swift
/// let times = (0..<300).map { Double($0) * 0.9 }
/// let values = times.map { 20 * PlatformMath.sin(2 * .pi * 0.1 * $0) }
/// let spectrum = LombScargle(taper: .hann).density(
///     times: times, values: values, coveredSeconds: 270, stepHz: 1 / 1080, count: 540)
/// spectrum.power(fromHz: 0.04, toHz: 0.15)  // 200: the variance of that sine
/// ```
///
/// - SeeAlso: Zechmeister and Kuerster 2009, Astron. Astrophys. 496:577, doi
///   10.1051/0004-6361:200811296; Scargle 1982, Astrophys. J. 263:835.
public struct LombScargle: Sendable {
    /// How the sums over the samples are formed. All give the same numbers, to about 1e-13 of the
    /// highest peak.
    public enum Engine: String, Sendable, CaseIterable {
        /// Whichever is quicker for the sizes at hand.
        case automatic
        /// One sine and one cosine a sample and frequency: O(n F).
        case directSum
        /// By ``NonuniformFFT``: O(n + F log F).
        case nonuniformTransform
    }

    /// Below this many pairs of sample and frequency the direct sum is the quicker engine.
    private static let directSumLimit = 4_000

    public let taper: Taper
    public let engine: Engine

    public init(taper: Taper = .hann, engine: Engine = .automatic) {
        self.taper = taper
        self.engine = engine
    }

    /// The density of `values` at the frequencies `stepHz`, 2 `stepHz` ... `count` `stepHz`.
    ///
    /// The caller removes trends first; the mean is part of the model. A frequency at which the
    /// samples determine no oscillation (all weight on one phase) has density 0.
    ///
    /// - Parameter times: n ascending times; s.
    /// - Parameter values: n numbers of some unit u.
    /// - Parameter coveredSeconds: the time the samples stand for, T: their span less its gaps; s.
    /// - Parameter taperRange: the stretch over which the taper runs; s; from the first to the
    ///   last time where nil.
    /// - Parameter stepHz: first frequency and distance of two; Hz; 1 / (4 span) resolves every
    ///   feature.
    /// - Parameter count: number of frequencies.
    /// - Returns: a one-sided density in u^2/Hz; all 0 for fewer than three samples or a constant
    ///   series; NaN throughout if any value or time is NaN or infinite.
    /// - Precondition: `times` and `values` have one count; `stepHz` > 0; `count` >= 1.
    /// - Complexity: see ``Engine``; allocates.
    public func density(
        times: [Double], values: [Double], coveredSeconds: Double,
        taperRange: ClosedRange<Double>? = nil, stepHz: Double, count: Int
    ) -> PowerSpectrum {
        precondition(times.count == values.count, "every value needs one time")
        precondition(stepHz > 0 && count >= 1, "a spectrum needs at least one frequency")
        func spectrum(_ density: [Double]) -> PowerSpectrum {
            PowerSpectrum(firstHz: stepHz, stepHz: stepHz, density: density)
        }
        guard times.allSatisfy(\.isFinite), values.allSatisfy(\.isFinite) else {
            return spectrum([Double](repeating: .nan, count: count))
        }
        let nothing = spectrum([Double](repeating: 0, count: count))
        guard times.count >= 3, let first = times.first, let last = times.last else {
            return nothing
        }
        let range = taperRange ?? first...max(first, last)
        guard let weighted = Weighted(values, weights: weights(times, range)) else {
            return nothing
        }
        // Times from the middle: the phases, and with them their rounding, are smallest there.
        let middle = 0.5 * (first + last)
        let centred = times.map { $0 - middle }
        let useDirectSum =
            engine == .directSum
            || (engine == .automatic && times.count * count < Self.directSumLimit)
        let sums =
            useDirectSum
            ? directSums(centred, weighted, stepHz, count)
            : transformSums(centred, weighted, stepHz, count)
        let scale = coveredSeconds / (Double(times.count) * weighted.squareSum)
        return spectrum(sums.map { scale * $0.explainedPower(of: weighted.variance) })
    }

    private func weights(_ times: [Double], _ range: ClosedRange<Double>) -> [Double] {
        let length = range.upperBound - range.lowerBound
        guard length > 0 else { return [] }
        return times.map { taper.weight(at: ($0 - range.lowerBound) / length) }
    }

    private func directSums(
        _ times: [Double], _ weighted: Weighted, _ stepHz: Double, _ count: Int
    ) -> [Sums] {
        let frequencies = (1...count).map { Double($0) * stepHz }
        var flat = [Double](repeating: 0, count: 6 * count)
        ck_lomb_sums(
            times, weighted.weights, weighted.products, times.count, frequencies, count, &flat)
        return (0..<count).map { index in
            let base = 6 * index
            return Sums(
                y: ComplexNumber(flat[base], flat[base + 1]),
                once: ComplexNumber(flat[base + 2], flat[base + 3]),
                twice: ComplexNumber(flat[base + 4], flat[base + 5]))
        }
    }

    /// Three transforms: of the products and of the weights at t, and of the weights at 2 t.
    private func transformSums(
        _ times: [Double], _ weighted: Weighted, _ stepHz: Double, _ count: Int
    ) -> [Sums] {
        let transform = NonuniformFFT(modeCount: count + 1)
        // Forward transforms have the other sign; negative positions undo it.
        let once = times.map { -$0 * stepHz }
        let twice = once.map { 2 * $0 }
        let y = transform(positions: once, values: weighted.products)
        let weightsOnce = transform(positions: once, values: weighted.weights)
        let weightsTwice = transform(positions: twice, values: weighted.weights)
        return (1...count).map { Sums(y: y[$0], once: weightsOnce[$0], twice: weightsTwice[$0]) }
    }
}

/// Weights that add up to 1, and values around their weighted mean.
private struct Weighted {
    let weights: [Double]
    /// Weight times (value - weighted mean).
    let products: [Double]
    /// Weighted variance, YY.
    let variance: Double
    /// Sum of the squared weights.
    let squareSum: Double

    /// - Returns: nil where no weight, or no variation, is left.
    init?(_ values: [Double], weights raw: [Double]) {
        let total = raw.reduce(0, +)
        guard total > 0 else { return nil }
        weights = raw.map { $0 / total }
        let mean = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 }
        products = zip(weights, values).map { $0 * ($1 - mean) }
        variance = zip(products, values).reduce(0) { $0 + $1.0 * ($1.1 - mean) }
        squareSum = weights.reduce(0) { $0 + $1 * $1 }
        guard let first = values.first, values.contains(where: { $0 != first }), variance > 0
        else { return nil }
    }
}

/// The Fourier sums of one frequency; real part the cosine sum, imaginary part the sine sum.
private struct Sums {
    let y: ComplexNumber
    let once: ComplexNumber
    let twice: ComplexNumber

    /// YY p: what the fit takes off the weighted variance.
    ///
    /// Zechmeister and Kuerster 2009, equations 5 and 6, with the mean of y already removed.
    func explainedPower(of variance: Double) -> Double {
        let cosCos = 0.5 * (1 + twice.real) - once.real * once.real
        let sinSin = 0.5 * (1 - twice.real) - once.imaginary * once.imaginary
        let cosSin = 0.5 * twice.imaginary - once.real * once.imaginary
        let determinant = cosCos * sinSin - cosSin * cosSin
        // Below this the samples see only one phase of the oscillation.
        guard determinant > 1e-12 else { return 0 }
        let explained =
            (sinSin * y.real * y.real + cosCos * y.imaginary * y.imaginary
                - 2 * cosSin * y.real * y.imaginary) / determinant
        return min(max(0, explained), variance)
    }
}
