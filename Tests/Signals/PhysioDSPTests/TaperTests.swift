import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct TaperTests {
    /// The definitions, one cosine a term.
    private static func definition(_ taper: Taper, _ u: Double) -> Double {
        func sum(_ a: [Double]) -> Double {
            a.enumerated().reduce(0) { total, term in
                let sign = term.offset.isMultiple(of: 2) ? 1.0 : -1
                return total + sign * term.element * cos(2 * .pi * Double(term.offset) * u)
            }
        }
        switch taper {
        case .none: return 1
        case .hann: return sum([0.5, 0.5])
        case .hamming: return sum([0.54, 0.46])
        case .blackman: return sum([0.42, 0.5, 0.08])
        case .blackmanHarris: return sum([0.35875, 0.48829, 0.14128, 0.01168])
        case .cosine: return cos(.pi * (u - 0.5))
        case .bartlett: return u < 0.5 ? 2 * u : 2 - 2 * u
        }
    }

    @Test(arguments: Taper.allCases)
    func weightsFollowTheirDefinition(taper: Taper) {
        for count in [1, 2, 5, 64, 301] {
            let weights = taper.weights(count: count)
            #expect(weights.count == count)
            for (index, weight) in weights.enumerated() {
                let u = (Double(index) + 0.5) / Double(count)
                #expect(abs(weight - Self.definition(taper, u)) < 1e-15)
            }
            #expect(weights == weights.reversed())
            #expect(weights.allSatisfy { $0 > 0 && $0 <= 1 })
        }
        #expect(taper.weights(count: 0).isEmpty)
    }

    @Test(arguments: Taper.allCases)
    func weightsAreNeverNegativeAndEndWithTheSegment(taper: Taper) {
        for step in 0...10_000 {
            let weight = taper.weight(at: Double(step) / 10_000)
            #expect(weight >= 0 && weight <= 1)
        }
        let outside = taper == .none ? 1.0 : 0
        for u in [-0.001, 1.001, -.infinity, .infinity] { #expect(taper.weight(at: u) == outside) }
    }

    /// n sum h^2 / (sum h)^2 of real weights.
    @Test(arguments: Taper.allCases)
    func noiseBandwidthIsThatOfTheWeights(taper: Taper) {
        for count in [16, 1000, 1001] {
            let weights = taper.weights(count: count)
            let sum = weights.reduce(0, +)
            let squares = weights.reduce(0) { $0 + $1 * $1 }
            let found = Double(count) * squares / (sum * sum)
            let n = Double(count)
            // Cosine sums have it exactly. The triangle: (1 - 1/n^2) 4/3 for even n, and for odd n
            // (1 + 2/n^2) 4/3 / (1 + 1/n^2)^2, the same to first order; the sine lobe: times
            // (sin x / x)^2 with x = pi / (2 n), so 1 - pi^2 / (12 n^2).
            let expected: Double =
                switch taper {
                case .bartlett where count.isMultiple(of: 2):
                    taper.noiseBandwidthBins * (1 - 1 / (n * n))
                case .bartlett:
                    taper.noiseBandwidthBins * (1 + 2 / (n * n)) / pow(1 + 1 / (n * n), 2)
                case .cosine:
                    taper.noiseBandwidthBins * pow(sin(.pi / (2 * n)) / (.pi / (2 * n)), 2)
                default: taper.noiseBandwidthBins
                }
            #expect(relativeError(found, expected) < 1e-12, "n = \(count)")
        }
    }

    /// Harris 1978, table I: noise bandwidth to 0.01 bins.
    @Test(arguments: [
        (Taper.none, 1.00), (.cosine, 1.23), (.bartlett, 1.33), (.hann, 1.50), (.hamming, 1.36),
        (.blackman, 1.73), (.blackmanHarris, 2.00),
    ])
    func noiseBandwidthIsThePublishedOne(taper: Taper, bins: Double) {
        #expect(abs(taper.noiseBandwidthBins - bins) < 0.005)
    }

    /// The documented side lobe and half main lobe, found on the taper's spectrum at 1/64 bin.
    @Test(arguments: [
        (Taper.none, -13.3, 1.0), (.cosine, -23.0, 1.5), (.bartlett, -26.5, 2), (.hann, -31.5, 2),
        (.hamming, -42.7, 2), (.blackman, -58.1, 3), (.blackmanHarris, -92.0, 4),
    ])
    func sideLobesAreAsDocumented(taper: Taper, decibels: Double, halfLobe: Double) {
        let count = 1000
        let weights = taper.weights(count: count)
        // All weights are positive, so the sum is the highest value of the spectrum.
        let peak = weights.reduce(0, +)
        let levels = (0..<64 * 12).map { step -> Double in
            var real = 0.0
            var imaginary = 0.0
            for (index, weight) in weights.enumerated() {
                let angle = 2 * .pi * Double(step) / 64 * Double(index) / Double(count)
                real += weight * cos(angle)
                imaginary += weight * sin(angle)
            }
            return 20 * log10(hypot(real, imaginary) / peak)
        }
        var zero = 1
        while levels[zero + 1] < levels[zero] { zero += 1 }
        #expect(abs(Double(zero) / 64 - halfLobe) <= 1.0 / 64)
        let highest = levels[zero...].max() ?? 0
        #expect(abs(highest - decibels) < 0.05, "\(highest)")
    }
}
