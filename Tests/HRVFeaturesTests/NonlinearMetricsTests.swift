import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

/// The catalogue's keys hold the numbers of the types that are tested on their own.
@Suite struct NonlinearMetricsTests {
    private static let families: Set<MetricDefinition.Family> = [
        .nonlinear, .fragmentation, .asymmetry,
    ]
    private static let keys = MetricDefinition.all.filter { families.contains($0.family) }
        .map(\.key)

    private static func noise(_ count: Int, seed: UInt64) -> NNSeries {
        var generator = SplitMix64(seed: seed)
        return NNSeries(intervalsMs: (0..<count).map { _ in 900 + 40 * generator.gaussian() })
    }

    @Test func everyKeyHasAValueOnLongNoise() {
        let values = NonlinearMetrics(Self.noise(2000, seed: 1)).values
        #expect(Set(values.keys) == Set(Self.keys))
        for key in Self.keys { #expect(values[key]?.isFinite == true, "\(key.rawValue)") }
    }

    /// Decelerations and accelerations change places when the series is mirrored around its mean;
    /// what is for one of them must not be under the key of the other.
    @Test func mirroringTheSeriesExchangesTheTwoSides() {
        var generator = SplitMix64(seed: 2)
        let rises = (0..<1500).map { index in
            900 + (index % 5 == 0 ? -80 : 20) * generator.uniform(in: 0.5...1.5)
        }
        let up = NonlinearMetrics(NNSeries(intervalsMs: rises)).values
        let down = NonlinearMetrics(NNSeries(intervalsMs: rises.map { 1800 - $0 })).values
        let pairs: [(MetricKey, MetricKey)] = [
            (.c1d, .c1a), (.sd1d, .sd1a), (.c2d, .c2a), (.sd2d, .sd2a), (.cd, .ca),
            (.sdnnd, .sdnna),
        ]
        for (first, second) in pairs {
            #expect(relativeError(up[first] ?? .nan, down[second] ?? .nan) < 1e-9)
            #expect(relativeError(up[first] ?? .nan, up[second] ?? .nan) > 1e-3)
        }
        #expect(relativeError(up[.ehlers] ?? .nan, -(down[.ehlers] ?? .nan)) < 1e-9)
        #expect(abs((up[.porta] ?? .nan) + (down[.porta] ?? .nan) - 100) < 1e-9)
    }

    /// Of white noise: the limits that are known in closed form.
    @Test func whiteNoiseHasItsKnownValues() {
        let values = NonlinearMetrics(Self.noise(20_000, seed: 3)).values
        let expected: [(MetricKey, Double, Double)] = [
            (.dfaAlpha1, 0.583, 0.02), (.dfaAlpha2, 0.5, 0.05), (.sampEn, 2.185, 0.03),
            (.pip, 2.0 / 3, 0.01), (.ials, 2.0 / 3, 0.01), (.pss, 47.0 / 60, 0.015),
            (.pas, 0.2256, 0.015), (.guzik, 50, 1), (.porta, 50, 1), (.higuchi, 2, 0.02),
            (.lempelZiv, 1, 0.06),
        ]
        for (key, value, tolerance) in expected {
            #expect(abs((values[key] ?? .nan) - value) < tolerance, "\(key.rawValue)")
        }
    }

    @Test(arguments: [0, 1, 2, 20]) func shortSeriesGiveNumbersOrNothing(count: Int) {
        for intervals in [
            [Double](repeating: 800, count: count), (0..<count).map { 800 + Double($0) },
            (0..<count).map { $0.isMultiple(of: 2) ? 800 : 900 },
        ] {
            let values = NonlinearMetrics(NNSeries(intervalsMs: intervals)).values
            #expect(values.values.allSatisfy { $0.isFinite })
        }
    }
}
