import BeatCorrection
import PhysioTypes
@testable import Studies
import Testing

@Suite struct RateChangeStudyTests {
    @Test func cellsAreEveryCombination() {
        // Artefacts, breathing, spreads, ramps, factors, directions.
        #expect(RateChangeStudy.cells.count == 2 * 2 * 3 * 4 * 7 * 2)
        #expect(Set(RateChangeStudy.cells.map { "\($0)" }).count == RateChangeStudy.cells.count)
    }

    @Test(arguments: [0, 0.05])
    func validIntervalsAreThoseOfTheTruth(artefactShare: Double) {
        for cell in RateChangeStudy.cells where cell.artefactShare == artefactShare {
            let series = cell.series(seed: 1)
            #expect(series.trueIndices.count == series.intervalsMs.count)
            for (interval, index) in zip(series.intervalsMs, series.trueIndices) {
                guard let index else { continue }
                #expect(interval == series.trueIntervalsMs[index])
            }
            let valid = series.trueIndices.compactMap { $0 }
            #expect(zip(valid.dropFirst(), valid).allSatisfy { $0 > $1 })
            #expect((valid.count == series.trueIntervalsMs.count) == (artefactShare == 0))
            // The first two beats and the last two are true, so the time is that of the truth.
            #expect(series.intervalsMs.reduce(0, +) == series.trueIntervalsMs.reduce(0, +))
            #expect(series.scored.allSatisfy { series.trueIndices[$0] ?? 0 >= series.firstScored })
        }
    }

    /// 250 intervals follow the change, of which the first nine are not scored.
    @Test func scoredIntervalsBeginWithTheTenth() {
        for rampCount in RateChangeStudy.rampCounts {
            var change = RateChangeSimulation(factor: 2, isLonger: true, rampCount: rampCount)
            change.spread = 0
            let series = change.series(seed: 3)
            let truth = series.trueIntervalsMs
            #expect(series.scored.count == 241 && truth.count - series.firstScored == 241)
            let end = series.firstScored - 9
            #expect(Set(truth[end...]).count == 1 && truth[end - 1] < truth[end])
            #expect(Set(truth[..<(end - rampCount)]).count == 1)
            #expect(abs(truth[end] / truth[0] - 2) < 0.005)
        }
    }

    @Test func breathingHasTheSameSpread() {
        for isBreathing in [false, true] {
            var change = RateChangeSimulation(factor: 1, isLonger: true)
            change.isBreathing = isBreathing
            var squares: [Double] = []
            for seed in 1...20 {
                let truth = change.series(seed: UInt64(seed)).trueIntervalsMs
                let mean = truth.mean ?? 0
                squares += truth.map { ($0 / mean - 1) * ($0 / mean - 1) }
            }
            #expect(abs((squares.mean ?? 0).squareRoot() - 0.03) < 0.001)
        }
    }

    /// An interval is valid if the beat before it is neither missed nor displaced, and nothing
    /// befell the beat that ends it.
    @Test func artefactsAreAsManyAsTheirShare() {
        var change = RateChangeSimulation(factor: 1.5, isLonger: false)
        change.artefactShare = 0.05
        var trueCount = 0
        var recordedCount = 0
        var validCount = 0
        for seed in 1...100 {
            let series = change.series(seed: UInt64(seed))
            trueCount += series.trueIntervalsMs.count
            recordedCount += series.intervalsMs.count
            validCount += series.trueIndices.count { $0 != nil }
        }
        let expected = (1 - 0.05 * 2 / 3) * (1 - 0.05)
        #expect(abs(Double(validCount) / Double(trueCount) - expected) < 0.006)
        // As many beats are missed as are extra.
        #expect(abs(Double(recordedCount) / Double(trueCount) - 1) < 0.003)
    }

    /// A rule that finds nothing keeps all and makes none, on however many threads.
    @Test func scoresOfTheSimplestRuleAreKnown() {
        let scores = [1, 3].map { threadCount in
            RateChangeStudy.scores(of: [NoRule()], seedCount: 1, threadCount: threadCount)[0]
        }
        #expect(scores[0].scores == scores[1].scores)
        let total = scores[0].total { _ in true }
        #expect(total.retainedShare == 1 && total.madeCount == 0)
        #expect(scores[0].total { $0.artefactShare == 0 }.validCount == 336 * 241)
    }
}

/// A rule that finds nothing.
struct NoRule: BeatRule {
    let name = "none"
    func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
        intervalsMs.map { _ in nil }
    }
}
