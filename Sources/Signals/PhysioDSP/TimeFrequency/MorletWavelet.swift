/// The calibrated scalogram: the density of an even series over time, by analytic Morlet wavelets.
///
/// The wavelet for frequency f has the transform exp(-c^2 (v / f - m)^2 / 2) at v > 0 and nothing
/// below: a Gaussian of standard deviation f / c around m f, so in time an oscillation under a
/// Gaussian of standard deviation c / (2 pi f). With W the series' wavelet transform and E the
/// wavelet's energy, the integral of its squared transform, the one-sided density is 2 |W|^2 / E.
///
/// That scale makes white noise flat: the expected value is variance / (r / 2) at every frequency.
/// It leaves m open, which decides the total: over all frequencies the expected map adds up to the
/// variance times the integral of exp(-c^2 (x - m)^2) / x over that of exp(-c^2 (x - m)^2), whatever
/// the spectrum. That share is 2 c D(c m) with D Dawson's integral, and m is where it is 1: 1.0141
/// for six cycles.
///
/// A tone of amplitude A and frequency f0 has the density A^2 / 2 c / (f sqrt pi) exp(-c^2 (f0 / f
/// - m)^2), spread over about f0 / c to either side: its integral is A^2 / 2, its largest value
/// lies at ``tonePeakFrequencyRatio`` f0, a little low because a wavelet for a lower frequency is narrower.
///
/// Above r / 2 (1 - 3 / c) the Gaussian is cut off at half the rate: there the wavelet is longer in
/// time than stated, and a tone's density incomplete.
///
/// - SeeAlso: Torrence and Compo 1998, Bull. Am. Meteorol. Soc. 79:61 (whose omega0 is c); Liu,
///   Liang and Weisberg 2007, J. Atmos. Ocean. Technol. 24:2093, on the bias between scales.
///   Torrence and Compo assign a wavelet the frequency of the tone it is largest for; here it is
///   the frequency for which the powers add up.
public struct MorletWavelet: Sendable {
    /// c: 2 pi times the periods in one standard deviation of the wavelet in time.
    public let cycles: Double
    /// m.
    private let centreFrequencyRatio: Double

    /// The least number of cycles. Below it the wavelet is not free of the mean: exp(-c^2 / 2) is
    /// its share, 0.0003 at 4.
    public static let minCycles = 4.0
    /// Standard deviations beyond which a wavelet counts as 0: 1.5e-8 of its largest value.
    private static let cutoffDeviations = 6.0

    /// - Parameter cycles: more separate frequencies better and times worse.
    /// - Precondition: `cycles` is finite and at least ``minCycles``.
    public init(cycles: Double = 6) {
        precondition(
            cycles >= Self.minCycles && cycles.isFinite, "a wavelet has at least four cycles")
        self.cycles = cycles
        centreFrequencyRatio = Self.centre(cycles)
    }

    /// The position of the largest density of a tone, as a share of its frequency; 0.973 for six
    /// cycles.
    public var tonePeakFrequencyRatio: Double {
        2
            / (centreFrequencyRatio
                + (centreFrequencyRatio * centreFrequencyRatio + 2 / (cycles * cycles)).squareRoot())
    }

    /// Half-width of the cone of influence: sqrt 2 standard deviations of the wavelet in time.
    ///
    /// A pulse at the end of the series has there lost all but exp(-2) of its power, and of the
    /// wavelet's energy 2.3 % lies beyond the end.
    public func coneOfInfluenceSeconds(atHz frequency: Double) -> Double {
        cycles / (2.0.squareRoot() * .pi * frequency)
    }

    /// The lowest frequency for which a series has a time clear of both its ends; Hz.
    ///
    /// - Parameter spanSeconds: from the first to the last sample; s.
    public func lowestHz(spanSeconds: Double) -> Double {
        2 * cycles / (2.0.squareRoot() * .pi * spanSeconds)
    }

    /// The density of `samples` around every `stepSeconds`, the first column at the first sample.
    ///
    /// - Parameter samples: m numbers of some unit u; their mean is removed.
    /// - Parameter sampleRateHz: above 0.
    /// - Parameter frequenciesHz: ascending; above 0, at most half the rate.
    /// - Parameter stepSeconds: rounded to whole samples, at least one; every sample where nil.
    /// - Returns: a density in u^2/Hz; nil below 4 samples, and where the lowest frequency is below
    ///   ``lowestHz(spanSeconds:)``. A constant series has density 0. NaN or infinity, in the
    ///   samples or by overflow of their squares, makes every value NaN or infinite.
    /// - Complexity: O(m log m) a frequency; allocates the map and memory for one frequency.
    public func map(
        of samples: [Double], sampleRateHz: Double, frequenciesHz: [Double],
        stepSeconds: Double? = nil
    ) -> TimeFrequencyMap? {
        precondition(sampleRateHz > 0, "a sample rate is above 0 Hz")
        precondition(
            zip(frequenciesHz.dropFirst(), frequenciesHz).allSatisfy { $0 > $1 },
            "frequencies ascend")
        guard let lowest = frequenciesHz.first, let highest = frequenciesHz.last else {
            preconditionFailure("a map needs at least one frequency")
        }
        precondition(
            lowest > 0 && highest <= sampleRateHz / 2, "frequencies lie within half the rate")
        let span = Double(samples.count - 1) / sampleRateHz
        guard samples.count >= 4, lowest >= lowestHz(spanSeconds: span) else { return nil }
        let step = max(1, ((stepSeconds ?? 0) * sampleRateHz).rounded())
        let indices = Array(
            stride(from: 0, to: samples.count, by: Int(min(step, Double(samples.count)))))
        return TimeFrequencyMap(
            timesSeconds: indices.map { Double($0) / sampleRateHz }, frequenciesHz: frequenciesHz,
            values: values(samples, sampleRateHz, frequenciesHz, indices),
            coneOfInfluenceSeconds: frequenciesHz.map(coneOfInfluenceSeconds(atHz:)),
            spanSeconds: span)
    }

