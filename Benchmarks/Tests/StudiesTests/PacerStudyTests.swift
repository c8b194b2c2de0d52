import PhysioSimulation
import ResonanceBreathing
import Testing

@testable import Studies

@Suite struct PacerStudyTests {
    /// Type 7 of Hyndman and Fan 1996: linear between sorted values.
    @Test func quantilesAreLinearBetweenSortedValues() {
        #expect(PacerScores.quantile([3, 1, 2, 10], 0.5) == 2.5)
        #expect(abs(PacerScores.quantile([3, 1, 2, 10], 0.95) - 8.95) < 1e-12)
        #expect(PacerScores.quantile([4], 0.95) == 4)
    }

    @Test func theConstantRateErrsByItsDistance() throws {
        let people = PersonPopulation(seed: 8)
        for index in 0..<5 {
            let trial = try PacerTrial.run(.constant, people.person(index), seconds: 30)
            let truth = people.truth(index)
            // Breaths of 10.7 s: the third ends at 32.1 s.
            let best = truth.breathsPerMinute(afterSeconds: 180 / 5.6)
            #expect(abs(trial.error - abs(5.6 - best)) < 1e-9)
            #expect(!trial.isReported)
            #expect(trial.isInside == nil)
        }
    }

    /// One person, everything.
    @Test func thePageHasEveryMethodAndScenario() throws {
        let report = try PacerReport(PacerStudy(personCount: 1), Self.backwards) { _ in }
        for method in PacerMethod.allCases { #expect(report.markdown.contains(method.rawValue)) }
        for scenario in PacerReport.otherScenarios {
            #expect(report.markdown.contains("| \(scenario.rawValue) |"))
        }
        #expect(report.markdown.contains("\(PacerStudy.seed)"))
        #expect(report.errorFigure.hasSuffix("</svg>\n"))
        #expect(report.sessionFigure.contains("the person's best rate"))
    }

    private static func backwards(
        _ count: Int, _ trial: @Sendable (Int) -> PacerTrial
    ) -> [PacerTrial] {
        Array((0..<count).reversed().map(trial).reversed())
    }
}
