/// An uneven series rebuilt on an even grid from its least-squares, band-limited spectrum.
///
/// The trigonometric polynomial p(t) = sum over |k| <= K of c[k] exp(2 pi i k t / L) is fitted to
/// the samples by weighted least squares, each sample weighing as much time as lies nearest to it,
/// and evaluated on the grid. Its highest frequency K / L is ``nyquistShare`` of half the mean
/// sampling rate; a tone below it keeps its amplitude (response 1), whatever the spacing of the
/// samples. The period L is longer than the data by at least ``paddingSeconds``, in which the
/// polynomial is free: so the two ends need not match, and no edge ripples into the data.
///
/// The normal equations are a Toeplitz system, solved by conjugate gradients with products by
/// fast transforms. Where the samples are sparser than the mean they determine the
/// polynomial badly, and noise would grow without bound: ``ridge`` keeps it small.
///
/// - SeeAlso: Feichtinger, Groechenig and Strohmer 1995, Numer. Math. 69:423 (the weights and the
///   iteration). The padding and the ridge are ours.
public enum BandLimitedResampling {
    /// Highest frequency of the fit as a share of half the mean sampling rate.
    public static let nyquistShare = 0.9
    /// Minimum free time behind the data; s, and at least this many mean sample distances.
    public static let paddingSeconds = 20.0
    /// Added to the diagonal of the normal equations, whose eigenvalues are about 1; the solution
    /// is multiplied by 1 + ridge, so that what has the eigenvalue 1 keeps its size. With 1e-5 the
    /// HF of 10 ms of noise on intervals from 700 to 1300 ms was 190 times the truth, with 0.01 it
    /// is 1.4 times, and tones are as exact.
    package static let ridge = 0.01
    /// Relative residual at which the iteration ends.
    static let tolerance = 1e-12
    static let iterationLimit = 300

    /// The series at the times of the first sample, 1 / `rateHz` later, ... up to the last.
    ///
    /// - Parameter times: n >= 2 strictly ascending finite times; s.
    /// - Parameter values: n finite numbers.
    /// - Parameter rateHz: rate of the grid; Hz; at least twice the highest frequency of the fit,
    ///   or the fit is narrowed to half of it.
    /// - Returns: floor(span rate) + 1 values.
    /// - Precondition: the conditions on `times` and `values`; `rateHz` > 0.
    /// - Complexity: O(n + m log m) an iteration for m grid points, some tens of iterations.
    public static func resample(
        times: [Double], values: [Double], rateHz: Double
    ) -> [Double] {
        precondition(times.count == values.count, "every value needs one time")
        guard let first = times.first, let last = times.last, first < last, rateHz > 0,
            let line = StraightLine(times: times, values: values)
        else {
            preconditionFailure("resampling needs two different times and a rate above 0")
        }
        let span = last - first
        let meanDistance = span / Double(times.count - 1)
        let padding = max(paddingSeconds, paddingSeconds * meanDistance)
        let gridCount = RealFFT.efficientCount(
            atLeast: Int(((span + padding) * rateHz).rounded(.up)))
        let period = Double(gridCount) / rateHz
        let maxModeCount = min(Int(nyquistShare * period / (2 * meanDistance)), gridCount / 2 - 1)

        let positions = times.map { ($0 - first) / period }
        let residual = zip(times, values).map { $1 - line.value(at: $0) }
        let weights = cellWidths(times).map { $0 / period }
        var system = ToeplitzSystem(
            positions: positions, weights: weights, maxMode: max(1, maxModeCount))
        let rightSide = NonuniformFFT.shared(modeCount: system.maxMode + 1)(
            positions: positions, values: zip(weights, residual).map { $0 * $1 })
        var modes = system.solve(rightSide)
        modes += [ComplexNumber](
            repeating: ComplexNumber(0), count: gridCount / 2 + 1 - modes.count)
        let series = RealFFT(count: gridCount).inverse(modes)
        // A grid point that rounding puts a hair behind the last sample still counts.
        let resultCount = Int(span * rateHz * (1 + 1e-12)) + 1
        return (0..<resultCount).map { index in
            series[index] + line.value(at: first + Double(index) / rateHz)
        }
    }

