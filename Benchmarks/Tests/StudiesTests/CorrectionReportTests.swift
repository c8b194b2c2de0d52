import BeatCorrection
import PhysioSimulation
@testable import Studies
import Testing

@Suite struct CorrectionReportTests {
    private static let report = {
        var report = CorrectionReport(
            ours: CorrectionStudy.scores(of: [LipponenRule(), MalikRule()], seedCount: 2),
            defaultRule: "lipponen")
        report.peers = [
            MethodScores(name: "malik as a peer", scores: report.ours[1].first(1).scores)
        ]
        report.versions = ["peer 1.0"]
        report.failures = [("peer", 3)]
        report.rateChanges = [
            RateChangeScores(
                name: "lipponen", seedCount: 2,
                scores: RateChangeStudy.cells.map {
                    let retained = $0.factor == 2 && $0.rampCount == 3 ? 90 : 100
                    return RateChangeScore(validCount: 100, retainedCount: retained, madeCount: 1)
                })
        ]
        report.bursts = NoiseBurstStudy.scores(of: [LipponenRule()], burstCount: 4)
        return report
    }()

    private static func lines(_ heading: String, in text: String) -> [Substring] {
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = parts.firstIndex(where: { $0.hasPrefix(heading) }) else { return [] }
        return Array(parts[(first + 1)...].prefix { !$0.hasPrefix("#") })
    }

    @Test func everyCellOfTheDefaultHasARow() {
        let rows = Self.lines("## The default", in: Self.report.markdown)
            .filter { $0.hasPrefix("| paced") || $0.hasPrefix("| free") }
        #expect(rows.count == 72)
        let summary = ArtefactScoreSummary(Self.report.ours[0].scores[0])
        let found = Percent.share(summary.sensitivity)
        #expect(rows[0].hasPrefix("| paced 40 | missed 5 % | 1 ms | \(found) | "))
    }

    @Test func changesOfRateHaveARowForEveryFactorAndDirection() {
        let totals = Self.lines("## Changes of rate", in: Self.report.markdown)
        let alone = "| **lipponen** | alone | 99.64 | 336 | 12 | 2, longer, over 3, 1 %, white | "
        #expect(totals.contains { $0 == alone + "90.00 | 336 |" })
        let rows = Self.report.markdown.split(separator: "\n")
            .filter { $0.contains(", longer | ") || $0.contains(", shorter | ") }
        #expect(rows.count == 14)
        let cells = "100 | 90.00 | 100 | 100 | 24 |"
        #expect(rows.contains { $0 == "| 2, longer | \(cells) \(cells)" })
    }

    @Test func burstsHaveARowForEitherForm() {
        let rows = Self.lines("## Bursts of noise", in: Self.report.markdown)
        #expect(rows.count { $0.hasPrefix("| **lipponen** | as ") } == 2)
        #expect(rows.contains { $0.contains(" of 4 | ") })
    }

    @Test func everyMethodIsInTheSummary() {
        let rows = Self.lines("## All methods", in: Self.report.markdown)
        #expect(rows.count { $0.hasPrefix("| **lipponen** |") } == 2)
        #expect(rows.contains { $0.hasPrefix("| malik |") && $0.hasSuffix(" of 14 |") })
        #expect(rows.contains { $0.hasPrefix("| malik as a peer |") && $0.hasSuffix(" of 7 |") })
    }

    @Test func tablesAreRectangular() {
        var width: Int?
        for line in Self.report.markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                width = nil
                continue
            }
            let cells = line.count { $0 == "|" }
            #expect(cells == width ?? cells, "\(line)")
            width = cells
        }
    }

    @Test func whatIsMissingIsSaid() {
        let text = Self.report.markdown
        #expect(text.contains("Left out: they were not at hand (`RESONANCE_DATASETS`)."))
        #expect(text.contains("peer on 3 series") && text.contains("Not measured."))
    }

    @Test func equalScoresMakeEqualPages() {
        #expect(Self.report.markdown == Self.report.markdown)
        let again = CorrectionStudy.scores(of: [LipponenRule(), MalikRule()], seedCount: 2)
        #expect(again.map(\.scores) == Self.report.ours.map(\.scores))
    }

    @Test func growthIsTheExponent() throws {
        let times = [(10_000, 1e6), (100_000, 1e7)].map {
            CorrectionSpeed.Time(name: "a", beatCount: $0.0, minNs: $0.1, rmssdError: 0.004)
        }
        let slow = [(10_000, 1e9), (100_000, 1e11)].map {
            CorrectionSpeed.Time(name: "b", beatCount: $0.0, minNs: $0.1, rmssdError: 0.1)
        }
        let speed = CorrectionSpeed(environment: "", ours: times, peers: slow)
        #expect(abs((speed.growth("a") ?? 0) - 1) < 1e-12)
        #expect(abs((speed.growth("b") ?? 0) - 2) < 1e-12 && speed.growth("c") == nil)
        #expect(speed.table.contains("| b | 100 s | 2.00 | 10.00 % | 10000 |"))
    }

    /// Checks that only a whole is 100 and only nothing is 0.
    @Test func percentagesHideNothing() {
        #expect(Percent.share(0.99999) == "99.99" && Percent.share(1) == "100")
        #expect(Percent.share(0.57) == "57.00" && Percent.share(nil) == "-")
        #expect(Percent.small(0.00001) == "0.01" && Percent.small(0) == "0")
        #expect(Percent.small(0.57) == "57.00" && Percent.error(0.02346) == "2.35")
    }
}
