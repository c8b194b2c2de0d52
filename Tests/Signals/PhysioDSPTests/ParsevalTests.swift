import Foundation
import PhysioDSP
import TestSupport
import Testing

/// Every estimator's density integrates to the mean square of what it looks at.
///
/// On an even grid this is Parseval's theorem and holds for any input, exactly: the distance of
/// two bins times the sum of the one-sided density over all bins is the mean over segments, or
/// tapers, of sum h^2 y^2 / sum h^2, with y the segment without its mean.
@Suite struct ParsevalTests {
    enum Series: String, CaseIterable {
        case white, tone, ramp, impulse, walk

        func samples(_ count: Int) -> [Double] {
            var generator = SplitMix64(seed: UInt64(count))
            switch self {
            case .white: return (0..<count).map { _ in 800 + 40 * generator.gaussian() }
            case .tone: return (0..<count).map { 800 + 20 * sin(0.157 * Double($0) + 1) }
            case .ramp: return (0..<count).map { 3 - 0.25 * Double($0) }
            case .impulse: return (0..<count).map { $0 == count / 3 ? 5 : 0 }
            case .walk:
                var position = 0.0
                return (0..<count).map { _ in
                    position += generator.gaussian()
                    return position
                }
            }
        }
    }

    private static let rate = 4.0
    /// Sums of a few thousand terms, of squares no larger than 1e3 times the result.
    private static let tolerance = 1e-10

    /// sum h^2 y^2 / sum h^2, y without its mean.
    private static func taperedMeanSquare(_ segment: ArraySlice<Double>, _ h: [Double]) -> Double {
        let mean = segment.reduce(0, +) / Double(segment.count)
        let squares = h.reduce(0) { $0 + $1 * $1 }
        return zip(segment, h).reduce(0) { $0 + pow($1.1 * ($1.0 - mean), 2) } / squares
    }

    private static func sum(_ spectrum: PowerSpectrum) -> Double {
        spectrum.density.reduce(0, +) * spectrum.stepHz
    }

    @Test(arguments: Series.allCases, Taper.allCases)
    func periodogramsSumToTheTaperedMeanSquare(series: Series, taper: Taper) throws {
        for count in [4, 5, 33, 500, 501, 1024] {
            let x = series.samples(count)
            let periodogram = WelchPSD(segmentSeconds: 1e9, taper: taper)
            let spectrum = try #require(periodogram.density(samples: x, sampleRateHz: Self.rate))
            let expected = Self.taperedMeanSquare(x[...], taper.weights(count: count))
            #expect(relativeError(Self.sum(spectrum), expected) < Self.tolerance, "n = \(count)")
        }
    }

    @Test(arguments: Series.allCases, Taper.allCases)
    func welchSumsToTheMeanOverItsSegments(series: Series, taper: Taper) throws {
        // Segment lengths even and odd; the starts are k (n - length) / hops, rounded, with hops
        // just enough for half overlap.
        for (count, length) in [(500, 200), (501, 200), (777, 125), (400, 399)] {
            let x = series.samples(count)
            let welch = WelchPSD(segmentSeconds: Double(length) / Self.rate, taper: taper)
            let spectrum = try #require(welch.density(samples: x, sampleRateHz: Self.rate))
            let slack = Double(count - length)
            let hops = (slack / Double(length / 2)).rounded(.up)
            let h = taper.weights(count: length)
            let squares = (0...Int(hops)).map { hop in
                let start = Int((Double(hop) * slack / hops).rounded())
                return Self.taperedMeanSquare(x[start..<start + length], h)
            }
            let expected = squares.reduce(0, +) / Double(squares.count)
            #expect(relativeError(Self.sum(spectrum), expected) < Self.tolerance, "n = \(count)")
        }
    }

    @Test(arguments: Series.allCases)
    func shortTimeColumnsSumToTheirSegments(series: Series) throws {
        for (count, length) in [(300, 64), (301, 75)] {
            let x = series.samples(count)
            let estimator = ShortTimePSD(
                segmentSeconds: Double(length) / Self.rate, stepSeconds: 10 / Self.rate)
            let map = try #require(estimator.map(of: x, sampleRateHz: Self.rate))
            let h = Taper.hann.weights(count: length)
            for time in map.timesSeconds.indices {
                let sum = map.column(time).reduce(0, +) * map.frequenciesHz[1]
                let segment = x[10 * time..<10 * time + length]
                let expected = Self.taperedMeanSquare(segment, h)
                // Where the impulse is outside, both are 0.
                #expect(relativeError(sum, expected) < Self.tolerance, "column \(time)")
            }
        }
    }