    /// The time nearest to each sample; the outermost ones reach as far out as in.
    private static func cellWidths(_ times: [Double]) -> [Double] {
        let last = times.count - 1
        return times.indices.map { index in
            let left = index > 0 ? times[index] - times[index - 1] : times[1] - times[0]
            let right =
                index < last ? times[index + 1] - times[index] : times[last] - times[last - 1]
            return 0.5 * (left + right)
        }
    }
}

/// The normal equations of the fit: (T + ridge) c = b with T[k, l] = D[k - l] and
/// D[k] = sum over j of w[j] exp(-2 pi i k x[j]).
///
/// T c is the product of two periodic functions, formed on a grid on which no mode of the result
/// is aliased. Spectra are those of real functions: modes 0 ... K stand for their conjugates too.
private struct ToeplitzSystem {
    let maxMode: Int
    private let transform: RealFFT
    /// The sampling density on the grid, over the grid's length.
    private let density: [Double]
    /// A function on the grid, and its spectrum, whose modes above the limit are 0 on the way in.
    private var values: [Double]
    private var spectrum: [ComplexNumber]

    init(positions: [Double], weights: [Double], maxMode: Int) {
        self.maxMode = maxMode
        let transform = RealFFT(count: RealFFT.efficientCount(atLeast: 4 * maxMode + 2))
        var modes = NonuniformFFT.shared(modeCount: 2 * maxMode + 1)(
            positions: positions, values: weights)
        modes += [ComplexNumber](
            repeating: ComplexNumber(0), count: transform.spectrumCount - modes.count)
        density = transform.inverse(modes).map { $0 / Double(transform.count) }
        self.transform = transform
        values = [Double](repeating: 0, count: transform.count)
        spectrum = [ComplexNumber](
            repeating: ComplexNumber(0), count: transform.spectrumCount)
    }

    mutating func solve(_ rightSide: [ComplexNumber]) -> [ComplexNumber] {
        var solution = [ComplexNumber](repeating: ComplexNumber(0), count: rightSide.count)
        var residual = rightSide
        var direction = rightSide
        var squaredNorm = Self.product(residual, residual)
        let targetSquaredNorm =
            squaredNorm * BandLimitedResampling.tolerance * BandLimitedResampling.tolerance
        for _ in 0..<BandLimitedResampling.iterationLimit where squaredNorm > targetSquaredNorm {
            apply(to: direction)
            let step = squaredNorm / Self.product(direction, spectrum)
            for k in rightSide.indices {
                solution[k] = solution[k] + direction[k] * step
                residual[k] = residual[k] - spectrum[k] * step
            }
            let nextSquaredNorm = Self.product(residual, residual)
            let share = nextSquaredNorm / squaredNorm
            for k in rightSide.indices { direction[k] = residual[k] + direction[k] * share }
            squaredNorm = nextSquaredNorm
        }
        let scale = 1 + BandLimitedResampling.ridge
        for k in solution.indices { solution[k] = solution[k] * scale }
        return solution
    }

    /// Puts the image of `modes` into the lower part of `spectrum`.
    private mutating func apply(to modes: [ComplexNumber]) {
        for k in modes.indices { spectrum[k] = modes[k] }
        for k in modes.count..<spectrum.count { spectrum[k] = ComplexNumber(0) }
        Self.multiply(&spectrum, by: density, transform, through: &values)
        for k in modes.indices {
            spectrum[k] = spectrum[k] + modes[k] * BandLimitedResampling.ridge
        }
    }

    /// Multiplies the function that has this spectrum.
    private static func multiply(
        _ spectrum: inout [ComplexNumber], by density: [Double], _ transform: RealFFT,
        through values: inout [Double]
    ) {
        var grid = values.mutableSpan
        transform.inverse(spectrum.span, into: &grid)
        for index in density.indices { grid[index] *= density[index] }
        var spectrumSpan = spectrum.mutableSpan
        transform.forward(values.span, into: &spectrumSpan)
    }

    /// Inner product of the two real functions over the modes of the first: the zero mode counts
    /// once, all others twice.
    private static func product(_ a: [ComplexNumber], _ b: [ComplexNumber]) -> Double {
        var sum = 0.0
        for k in a.indices {
            sum += a[k].real * b[k].real + a[k].imaginary * b[k].imaginary
        }
        return 2 * sum - a[0].real * b[0].real - a[0].imaginary * b[0].imaginary
    }
}
