import PhysioDSP
import PhysioTypes

/// A density on an even grid of frequencies, as other programs make it.
struct DialectSpectrum {
    private(set) var density: [Double]
    let stepHz: Double
    /// Frequencies below belong to no band; Hz.
    let lowestHz: Double
    private let originalSpectrum: PowerSpectrum?

    init(_ spectrum: PowerSpectrum) {
        density = spectrum.density
        stepHz = spectrum.stepHz
        lowestHz = spectrum.firstHz
        originalSpectrum = spectrum
    }

    /// Welch's average over segments that overlap by half, the periodic taper of scipy's `welch`.
    ///
    /// What is left behind the last whole segment is not used.
    init?(
        _ samples: [Double], rateHz: Double, segments: Conventions.Estimator.Segmentation,
        taper: Taper
    ) {
        let length = segments.length
        guard length >= 4 else { return nil }
        let weights = taper.weights(count: length, sampling: .periodic)
        let transform = RealFFT(count: segments.transformCount)
        var sums = [Double](repeating: 0, count: transform.spectrumCount)
        var segmentCount = 0.0
        var begin = 0
        while begin + length <= samples.count {
            let segment = samples[begin..<begin + length]
            let mean = segments.keepsSegmentMeans ? 0 : segment.reduce(0, +) / Double(length)
            var padded = [Double](repeating: 0, count: segments.transformCount)
            for (index, value) in segment.enumerated() {
                padded[index] = weights[index] * (value - mean)
            }
            for (bin, z) in transform.forward(padded).enumerated() {
                sums[bin] += z.real * z.real + z.imaginary * z.imaginary
            }
            segmentCount += 1
            begin += length - length / 2
        }
        let energy = weights.reduce(0) { $0 + $1 * $1 }
        let last = segments.transformCount.isMultiple(of: 2) ? sums.count - 1 : sums.count
        density = sums.indices.map { bin in
            let oneSidedFactor = bin == 0 || bin == last ? 1.0 : 2.0
            return oneSidedFactor * sums[bin] / (segmentCount * rateHz * energy)
        }
        stepHz = 1 / (Double(segments.transformCount) * (1 / rateHz))
        lowestHz = segments.lowestHz
        originalSpectrum = nil
    }

    mutating func divideByMaximum() {
        guard let maximum = density.max(), maximum > 0 else { return }
        for bin in density.indices { density[bin] /= maximum }
    }

    fileprivate func frequencyHz(_ bin: Int) -> Double {
        originalSpectrum?.frequencyHz(bin) ?? Double(bin) * stepHz
    }

    fileprivate var powerSpectrum: PowerSpectrum {
        PowerSpectrum(firstHz: originalSpectrum?.firstHz ?? 0, stepHz: stepHz, density: density)
    }

    fileprivate func bins(where isInside: (Double) -> Bool) -> [Int] {
        density.indices.filter { frequencyHz($0) >= lowestHz && isInside(frequencyHz($0)) }
    }
}

extension Conventions.Integration {
    /// Power of one band; nil where no frequency, or for trapezia no two, lie inside.
    func power(_ spectrum: DialectSpectrum, _ band: FrequencyBand) -> Double? {
        let bins = bins(spectrum, band)
        switch self {
        case .fractional:
            return spectrum.powerSpectrum.power(fromHz: band.lowHz, toHz: band.highHz)
        case .halfOpenTrapezia:
            let sum = zip(bins, bins.dropFirst()).reduce(0.0) { sum, pair in
                let width = spectrum.frequencyHz(pair.1) - spectrum.frequencyHz(pair.0)
                return sum + width * (spectrum.density[pair.0] + spectrum.density[pair.1]) / 2
            }
            return sum == 0 ? nil : sum
        case .closedSum:
            return bins.isEmpty
                ? nil : bins.reduce(0) { $0 + spectrum.density[$1] } * spectrum.stepHz
        }
    }

    /// The frequency of the band's maximum; Hz; nil without one.
    func peakHz(_ spectrum: DialectSpectrum, _ band: FrequencyBand) -> Double? {
        guard self != .fractional else {
            return spectrum.powerSpectrum.peakHz(fromHz: band.lowHz, toHz: band.highHz)
        }
        // Of equal values the first.
        let best = bins(spectrum, band).max { a, b in
            (spectrum.density[a], -a) < (spectrum.density[b], -b)
        }
        return best.map(spectrum.frequencyHz)
    }

    private func bins(_ spectrum: DialectSpectrum, _ band: FrequencyBand) -> [Int] {
        spectrum.bins { hz in
            hz >= band.lowHz && (self == .closedSum ? hz <= band.highHz : hz < band.highHz)
        }
    }
}
