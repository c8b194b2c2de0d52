import HRVFeatures
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

/// The certainty of a density: degrees of freedom, and the gain of a mean of neighbours.
@Suite struct SpectrumCertaintyTests {
    private static func settings(
        _ estimator: SpectrumSettings.Estimator, taper: Taper = .hann
    ) -> SpectrumSettings {
        var settings = SpectrumSettings()
        settings.estimator = estimator
        settings.taper = taper
        return settings
    }

    /// 800 ms and white noise.
    private static func noise(_ count: Int, _ random: inout SplitMix64) -> NNSeries {
        NNSeries(
            intervalsMs: (0..<count).map { _ in random.uniform(in: 770...830)
            })
    }

    /// The integral of Hann's fourth power over the square of that of its square: (35/128) / (3/8)^2
    /// = 35/18; 1 without a taper.
    @Test(arguments: [
        (SpectrumSettings.Estimator.lombScargle, Taper.hann, 35.0 / 18),
        (.lombScargle, .none, 1), (.periodogram, .hann, 35.0 / 18), (.periodogram, .none, 1),
        (.multitaper, .hann, 5),
    ])
    func independentWidthIsThatOfTheTaper(
        estimator: SpectrumSettings.Estimator, taper: Taper, bins: Double
    ) {
        let even = NNSeries(intervalsMs: [Double](repeating: 800, count: 500))
        let domain = FrequencyDomain(even, settings: Self.settings(estimator, taper: taper))
        // The sums have 500 and 1600 terms.
        #expect(abs(domain.independentWidthHz * domain.analysedSeconds / bins - 1) < 0.005)
    }

    /// Half of the time missing leaves half of the independent values.
    @Test func gapsWidenTheIndependentWidth() {
        // Ten beats, then the time of ten beats without one.
        let indices: [Int] = (0..<500).map { $0 + 1 + $0 / 10 * 10 }
        let ends = indices.map { 0.8 * Double($0) }
        let halved = NNSeries(
            intervalsMs: [Double](repeating: 800, count: 500), endTimesSeconds: ends,
            isAdjacentToPrevious: (0..<500).map { $0 % 10 != 0 }, startSeconds: 0,
            endSeconds: 800)
        let domain = FrequencyDomain(halved, settings: Self.settings(.lombScargle))
        #expect(abs(domain.independentWidthHz * 400 / (35.0 / 18) - 1) < 0.02)
    }

    /// The scatter of means of white noise's density over wide bands, against 2 mean^2 over the
    /// degrees of freedom that are claimed for them.
    @Test(arguments: [SpectrumSettings.Estimator.lombScargle, .multitaper])
    func meansScatterAsTheirDegreesOfFreedomSay(estimator: SpectrumSettings.Estimator) throws {
        var random = SplitMix64(seed: 11)
        var means: [Double] = []
        var freedom = 0.0
        for _ in 0..<60 {
            let domain = FrequencyDomain(
                Self.noise(500, &random), settings: Self.settings(estimator))
            let spectrum = try #require(domain.spectrum)
            let width = 6 * domain.independentWidthHz
            let length = Int(width / spectrum.stepHz)
            freedom =
                try #require(domain.degreesOfFreedom) * Double(length) * spectrum.stepHz
                / domain.independentWidthHz
            // Between what the straight line takes and where the rebuilt grid ends.
            var begin = Int(0.05 / spectrum.stepHz)
            while Double(begin + length) * spectrum.stepHz < 0.45 {
                let group = spectrum.density[begin..<begin + length]
                means.append(group.reduce(0, +) / Double(length))
                begin += length
            }
        }
        let mean = means.reduce(0, +) / Double(means.count)
        let variance = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(means.count)
        let ratio = variance / (mean * mean) * freedom / 2
        // What is claimed is a least number, short by the lobe's share of the width; the variance
        // of so many means is known to about 1 / sqrt(count / 2), three of which are allowed.
        let slack = 3 / (Double(means.count) / 2).squareRoot()
        #expect(ratio < 1 + slack && ratio > 0.72 - slack, "\(ratio), \(means.count) means")
    }

    @Test func anAutoregressiveDensityHasNoDegreesOfFreedom() {
        var random = SplitMix64(seed: 3)
        let series = Self.noise(400, &random)
        let domain = FrequencyDomain(series, settings: Self.settings(.burg))
        #expect(domain.spectrum != nil && domain.degreesOfFreedom == nil)
        #expect(domain.independentWidthHz == .infinity)
    }

    @Test func theMultitaperKeepsItsDegreesOfFreedomAtEachFrequency() throws {
        var random = SplitMix64(seed: 5)
        let domain = FrequencyDomain(
            Self.noise(400, &random), settings: Self.settings(.multitaper))
        let each = try #require(domain.multitaper).degreesOfFreedom
        #expect(each.count == domain.spectrum?.density.count)
        // White noise fills the grid up to the end of the fit, 0.5625 Hz: all tapers count alike.
        let median = try #require(domain.degreesOfFreedom)
        #expect(median > 7.5 && median <= 8)
        let beyond = each.count - 10
        #expect(each[beyond] < 4)
        #expect(each.allSatisfy { $0 > 2 - 1e-9 && $0 < 8 + 1e-9 })
    }

    /// 2 / (-2 ln(1 - p)).
    @Test func twoDegreesOfFreedomReachFromAQuarterToThirtyNineTimes() {
        let factors = DensityConfidence.factors(degreesOfFreedom: 2)
        #expect(abs(factors.lowerBound - 0.27108502) < 1e-7)
        #expect(abs(factors.upperBound - 39.49789) < 1e-4)
    }
}
