import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

/// Every metric against the second implementation, on series of every kind.
@Suite struct MetricAgreementTests {
    /// Relative, of sums of a few thousand terms.
    static let tolerance = 1e-9

    static let kinds = ["white", "wandering", "gaps", "whole ms", "alternating"]

    private static func series(_ kind: String, seed: UInt64, count: Int) -> NNSeries {
        var generator = SplitMix64(seed: seed)
        var rr = RRSeries()
        var time = 12.5
        var level = 900.0
        for index in 0..<count {
            level += kind == "wandering" ? 4 * generator.gaussian() : 0
            var interval = min(max(level + 45 * generator.gaussian(), 300), 2500)
            if kind == "whole ms" { interval = interval.rounded() }
            if kind == "alternating" {
                interval = index.isMultiple(of: 2) ? 800 : 900 + interval / 90
            }
            let isGap = kind == "gaps" && index % 37 == 36
            if isGap { time += generator.uniform(in: 2...60) }
            time += interval / 1000
            let isEctopic = kind == "gaps" && index % 53 == 20
            let marks: RRSeries.Marks = isGap ? .afterGap : isEctopic ? .notNormal : []
            rr.append(intervalMs: interval, endSeconds: time, marks: marks)
        }
        return NNSeries(rr)
    }

    @Test(arguments: kinds)
    func everyMetricAgreesWithItsDefinition(kind: String) {
        for (seed, count) in [(1, 60), (2, 400), (3, 2500)] {
            let nn = Self.series(kind, seed: UInt64(seed), count: count)
            var values: [String: Double] = [:]
            for part in [TimeDomain(nn).values, GeometricMetrics(nn).values, Poincare(nn).values] {
                for (key, value) in part { values[key.rawValue] = value }
            }
            for minutes in [1, 2, 5] {
                let segments = SegmentStatistics(nn, segmentMinutes: minutes)
                if segments.segmentCount >= 2 {
                    values["HRV_SDANN\(minutes)"] = segments.sdannMs
                    values["HRV_SDNNI\(minutes)"] = segments.sdnnIndexMs
                }
            }
            let expected = ReferenceMetrics(nn).all
            #expect(Set(values.keys) == Set(expected.keys))
            for (key, value) in expected {
                let error = relativeError(values[key] ?? .nan, value)
                #expect(error <= Self.tolerance, "\(key), \(kind), \(count) intervals")
            }
        }
    }

    @Test(arguments: ["white", "wandering"])
    func everyPowerByWelchAgreesWithItsDefinition(kind: String) throws {
        let nn = Self.series(kind, seed: 10, count: 160)
        var settings = SpectrumSettings()
        settings.estimator = .welch
        let values = FrequencyDomain(nn, settings: settings).values
        let reference = ReferenceWelch(times: nn.endTimesSeconds, values: nn.intervalsMs)
        for (key, low, high) in [(MetricKey.lf, 0.04, 0.15), (.hf, 0.15, 0.4)] {
            let error = relativeError(values[key] ?? .nan, reference.power(low, high))
            #expect(error <= Self.tolerance, "\(key.rawValue): \(error)")
        }
    }

    @Test(arguments: ["white", "wandering", "gaps"])
    func everyPowerByLombScargleAgreesWithItsDefinition(kind: String) {
        // Twelve minutes: long enough to resolve ULF.
        let nn = Self.series(kind, seed: 9, count: 750)
        var settings = SpectrumSettings()
        settings.estimator = .lombScargle
        let values = FrequencyDomain(nn, settings: settings).values
        let reference = ReferenceSpectrum(
            times: nn.endTimesSeconds, values: nn.intervalsMs, start: nn.startSeconds,
            end: nn.endSeconds, covered: nn.intervalsMs.reduce(0, +) / 1000, highest: 0.5)
        let vlf = reference.power(0.003, 0.04)
        let lf = reference.power(0.04, 0.15)
        let hf = reference.power(0.15, 0.4)
        let expected: [(MetricKey, Double)] = [
            (.vlf, vlf), (.lf, lf), (.hf, hf), (.vhf, reference.power(0.4, 0.5)),
            (.totalPower, reference.power(0, 0.4)), (.lfhf, lf / hf), (.lfn, 100 * lf / (lf + hf)),
            (.hfn, 100 * hf / (lf + hf)), (.lnHF, log(hf)), (.lfMsSquared, lf),
            (.ulf, reference.power(0, 0.003)), (.ulfMsSquared, reference.power(0, 0.003)),
            (.vlfMsSquared, vlf), (.hfMsSquared, hf), (.vhfMsSquared, reference.power(0.4, 0.5)),
            (.totalPowerMsSquared, reference.power(0, 0.4)),
            (.vlfPeak, reference.peak(0.003, 0.04) ?? .nan),
            (.lfPeak, reference.peak(0.04, 0.15) ?? .nan),
            (.hfPeak, reference.peak(0.15, 0.4) ?? .nan),
        ]
        #expect(Set(expected.map(\.0)) == Set(values.keys))
        for (key, value) in expected {
            let error = relativeError(values[key] ?? .nan, value)
            #expect(error <= Self.tolerance, "\(key.rawValue): \(error)")
        }
    }
}
