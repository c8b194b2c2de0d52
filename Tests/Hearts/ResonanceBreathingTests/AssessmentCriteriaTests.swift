import PhysioTypes
import Testing

@testable import ResonanceBreathing

/// Points, winners and ties of rows with chosen values, reckoned by hand.
struct AssessmentCriteriaTests {
    /// Returns a row of values in the order synchrony, amplitude, power, height, smoothness, count;
    /// nil has no value.
    private static func row(_ rate: Double, _ values: [Double?]) -> AssessmentRow {
        AssessmentRow(
            breathsPerMinute: rate, startSeconds: 0, endSeconds: 90,
            values: values.map {
                $0.map { AssessmentValue($0) } ?? AssessmentValue(missing: .noPeak)
            })
    }

    @Test func pointsAreFourFourTwoTwoOneOne() {
        #expect(AssessmentCriterion.allCases.map(\.points) == [4, 4, 2, 2, 1, 1])
        #expect(AssessmentCriterion.totalPoints == 14)
    }

    @Test func theBestOfEachCriterionGetsItsPoints() throws {
        let criteria = AssessmentCriteria([
            Self.row(6.5, [0.9, 10, 500, 9000, 0.7, 3]),
            Self.row(6.0, [0.8, 14, 900, 8000, 0.8, 2]),
            Self.row(5.5, [0.7, 12, 800, 7000, 0.9, 1]),
        ])
        // 4 + 2, 4 + 2, 1 + 1: the larger amplitude decides.
        #expect(criteria.points == [6, 6, 2])
        let winner = try #require(criteria.winner)
        #expect(winner == .init(index: 1, decidedBy: .amplitude))
        #expect(criteria.bestRow(.phaseSynchrony) == .init(index: 0, decidedBy: .value))
        #expect(criteria.bestRow(.lfPeakCount) == .init(index: 2, decidedBy: .value))
    }

    @Test func equalCountsGoToTheLargerAmplitude() {
        let criteria = AssessmentCriteria([
            Self.row(6.5, [0.9, 10, 5, 9, 0.7, 1]), Self.row(6.0, [0.8, 14, 4, 8, 0.6, 1]),
        ])
        #expect(criteria.bestRow(.lfPeakCount) == .init(index: 1, decidedBy: .amplitude))
        #expect(criteria.points == [4 + 2 + 2 + 1, 4 + 1])
    }

    @Test func equalRowsGoToTheHigherRateThenTheFirst() throws {
        let values: [Double?] = [0.9, 10, 5, 9, 0.7, 1]
        let two = AssessmentCriteria([Self.row(4.5, values), Self.row(5, values)])
        #expect(two.bestRow(.amplitude) == .init(index: 1, decidedBy: .rate))
        // All points to one row: the points decide.
        #expect(two.points == [0, 14] && two.winner?.decidedBy == .value)
        let same = AssessmentCriteria([Self.row(5, values), Self.row(5, values)])
        #expect(same.bestRow(.amplitude) == .init(index: 0, decidedBy: .order))
    }

    @Test func equalPointsWithoutAmplitudeGoToTheHigherRate() throws {
        let criteria = AssessmentCriteria([
            Self.row(5, [nil, nil, 5, 8, nil, nil]), Self.row(6, [nil, nil, 4, 9, nil, nil]),
        ])
        let winner = try #require(criteria.winner)
        #expect(winner == .init(index: 1, decidedBy: .rate) && criteria.points == [2, 2])
    }

    @Test func aMissingValueGivesNoPoints() {
        let criteria = AssessmentCriteria([
            Self.row(6.5, [nil, nil, nil, nil, nil, nil]),
            Self.row(6.0, [nil, 3, nil, nil, nil, 5]),
        ])
        #expect(criteria.points == [0, 5])
        #expect(criteria.bestRow(.phaseSynchrony) == nil)
    }

    @Test func nothingWinsWithoutValues() {
        #expect(AssessmentCriteria([]).winner == nil)
        #expect(AssessmentCriteria([Self.row(6, [nil, nil, nil, nil, nil, nil])]).winner == nil)
    }
}
