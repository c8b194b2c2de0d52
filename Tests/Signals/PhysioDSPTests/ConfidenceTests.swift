import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct ConfidenceTests {
    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in generator.gaussian() }
    }

    private static func spectrum(_ freedom: Double) -> PowerSpectrum {
        PowerSpectrum(firstHz: 0, stepHz: 1, density: [1], degreesOfFreedom: freedom)
    }

    @Test(arguments: [0.5, 0.9, 0.95, 0.99])
    func onePeriodogramHasTheExponentialsInterval(level: Double) {
        let factors = Self.spectrum(2).confidenceFactors(level: level)
        #expect(relativeError(factors.lowerBound, -1 / log((1 - level) / 2)) < 1e-12)
        #expect(relativeError(factors.upperBound, -1 / log((1 + level) / 2)) < 1e-12)
    }

    @Test func intervalsShrinkWithTheDegreesOfFreedom() {
        let ranges = [0.5, 2, 8, 40, 1000, 1e6].map { Self.spectrum($0).confidenceFactors() }
        for (narrow, wide) in zip(ranges.dropFirst(), ranges) {
            #expect(narrow.lowerBound > wide.lowerBound && narrow.upperBound < wide.upperBound)
        }
        // For many, 1 -+ 1.96 sqrt(2 / nu) and the next term, (2/3) (1.96^2 - 1 + ...) / nu: 5e-6.
        let many = Self.spectrum(1e6).confidenceFactors()
        #expect(abs(many.lowerBound - (1 - 1.95996 * sqrt(2e-6))) < 1e-5)
        #expect(abs(many.upperBound - (1 + 1.95996 * sqrt(2e-6))) < 1e-5)
        #expect(Self.spectrum(.infinity).confidenceFactors() == 1...1)
    }

    /// 95 % intervals of the density of white noise hold its true density, 2 variance / rate.
    @Test(arguments: [(Taper.hann, 25.6), (.none, 25.6), (.blackman, 51.2), (.hann, 1000)])
    func intervalsOfWelchHoldTheTruth(taper: Taper, segmentSeconds: Double) throws {
        let welch = WelchPSD(segmentSeconds: segmentSeconds, taper: taper)
        var held = 0
        var total = 0
        for seed in 0..<250 {
            let spectrum = try #require(
                welch.density(samples: Self.noise(1024, seed: UInt64(seed)), sampleRateHz: 10))
            let factors = spectrum.confidenceFactors()
            let count = spectrum.density.count
            // Away from both ends by the widest main lobe, and every other bin of the padded grid.
            for bin in stride(from: 8, to: count - 8, by: 2) {
                let value = spectrum.density[bin]
                total += 1
                if value * factors.lowerBound <= 0.2, 0.2 <= value * factors.upperBound {
                    held += 1
                }
            }
        }
        let share = Double(held) / Double(total)
        #expect(share > 0.94 && share < 0.96, "\(share) of \(total)")
    }

    @Test(arguments: MultitaperPSD.Weighting.allCases)
    func intervalsOfTheMultitaperHoldTheTruth(weights: MultitaperPSD.Weighting) throws {
        let multitaper = MultitaperPSD(weights: weights)
        var held = 0
        var total = 0
        for seed in 0..<60 {
            let result = try #require(
                multitaper.density(samples: Self.noise(512, seed: UInt64(seed)), sampleRateHz: 10))
            for bin in stride(from: 8, to: 504, by: 4) {
                let value = result.spectrum.density[bin]
                let factors = result.confidenceFactors(bin: bin)
                total += 1
                if value * factors.lowerBound <= 0.2, 0.2 <= value * factors.upperBound {
                    held += 1
                }
            }
        }
        let share = Double(held) / Double(total)
        #expect(share > 0.94 && share < 0.96, "\(share) of \(total)")
    }
}
