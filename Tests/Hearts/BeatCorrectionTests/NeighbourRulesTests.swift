@testable import BeatCorrection
import PhysioTypes
import TestSupport
import Testing

@Suite struct NeighbourRulesTests {
    /// The rules that hrv-analysis has alike. Its Karlsson flags a difference of exactly a fifth;
    /// its Acar averages the valid ones among the last nine, where ours has the last nine valid
    /// ones, and once nine in a row are invalid, nothing is valid to it any more.
    private static let rules: [any FlaggingRule] = [MalikRule(), KamathRule(), KarlssonRule()]

    private static func flags(_ rule: any FlaggingRule, _ intervals: [Double]) -> Set<Int> {
        let flags = rule.flaggedIntervals(intervals).isFlagged
        return Set(flags.indices.filter { flags[$0] })
    }

    private static func isTie(_ index: Int, _ intervals: [Double]) -> Bool {
        let mean = (intervals[index - 1] + intervals[index + 1]) / 2
        return abs(abs(intervals[index] - mean) - 0.2 * mean) < 1e-9
    }

    private static func compare(
        _ rule: any FlaggingRule, _ intervals: [Double], _ golden: [String: [Int]], _ name: String
    ) throws {
        let others = try #require(golden[rule.name])
        for index in flags(rule, intervals).symmetricDifference(others) {
            let isTie = rule is KarlssonRule && isTie(index, intervals)
            #expect(isTie, "\(name), \(rule.name), \(index)")
        }
    }

    @Test func syntheticSeriesAreFlaggedAsHRVAnalysisFlagsThem() throws {
        for series in try GoldenCorrection.load().series {
            for rule in Self.rules {
                try Self.compare(
                    rule, series.intervalsMs, series.hrvanalysis, "seed \(series.seed)")
            }
        }
    }

    @Test(.slow, .needsDatasets) func recordingsAreFlaggedAsHRVAnalysisFlagsThem() throws {
        for recording in try GoldenCorrection.load().recordings {
            let intervals = try recording.intervalsMs()
            for rule in Self.rules {
                try Self.compare(rule, intervals, recording.hrvanalysis, recording.name)
            }
        }
    }

    @Test func acarAgreesWithHRVAnalysisWhereArtefactsAreFewAndOscillationsSmall() throws {
        for series in try GoldenCorrection.load().series where ![8, 14].contains(series.seed) {
            let others = try #require(series.hrvanalysis["acar"])
            #expect(Self.flags(AcarRule(), series.intervalsMs) == Set(others), "\(series.seed)")
        }
    }

    /// The last nine sound ones, looked for anew at every interval.
    @Test func acarFollowsItsDefinition() {
        var intervals = CorrectionSeries.oscillating(400, rsaAmplitudeMs: 300, seed: 4)
        for index in stride(from: 20, to: 400, by: 17) { intervals[index] *= 1.6 }
        let flags = AcarRule().flaggedIntervals(intervals).isFlagged
        #expect(flags.contains(true))
        for index in intervals.indices {
            guard index >= 9 else {
                #expect(!flags[index])
                continue
            }
            let sound = (0..<index).filter { !flags[$0] }.suffix(9).map { intervals[$0] }
            let mean = sound.reduce(0, +) / 9
            #expect(flags[index] == (abs(intervals[index] - mean) > 0.2 * mean), "\(index)")
        }
    }

    @Test func limitsAreExclusive() {
        // A fifth more than 800, then back by less than a quarter.
        #expect(Self.flags(MalikRule(), [800, 960, 800]) == [])
        #expect(Self.flags(MalikRule(), [800, 961, 800]) == [1])
        #expect(Self.flags(KamathRule(), [800, 1060, 1060, 800.4]) == [])
        #expect(Self.flags(KamathRule(), [800, 1060.1, 800]) == [1])
        #expect(Self.flags(KamathRule(), [1000, 754.9, 1000]) == [1])
        #expect(Self.flags(KarlssonRule(), [1000, 1200, 1000]) == [])
        #expect(Self.flags(KarlssonRule(), [1000, 1201, 1000]) == [1])
    }

    @Test func shortSeriesAreNotJudged() {
        for rule in Self.rules + [AcarRule()] {
            for count in 0...2 {
                let intervals = Array([800.0, 805].prefix(count))
                #expect(
                    rule.artefacts(in: intervals)
                        == [CorrectionEvent.Kind?](repeating: nil, count: count))
            }
        }
    }
}
