import Studies
import Testing

@Suite struct FollowStudyTests {
    /// Other people than those the thresholds were chosen on, and than those of the report.
    private static let seed: UInt64 = 404

    /// The goal, 95 % over the three behaviours, for a belt; without one what is reported is rarely wrong.
    @Test func simulatedPeopleAreClassifiedCorrectly() {
        let study = FollowStudy(seed: Self.seed, blockCount: 12, scenarios: [.base])
        let belt = FollowStudy.sum(study.verdicts, .base, .belt)
        #expect(belt.total == 36 && belt.right >= 34, "seed \(Self.seed): \(belt)")
        let heart = FollowStudy.sum(study.verdicts, .base, .heart)
        let knownCount = heart.total - heart.unknown
        #expect(knownCount >= 24 && heart.right >= knownCount - 3, "seed \(Self.seed): \(heart)")
        let plain = FollowStudy.sum(study.plain, .base, .belt)
        #expect(plain.right < belt.right, "seed \(Self.seed): \(plain)")
    }

    @Test func theReportSaysWhatItStandsOn() {
        let study = FollowStudy(seed: 7, blockCount: 1)
        let page = FollowReport(study).markdown
        #expect(page.contains("Seed 7") && page.contains("seed \(FollowStudy.tuningSeed)"))
        // Two scenarios, three ways to see: sums; by behaviour, and by the rule it is compared with.
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
        #expect(rows.count == (2 + 6) + 2 * (2 + 18))
        #expect(FollowStudy.tuningSeed != FollowStudy.reportSeed)
    }
}
