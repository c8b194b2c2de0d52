import PhysioDSP
import Testing

@Suite struct PowerSpectrumTests {
    /// Density 0, 1, 2, 3 ... at 0, 0.1, 0.2 ...: the integral from a to b is 5 (b^2 - a^2).
    private let ramp = PowerSpectrum(
        firstHz: 0, stepHz: 0.1, density: (0...10).map(Double.init))

    @Test(arguments: [(0, 1), (0.1, 0.4), (0.13, 0.17), (0.25, 0.95), (0.0, 0.04)])
    func powerOfARampIsExact(low: Double, high: Double) {
        #expect(abs(ramp.power(fromHz: low, toHz: high) - 5 * (high * high - low * low)) < 1e-12)
    }

    @Test func neighbouringBandsAddUp() {
        let edges: [Double] = [0, 0.003, 0.04, 0.15, 0.4, 0.5]
        let sum = zip(edges, edges.dropFirst()).reduce(0.0) { sum, edge in
            sum + ramp.power(fromHz: edge.0, toHz: edge.1)
        }
        #expect(abs(sum - ramp.power(fromHz: 0, toHz: 0.5)) < 1e-14)
    }

    @Test func densityIsConstantBelowTheFirstFrequencyAndNothingAboveTheLast() {
        let spectrum = PowerSpectrum(firstHz: 0.2, stepHz: 0.1, density: [3, 3])
        #expect(abs(spectrum.power(fromHz: 0, toHz: 0.25) - 0.75) < 1e-14)
        #expect(abs(spectrum.power(fromHz: 0.25, toHz: 9) - 0.15) < 1e-14)
        #expect(spectrum.power(fromHz: 0.5, toHz: 9) == 0)
        #expect(spectrum.power(fromHz: 0.3, toHz: 0.3) == 0)
        #expect(PowerSpectrum(firstHz: 0, stepHz: 1, density: []).power(fromHz: 0, toHz: 1) == 0)
    }

    @Test func peakOfAParabolaIsFoundBetweenGridPoints() throws {
        let density = (0...20).map { index in
            let distance = Double(index) * 0.01 - 0.123
            return 100 - distance * distance
        }
        let spectrum = PowerSpectrum(firstHz: 0, stepHz: 0.01, density: density)
        let peak = try #require(spectrum.peakHz(fromHz: 0.04, toHz: 0.15))
        #expect(abs(peak - 0.123) < 1e-9)
    }

    @Test func monotoneDensityHasNoPeak() {
        #expect(ramp.peakHz(fromHz: 0.1, toHz: 0.9) == nil)
    }
}
