import HRVFeatures
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

/// Intervals of band powers against noise whose density is known.
@Suite struct BandPowerIntervalTests {
    /// Beats every 800 ms; a little noise moves them little, so frequency is in cycles a beat over
    /// 0.8 s.
    private static let spacing = 0.8
    private static let deviation = 8.0

    /// Noise of an autoregression of order two, x[i] = a x[i-1] + b x[i-2] + e[i].
    private struct Colour {
        var a = 0.0
        var b = 0.0

        func series(_ count: Int, _ random: inout SplitMix64) -> NNSeries {
            var older = 0.0
            var last = 0.0
            var values: [Double] = []
            for index in 0..<count + 200 {
                let next = a * last + b * older + deviation * random.gaussian()
                (older, last) = (last, next)
                if index >= 200 { values.append(800 + next) }
            }
            return NNSeries(intervalsMs: values)
        }

        /// One-sided density; ms^2/Hz.
        func density(_ hz: Double) -> Double {
            let w = 2 * .pi * hz * spacing
            let real = 1 - a * PlatformMath.cos(w) - b * PlatformMath.cos(2 * w)
            let imaginary = a * PlatformMath.sin(w) + b * PlatformMath.sin(2 * w)
            return 2 * spacing * deviation * deviation / (real * real + imaginary * imaginary)
        }

        func power(_ band: FrequencyBand) -> Double {
            let count = 4000
            let step = (band.highHz - band.lowHz) / Double(count)
            return (0..<count).reduce(0) {
                $0 + step * density(band.lowHz + (Double($1) + 0.5) * step)
            }
        }
    }

    /// White, red, and with a broad peak at 0.1 Hz: of the last the LF band is filled in its middle.
    private static let colours: [String: Colour] = [
        "white": Colour(), "red": Colour(a: 0.6, b: 0), "peaked": Colour(a: 1.54, b: -0.81),
    ]

    /// 95 % intervals hold the truth in 90 to 99 % of 200 series, less or more by three binomial
    /// deviations: 0.064 and 0.021.
    @Test(
        arguments: TestEffort.pick(["peaked"], all: ["white", "red", "peaked"]),
        [SpectrumSettings.Estimator.lombScargle, .multitaper])
    func intervalsHoldTheTrueBandPowers(
        name: String, estimator: SpectrumSettings.Estimator
    ) throws {
        let colour = try #require(Self.colours[name])
        let bands = HRVBands.taskForce
        var settings = SpectrumSettings()
        settings.estimator = estimator
        var random = SplitMix64(seed: 23)
        let total = 200
        var hits = [0, 0, 0]
        for _ in 0..<total {
            let domain = FrequencyDomain(colour.series(375, &random), settings: settings)
            let lf = try #require(domain.powerConfidenceInterval(of: bands.lf))
            let hf = try #require(domain.powerConfidenceInterval(of: bands.hf))
            let ratio = try #require(domain.powerRatioInterval(of: bands.lf, over: bands.hf))
            if lf.contains(colour.power(bands.lf)) { hits[0] += 1 }
            if hf.contains(colour.power(bands.hf)) { hits[1] += 1 }
            if ratio.contains(colour.power(bands.lf) / colour.power(bands.hf)) { hits[2] += 1 }
        }
        for (index, count) in hits.enumerated() {
            let share = Double(count) / Double(total)
            #expect(
                share > 0.9 - 0.064 && share < 0.99 + 0.021,
                "\(["LF", "HF", "LF/HF"][index]) \(share)")
        }
    }

    @Test func aWideBandOfFlatNoiseIsSurerThanOneValue() throws {
        var random = SplitMix64(seed: 4)
        let domain = FrequencyDomain(Colour().series(375, &random))
        // 300 s under Hann: a value each 35/18 of 1/300 Hz with two degrees.
        let expected = 2 * 0.25 * 300 * 18 / 35
        let found = try #require(domain.degreesOfFreedom(of: HRVBands.taskForce.hf))
        #expect(found <= expected * 1.01 && found > 0.6 * expected, "\(found) \(expected)")
        let narrow = try #require(FrequencyBand(lowHz: 0.2, highHz: 0.204))
        #expect(domain.degreesOfFreedom(of: narrow) == 2)
    }

    @Test func noSpectrumNoInterval() {
        let bands = HRVBands.taskForce
        let short = FrequencyDomain(NNSeries(intervalsMs: [800, 810]))
        #expect(short.powerConfidenceInterval(of: bands.lf) == nil)
        var settings = SpectrumSettings()
        settings.estimator = .burg
        var random = SplitMix64(seed: 4)
        let burg = FrequencyDomain(Colour().series(375, &random), settings: settings)
        #expect(burg.powerMsSquared(bands.lf) != nil)
        #expect(burg.powerRatioInterval(of: bands.lf, over: bands.hf) == nil)
        let constant = FrequencyDomain(NNSeries(intervalsMs: [Double](repeating: 800, count: 400)))
        #expect(constant.powerConfidenceInterval(of: bands.lf) == nil)
    }
}