    /// 2 |W|^2 / E at each time of `indices` and each frequency, row-major.
    private func values(
        _ samples: [Double], _ sampleRateHz: Double, _ frequenciesHz: [Double], _ indices: [Int]
    ) -> [Double] {
        // Zeros behind the series, as many as the longest wavelet reaches: the transform takes the
        // series to be periodic, and its two ends must not meet.
        let maxWidth = cycles / (2 * .pi * frequenciesHz[0]) * sampleRateHz
        let padding = Int((Self.cutoffDeviations * maxWidth).rounded(.up))
        let transform = RealFFT(
            count: RealFFT.efficientCount(atLeast: samples.count + padding))
        let mean = Statistics.meanAboutFirstValue(samples[...])
        var series = samples.map { $0 - mean }
        series += [Double](repeating: 0, count: transform.count - samples.count)
        let spectrum = transform.forward(series)
        var filter = AnalyticFilter(transform)
        var values = [Double](repeating: 0, count: indices.count * frequenciesHz.count)
        for (position, frequency) in frequenciesHz.enumerated() {
            let wavelet = WaveletResponse(
                middleHz: centreFrequencyRatio * frequency, widthHz: frequency / cycles,
                cutoffDeviations: Self.cutoffDeviations,
                stepHz: sampleRateHz / Double(transform.count),
                binLimit: (transform.count - 1) / 2)
            filter.apply(wavelet, to: spectrum)
            let scale = 1 / (2 * Double(transform.count) * sampleRateHz * wavelet.squares)
            for (time, index) in indices.enumerated() {
                values[time * frequenciesHz.count + position] =
                    scale * filter.squaredMagnitude(index)
            }
        }
        return values
    }

    /// The m at which 2 c D(c m) = 1: by Dawson's asymptotic series, 1 + s + 3 s^2 + 15 s^3 + ...
    /// = m with s = 1 / (2 c^2 m^2), cut off at its least term (4e-8 at four cycles).
    private static func centre(_ cycles: Double) -> Double {
        var m = 1.0
        for _ in 0..<30 {
            let s = 1 / (2 * cycles * cycles * m * m)
            var term = 1.0
            var sum = 1.0
            var odd = 1.0
            while odd * s < 1, term > 1e-17 {
                term *= odd * s
                sum += term
                odd += 2
            }
            m = sum
        }
        return m
    }
}

/// A wavelet's transform on the bins of a Fourier transform: a Gaussian, nothing at 0 and at half
/// the rate.
private struct WaveletResponse {
    let firstBin: Int
    let weights: [Double]
    /// Sum of the squared weights: the wavelet's energy times the transform's length.
    let squares: Double

    init(middleHz: Double, widthHz: Double, cutoffDeviations: Double, stepHz: Double, binLimit: Int)
    {
        let first = max(1, Int(((middleHz - cutoffDeviations * widthHz) / stepHz).rounded(.up)))
        let last = min(binLimit, Int((middleHz + cutoffDeviations * widthHz) / stepHz))
        firstBin = first
        weights = (first...max(first, last)).map { bin in
            let distance = (Double(bin) * stepHz - middleHz) / widthHz
            return PlatformMath.exp(-0.5 * distance * distance)
        }
        squares = weights.reduce(0) { $0 + $1 * $1 }
    }
}

/// Filters that keep positive frequencies only, one after the other, in the same memory.
private struct AnalyticFilter {
    private let transform: RealFFT
    /// The filtered spectrum, and the same a quarter turn back: 0 outside `bins`.
    private var filteredSpectrum: [ComplexNumber]
    private var quarterTurnedSpectrum: [ComplexNumber]
    private var bins = 0..<0
    private var real: [Double]
    private var imaginary: [Double]

    init(_ transform: RealFFT) {
        self.transform = transform
        filteredSpectrum = [ComplexNumber](
            repeating: ComplexNumber(0), count: transform.spectrumCount)
        quarterTurnedSpectrum = filteredSpectrum
        real = [Double](repeating: 0, count: transform.count)
        imaginary = real
    }

    mutating func apply(_ response: WaveletResponse, to spectrum: [ComplexNumber]) {
        for bin in bins {
            filteredSpectrum[bin] = ComplexNumber(0)
            quarterTurnedSpectrum[bin] = ComplexNumber(0)
        }
        bins = response.firstBin..<response.firstBin + response.weights.count
        for (bin, weight) in zip(bins, response.weights) {
            let value = spectrum[bin] * weight
            filteredSpectrum[bin] = value
            quarterTurnedSpectrum[bin] = ComplexNumber(value.imaginary, -value.real)
        }
        Self.inverseTransform(filteredSpectrum, into: &real, by: transform)
        Self.inverseTransform(quarterTurnedSpectrum, into: &imaginary, by: transform)
    }

    private static func inverseTransform(
        _ spectrum: [ComplexNumber], into samples: inout [Double], by transform: RealFFT
    ) {
        var span = samples.mutableSpan
        transform.inverse(spectrum.span, into: &span)
    }

    /// Returns the squared magnitude of the filtered series at a sample, times the square of twice
    /// the transform's length: the two inverse transforms are its real and imaginary part.
    func squaredMagnitude(_ index: Int) -> Double {
        real[index] * real[index] + imaginary[index] * imaginary[index]
    }
}