    @Test(arguments: Series.allCases, [(2.5, 4), (4.0, 7)])
    func fixedMultitaperSumsToTheMeanOverItsTapers(
        series: Series, shape: (timeBandwidth: Double, tapers: Int)
    ) throws {
        let multitaper = MultitaperPSD(
            timeBandwidth: shape.timeBandwidth, taperCount: shape.tapers, weights: .fixed)
        for count in [33, 500, 501] {
            let x = series.samples(count)
            let result = try #require(multitaper.density(samples: x, sampleRateHz: Self.rate))
            let tapers = SlepianTapers(
                count: count, timeBandwidth: shape.timeBandwidth, taperCount: shape.tapers
            ).tapers
            let squares = tapers.map { Self.taperedMeanSquare(x[...], $0) }
            let expected = squares.reduce(0, +) / Double(squares.count)
            #expect(
                relativeError(Self.sum(result.spectrum), expected) < Self.tolerance,
                "n = \(count)")
        }
    }

    /// Burg's recursion begins with the mean square, and each reflection keeps it.
    @Test(arguments: Series.allCases, [1, 2, 16, 30])
    func burgIntegratesToTheMeanSquare(series: Series, order: Int) throws {
        for count in [500, 501] {
            let samples = series.samples(count)
            let mean = samples.reduce(0, +) / Double(count)
            let x = samples.map { $0 - mean }
            let meanSquare = x.reduce(0) { $0 + $1 * $1 } / Double(count)
            let model = try #require(AutoregressiveModel.burg(x, order: .fixed(order)))
            let power = model.power(fromHz: 0, toHz: Self.rate / 2, sampleRateHz: Self.rate)
            #expect(relativeError(power, meanSquare) < 1e-6, "around the poles: \(power)")
            // Of a periodic function the sum over even points is its integral but for radius^points.
            let radius = model.poles().map { $0.squaredMagnitude.squareRoot() }.max() ?? 0
            let points = 1 << 15
            guard pow(radius, Double(points)) < 1e-7 else { continue }
            let sum = (0..<points).reduce(0.0) { sum, index in
                let frequency = (Double(index) + 0.5) / Double(points) * Self.rate / 2
                return sum + model.density(atHz: frequency, sampleRateHz: Self.rate)
            }
            let integral = sum * Self.rate / 2 / Double(points)
            #expect(relativeError(integral, meanSquare) < 1e-6, "on an even grid: \(integral)")
        }
    }

    @Test func whiteSeriesHaveTheirVarianceUnderEveryEstimator() throws {
        let count = 4096
        let adaptive = MultitaperPSD(weights: .adaptive)
        let fixed = MultitaperPSD(weights: .fixed)
        let tapers = SlepianTapers(count: count)
        let periodogram = WelchPSD(segmentSeconds: 1e9)
        var ratios: [String: Double] = [:]
        for seed in 0..<200 {
            var generator = SplitMix64(seed: UInt64(seed))
            let x = (0..<count).map { _ in 900 + 40 * generator.gaussian() }
            let deviation = try #require(Statistics.standardDeviation(x))
            let mean = try #require(Statistics.mean(x))
            func add(_ name: String, _ power: Double) {
                ratios[name, default: 0] += power / (deviation * deviation) / 200
            }
            let spectra = [
                "Welch": try #require(WelchPSD().density(samples: x, sampleRateHz: Self.rate)),
                "periodogram": try #require(
                    periodogram.density(samples: x, sampleRateHz: Self.rate)),
                "multitaper, adaptive": adaptive.density(
                    samples: x, sampleRateHz: Self.rate, tapers: tapers
                ).spectrum,
                "multitaper, fixed": fixed.density(
                    samples: x, sampleRateHz: Self.rate, tapers: tapers
                ).spectrum,
            ]
            for (name, spectrum) in spectra {
                add(name, spectrum.power(fromHz: 0, toHz: Self.rate / 2))
            }
            let model = try #require(
                AutoregressiveModel.burg(x.map { $0 - mean }, order: .fixed(16)))
            add("Burg", model.power(fromHz: 0, toHz: Self.rate / 2, sampleRateHz: Self.rate))
        }
        #expect(ratios.count == 5)
        for (name, ratio) in ratios { #expect(abs(ratio - 1) < 0.005, "\(name): \(ratio)") }
    }
}
