import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct DialectTests {
    /// Relative deviation from what a program printed: splines, transforms and logarithms of
    /// different libraries on the same numbers agree to 1e-9 and better.
    private static let tolerance = 1e-6

    /// A dialect with its defects gives the program's own numbers, all of them.
    @Test(arguments: [Dialect.neurokit, .pyhrv, .hrvanalysis])
    func programsAreReproduced(dialect: Dialect) throws {
        let golden = try GoldenDialect(dialect.rawValue)
        for (name, nn, expected) in try golden.series() {
            let values = dialect.conventions(
                recordingSeconds: nn.durationSeconds, includingDefects: true
            ).values(of: nn)
            for key in dialect.metrics.sorted(by: { $0.rawValue < $1.rawValue }) {
                check(values[key], expected[key.rawValue], "\(name) \(key.rawValue)")
            }
        }
    }

    /// Beats on hundredths of a second, where rounding decides how many points NeuroKit's grid has: the ratios that
    /// neurokit2 0.2.13 (numpy 2, scipy 1.17) gives, `hrv_frequency(peaks, sampling_rate=100)`.
    @Test(arguments: [
        (197, 0.6710408400073172), (203, 0.6856985675408029), (210, 0.6329604901384552),
        (216, 0.6317171450095009), (224, 0.6342325407351124), (231, 0.6432073449685908),
    ])
    func theGridOfNeuroKitIsRoundedAsItsOwn(count: Int, ratio: Double) throws {
        let intervals = (0..<count).map { beat -> Double in
            let jitter = (7 * beat * beat + 3 * beat) % 13 - 6
            let oscillation = beat / 9 % 5
            return Double(700 + 10 * jitter + 10 * oscillation)
        }
        let raw = RRSeries(intervalsMs: intervals)
        let values = Dialect.neurokit.conventions(
            recordingSeconds: raw.durationSeconds, includingDefects: true
        ).values(of: NNSeries(raw))
        check(values[.lfhf], ratio, "\(count) intervals")
    }

    /// A dialect without its defects gives all metrics that no defect spoils; and band powers as
    /// neurokit2 gives them when asked not to divide them by the density's maximum.
    @Test(arguments: [Dialect.neurokit, .pyhrv, .hrvanalysis])
    func withoutDefectsTheOtherMetricsStay(dialect: Dialect) throws {
        let spoilt = Set(dialect.defects.flatMap(\.metrics))
        let golden = try GoldenDialect(dialect.rawValue)
        for (name, nn, expected) in try golden.series() {
            let values = dialect.conventions(recordingSeconds: nn.durationSeconds).values(of: nn)
            for key in dialect.metrics where !spoilt.contains(key) {
                check(values[key], expected[key.rawValue], "\(name) \(key.rawValue)")
            }
            for key in [MetricKey.vlf, .lf, .hf, .vhf, .totalPower, .lnHF, .lfhf]
            where dialect == .neurokit {
                check(values[key], expected[key.rawValue + ":unscaled"], "\(name) \(key.rawValue)")
            }
        }
    }

    /// A defect changes the metrics it is said to spoil, and no others.
    @Test func defectsSpoilWhatTheySay() throws {
        let series = try GoldenDialect("pyhrv").series()
        // Segments of five minutes and of Welch need a long recording, all else is seen in a short one.
        let trials: [(String, Set<Conventions.Group>)] = [
            ("small/rest.txt", Set(Conventions.Group.allCases)),
            ("small/holter-25-minutes.txt", [.timeDomain, .spectrum]),
        ]
        for dialect in Dialect.allCases where !dialect.defects.isEmpty {
            var changed = dialect.defects.map { _ in Set<MetricKey>() }
            for (name, groups) in trials {
                let nn = try #require(series.first { $0.name == name }).nn
                let sound = dialect.conventions(recordingSeconds: nn.durationSeconds)
                let before = sound.values(of: nn, groups: groups)
                for (index, defect) in dialect.defects.enumerated() {
                    var spoilt = sound
                    defect.apply(to: &spoilt)
                    let after = spoilt.values(of: nn, groups: groups)
                    changed[index].formUnion(
                        dialect.metrics.filter { !isNear(before[$0], after[$0]) })
                }
            }
            for (defect, changed) in zip(dialect.defects, changed) {
                #expect(!changed.isEmpty, "\(dialect): \(defect.text)")
                #expect(
                    changed.isSubset(of: defect.metrics),
                    "\(dialect), \(defect.text): \(changed.subtracting(defect.metrics))")
            }
        }
    }

    private func isNear(_ a: Double?, _ b: Double?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) <= 1e-9 * abs(a)
    }

    private func check(_ value: Double?, _ wanted: Double?, _ what: String) {
        guard let wanted, let value else {
            #expect(wanted == nil && value == nil, "\(what): \(value as Any), not \(wanted as Any)")
            return
        }
        let deviation = abs(value - wanted) / max(abs(wanted), .leastNormalMagnitude)
        #expect(value == wanted || deviation <= Self.tolerance, "\(what): \(value), not \(wanted)")
    }
}
