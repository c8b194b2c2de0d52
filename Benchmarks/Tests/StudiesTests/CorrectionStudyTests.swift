import BeatCorrection
import PhysioSimulation
import PhysioTypes
@testable import Studies
import Testing

@Suite struct CorrectionStudyTests {
    private static func cells(_ part: CorrectionCell.Part) -> [CorrectionCell] {
        CorrectionCell.all.filter { $0.part == part }
    }

    @Test func cellsAreWhatTheReportSays() throws {
        // Two clocks, four rhythms, six kinds and three mixtures.
        #expect(Self.cells(.faulty).count == 2 * 4 * 9)
        #expect(Self.cells(.clean).count == 3 * 7 && Self.cells(.displaced).count == 4 * 7)
        let names = CorrectionCell.all.map { "\($0.part) \($0.rhythm) \($0.column) \($0.clock)" }
        #expect(Set(names).count == names.count)
        for cell in Self.cells(.clean) { #expect(cell.series(seed: 3).artefacts.isEmpty) }
        let late = try #require(CorrectionCell.all.first { $0.column == "late 5 %" })
        #expect(
            late.series(seed: 3).artefacts.map(\.kind)
                == [SimulatedArtefact.Kind](repeating: .late, count: 20)
        )
    }

    @Test func threadsDoNotChangeScores() {
        let cells = Array(Self.cells(.faulty).prefix(5))
        let rules: [any BeatRule] = [LipponenRule(), MalikRule()]
        let one = CorrectionStudy.scores(of: rules, seedCount: 3, threadCount: 1, cells: cells)
        let three = CorrectionStudy.scores(of: rules, seedCount: 3, threadCount: 3, cells: cells)
        #expect(one.map(\.scores) == three.map(\.scores))
        #expect(one.map(\.name) == ["lipponen", "malik"] && one[0].seedCount == 3)
        #expect(one[0].first(2).scores.map(\.count) == [2, 2, 2, 2, 2])
    }

    /// A rule that finds nothing leaves all; one that suspects all leaves nothing as measured.
    @Test func scoresOfTheTwoSimplestRulesAreKnown() {
        struct Fixed: BeatRule {
            let name: String
            let kind: CorrectionEvent.Kind?
            func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
                intervalsMs.map { _ in kind }
            }
        }
        let scores = CorrectionStudy.scores(
            of: [Fixed(name: "none", kind: nil), Fixed(name: "all", kind: .range)], seedCount: 2,
            // Not those of missed beats: what they leave may be longer than any interval.
            cells: Self.cells(.faulty).filter { $0.column == "ectopic 5 %" })
        for score in scores[0].scores.joined() {
            #expect(
                score.foundArtefactCount == 0
                    && score.retainedIntervalCount == score.validIntervalCount)
        }
        for score in scores[1].scores.joined() {
            #expect(
                score.foundArtefactCount == score.artefactCount && score.retainedIntervalCount == 0)
        }
    }

    @Test func peersGetTheSeriesThatAreScored() throws {
        let numbers = CorrectionStudy.numbersForPeers(seedCount: 2)
        let second = CorrectionCell.all[0].series(seed: 2)
        let begin = 2 + Int(numbers[1])
        #expect(numbers[begin] == second.resolutionMs)
        #expect(
            Array(numbers[(begin + 2)...].prefix(Int(numbers[begin + 1]))) == second.intervalsMs)

        // A peer that returns the beats it was given: everything is kept, nothing found.
        var index = 0
        var values: [Double] = []
        while index < numbers.count {
            let count = Int(numbers[index + 1])
            let times = numbers[(index + 2)..<(index + 2 + count)].reduce(into: [0.0]) {
                $0.append(($0.last ?? 0) + $1)
            }
            values += [0, Double(times.count)] + times + [0]
            index += 2 + count
        }
        let outcomes = PeerOutcome.list(values)
        let scores = CorrectionStudy.scores(ofPeer: "none", results: outcomes, seedCount: 2)
        for score in scores.scores.joined() {
            #expect(
                score.foundArtefactCount == 0
                    && score.retainedIntervalCount == score.validIntervalCount)
        }
        #expect(scores.seedCount == 2 && scores.scores.count == CorrectionCell.forPeers.count)
    }
}

@Suite struct PeerOutcomeTests {
    @Test func numbersAreReadOneSeriesAfterAnother() {
        let outcomes = PeerOutcome.list([0, 3, 0, 800, 1_600, 0, 1, 1, 805, 2, 1, 0, -1, 0, 0])
        #expect(
            outcomes == [
                .beatTimes([0, 800, 1_600]), .intervals([805], isRetained: [true, false]),
                .unfinished,
            ])
        #expect(
            outcomes[0].outcome(recordedMs: [800, 800], resolutionMs: 1).isRetained == [true, true])
        #expect(
            outcomes[1].outcome(recordedMs: [805, 9], resolutionMs: 1).isRetained == [true, false])
        #expect(
            outcomes[2].outcome(recordedMs: [8, 8], resolutionMs: 1).isRetained == [false, false])
    }
}
