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

    /// Decelerations and accelerations are exchanged when the series is mirrored around its mean;
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

    /// The limits of white noise that are known in closed form.
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

    /// The keys of values that are tested on their own; whatever several of them share.
    @Test(arguments: [
        EntropySeries.heart(1100, seed: 7), EntropySeries.heart(1100, seed: 8, gaps: [300, 310]),
    ])
    func keysHoldTheNumbersOfTheirTypes(nn: NNSeries) {
        let values = NonlinearMetrics(nn).values
        let recurrence = RecurrenceQuantification(nn)
        let expected: [(MetricKey, Double?)] = [
            (.sampEn, SampleEntropy(nn).value), (.apEn, ApproximateEntropy(nn).value),
            (.fuzzyEn, FuzzyEntropy(nn).value),
            (.msEn, MultiscaleEntropy(nn, method: .multiscale).mean),
            (.cmsEn, MultiscaleEntropy(nn, method: .composite).mean),
            (.rcmsEn, MultiscaleEntropy(nn, method: .refinedComposite).mean),
            (.mfdfaAlpha1Width, MultifractalFluctuation(nn, boxSizes: 4...16).spectrumWidth),
            (.mfdfaAlpha2Width, MultifractalFluctuation(nn, boxSizes: 16...64).spectrumWidth),
            (.correlationDimension, CorrelationDimension(nn).d2),
            (.recurrence, recurrence.recurrencePercent),
            (.determinism, recurrence.determinismPercent),
            (.meanLineLength, recurrence.meanLineLengthBeats),
            (.maxLineLength, recurrence.maxLineLengthBeats.map(Double.init)),
            (.lineEntropy, recurrence.lineEntropy),
        ]
        for (key, value) in expected { #expect(values[key] == value, "\(key.rawValue)") }
        #expect(expected.count { $0.1 != nil } >= 12)
    }

    @Test func longSeriesGoWithoutWhatComparesAllPairs() {
        let nn = Self.noise(400, seed: 5)
        let limited = Set(MetricDefinition.all.filter { $0.maxBeats != nil }.map(\.key))
        #expect(limited.count == 6)
        let all = NonlinearMetrics(nn, maxBeatsForAllPairs: nil).values
        #expect(limited.isSubset(of: all.keys))
        #expect(NonlinearMetrics(nn, maxBeatsForAllPairs: 400).values == all)
        let without = NonlinearMetrics(nn, maxBeatsForAllPairs: 399).values
        #expect(without == all.filter { !limited.contains($0.key) })
    }

    private static let kinds = [
        "constant", "alternating", "ramp", "two values", "whole ms", "gaps", "huge",
    ]

    private static func series(_ kind: String, _ count: Int) -> NNSeries {
        switch kind {
        case "constant": return TestSeries.constant(count: count)
        case "alternating": return TestSeries.alternating(count: count)
        case "ramp": return TestSeries.ramp(count: count, stepMs: 0.25)
        case "huge":
            return NNSeries(intervalsMs: (0..<count).map { $0.isMultiple(of: 3) ? 1e12 : 1e-6 })
        default: return TestSeries.ofKind(kind, seed: 9, count: count)
        }
    }

    /// Every key: a finite number or none; no other value and no trap.
    @Test(arguments: kinds, [0, 1, 2, 3, 4, 5, 20, 64, 1250])
    func everyMetricIsANumberOrMissing(kind: String, count: Int) {
        let values = NonlinearMetrics(Self.series(kind, count)).values
        for key in Self.keys { #expect(values[key]?.isFinite ?? true, "\(key.rawValue)") }
        if count == 0 { #expect(values.isEmpty) }
    }

    @Test func twentyBeatsHaveWhatTwentyBeatsCanHave() {
        let values = NonlinearMetrics(Self.series("whole ms", 20)).values
        for key: MetricKey in [.dfaAlpha1, .shanEn, .apEn, .fuzzyEn, .pip, .guzik, .recurrence] {
            #expect(values[key] != nil, "\(key.rawValue)")
        }
    }
}
