import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

/// Rows of a spectrogram against the powers of bands, which integrate every row exactly.
@Suite struct SpectrumRowsTests {
    private static func domain(
        _ estimator: SpectrumSettings.Estimator, white: Double
    ) -> FrequencyDomain {
        var random = SplitMix64(seed: 12)
        var settings = SpectrumSettings()
        settings.estimator = estimator
        let sign: [Double] = [1, 0.3, -0.8, -0.8, 0.3]
        let intervals = (0..<400).map { 900 + 30 * sign[$0 % 5] + white * random.gaussian() }
        return FrequencyDomain(NNSeries(intervalsMs: intervals), settings: settings)
    }

    /// A rhythm of five beats, sharp and in noise.
    @Test(arguments: SpectrumSettings.Estimator.allCases, [0.5, 20])
    func rowsHoldThePowersOfTheirBands(
        estimator: SpectrumSettings.Estimator, white: Double
    ) throws {
        let domain = Self.domain(estimator, white: white)
        let rows = domain.meanDensities(widthHz: 0.005, count: 100)
        #expect(rows.count == 100)
        let total = try #require(domain.powerMsSquared(try Self.band(0, 0.5)))
        for (index, density) in rows.enumerated() {
            let band = try Self.band(0.005 * Double(index), 0.005 * Double(index + 1))
            let power = try #require(domain.powerMsSquared(band))
            // Away from a pole the trapezium rule over 1/1024 Hz is off by the curvature of a skirt
            // a row away, (1/1024)^2 / (2 x 0.005^2), 2 %.
            let slack = estimator == .burg ? 0.02 * power : 1e-12 * total
            #expect(abs(0.005 * density - power) <= slack, "row \(index): \(density), \(power)")
        }
        let sum = rows.reduce(0) { $0 + 0.005 * $1 }
        #expect(abs(sum / total - 1) < 0.002)
    }

    @Test func noSpectrumHasNoRows() {
        let few = FrequencyDomain(NNSeries(intervalsMs: [800, 810, 790]))
        #expect(few.meanDensities(widthHz: 0.005, count: 100).isEmpty)
    }

    private static func band(_ low: Double, _ high: Double) throws -> FrequencyBand {
        try #require(FrequencyBand(lowHz: low, highHz: high))
    }
}
