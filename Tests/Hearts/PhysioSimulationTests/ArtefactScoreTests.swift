import PhysioSimulation
import Testing

@Suite struct ArtefactScoreTests {
    private static func series(
        _ kinds: [SimulatedArtefact.Kind] = SimulatedArtefact.Kind.allCases, seed: UInt64 = 1
    ) -> ArtefactSeries {
        ArtefactSimulation(OscillationSimulation(seed: seed), kinds: kinds, share: 0.1).run()
    }

    @Test func perfectKnowledgeScoresFull() {
        let series = Self.series()
        let outcome = CorrectionOutcome(
            isRetained: series.isArtefact.map { !$0 }, intervalsMs: series.trueIntervalsMs)
        let score = ArtefactScore(outcome, of: series)
        #expect(score.foundArtefactCount == 40 && score.artefactCount == 40)
        #expect(
            score.retainedIntervalCount == score.validIntervalCount
                && score.validIntervalCount > 300)
        #expect(score.rmssdError == 0 && score.sdnnError == 0 && !score.altersValidBeats)
    }

    @Test func doingNothingFindsNothingAndKeepsAll() {
        let series = Self.series()
        let outcome = CorrectionOutcome(
            isRetained: series.isArtefact.map { _ in true }, intervalsMs: series.intervalsMs)
        let score = ArtefactScore(outcome, of: series)
        #expect(score.foundArtefactCount == 0 && !score.altersValidBeats)
        #expect(score.rmssdError > 0.5 && score.sdnnError > 0.05)
    }

    @Test func anArtefactOfWhichHalfIsLeftIsNotFound() {
        let series = Self.series([.ectopic], seed: 3)
        var isRetained = series.isArtefact.map { !$0 }
        isRetained[series.artefacts[5].intervals.upperBound - 1] = true
        isRetained[series.isArtefact.firstIndex(of: false) ?? 0] = false
        let score = ArtefactScore(
            CorrectionOutcome(isRetained: isRetained, intervalsMs: series.trueIntervalsMs),
            of: series)
        #expect(
            score.foundArtefactCount < score.artefactCount
                && score.foundArtefactCount >= score.artefactCount - 2)
        #expect(
            score.retainedIntervalCount == score.validIntervalCount - 1 && score.altersValidBeats)
    }

    /// Intervals 800 and 900 in turn: differences of 100; a result of 800, 900, 900: 100 and 0.
    @Test func errorsAreSharesOfTheTruth() {
        var beats = OscillationSimulation(seed: 1)
        beats.meanMs = 800
        beats.amplitudeMs = 0
        beats.pinkNoiseMs = 0
        beats.whiteNoiseMs = 0
        let series = ArtefactSimulation(beats, kinds: [], share: 0).run()
        let isRetained = series.isArtefact.map { _ in true }
        // A constant truth has no RMSSD to compare with.
        let constant = ArtefactScore(
            CorrectionOutcome(isRetained: isRetained, intervalsMs: [800, 900, 900]), of: series)
        #expect(constant.rmssdError == 0)
        let oscillating = Self.series([.missed], seed: 2)
        let truth = oscillating.trueIntervalsMs
        let mean = truth.reduce(0, +) / Double(truth.count)
        let stretched = CorrectionOutcome(
            isRetained: oscillating.isArtefact, intervalsMs: truth.map { mean + 1.25 * ($0 - mean) }
        )
        let score = ArtefactScore(stretched, of: oscillating)
        #expect(abs(score.rmssdError - 0.25) < 1e-12 && abs(score.sdnnError - 0.25) < 1e-12)
        let none = ArtefactScore(
            CorrectionOutcome(isRetained: oscillating.isArtefact, intervalsMs: []), of: oscillating)
        #expect(none.rmssdError == 1 && none.sdnnError == 1)
    }

    @Test func differencesAcrossWhatWasLeftOutDoNotCount() {
        let series = Self.series([.missed], seed: 2)
        let truth = series.trueIntervalsMs
        var isAdjacent = truth.indices.map { $0 > 0 }
        var extended = truth
        extended.append(10_000)
        isAdjacent.append(false)
        let score = ArtefactScore(
            CorrectionOutcome(
                isRetained: series.isArtefact, intervalsMs: extended,
                isAdjacentToPrevious: isAdjacent
            ),
            of: series)
        #expect(score.rmssdError == 0 && score.sdnnError > 1)
    }

    @Test func summariesPoolCountsAndOrderErrors() throws {
        let scores = (1...20).map { seed -> ArtefactScore in
            let series = Self.series([.missed], seed: UInt64(seed))
            let scale = 1 + Double(seed) / 100
            return ArtefactScore(
                CorrectionOutcome(
                    isRetained: series.isArtefact.map { !$0 && seed > 5 },
                    intervalsMs: series.trueIntervalsMs.map { $0 * scale }), of: series)
        }
        let summary = ArtefactScoreSummary(scores)
        #expect(summary.seriesCount == 20 && summary.alteredSeriesCount == 5)
        #expect(summary.sensitivity == 1)
        let retained = try #require(summary.specificity)
        #expect(abs(retained - 0.75) < 0.01)
        let errors = try #require(summary.rmssdErrorSummary)
        #expect(abs(errors.mean - 0.105) < 1e-12 && abs(errors.largest - 0.2) < 1e-12)
        // Position 18.05 of 0.01 ... 0.20.
        #expect(abs(errors.percentile95 - 0.1905) < 1e-12)
        #expect(
            ArtefactScoreSummary().sensitivity == nil
                && ArtefactScoreSummary().rmssdErrorSummary == nil)
    }
}

@Suite struct CorrectionOutcomeTests {
    private static let recorded = [800.0, 810, 400, 420, 805, 1_600]

    @Test func insertedAndChangedIntervalsAreNotRetained() {
        let outcome = CorrectionOutcome(
            recordedMs: Self.recorded, intervalsMs: [800, 810, 820, 806, 800, 800],
            isAdjacentToPrevious: [false, true, true, true, true, true],
            rawIndices: [0, 1, 3, 4, 5, 5], isCorrected: [false, false, true, false, true, true])
        #expect(outcome.isRetained == [true, true, false, false, false, false])
    }

    /// The beat between 400 and 420 is dropped, one at 4,035 added, the one at 2,430 moved by 1 ms.
    @Test func beatTimesDecideWhichIntervalsAreRetained() {
        let outcome = CorrectionOutcome(
            recordedMs: Self.recorded, beatTimesMs: [0, 800, 1_610, 2_431, 3_235, 4_035, 4_835],
            resolutionMs: 1)
        #expect(outcome.isRetained == [true, true, false, false, true, false])
        #expect(outcome.intervalsMs == [800, 810, 821, 804, 800, 800])
    }

    @Test func aMovedBeatSpoilsBothItsIntervals() {
        let moved = CorrectionOutcome(
            recordedMs: [800, 800, 800], beatTimesMs: [0, 820, 1_600, 2_400], resolutionMs: 1)
        #expect(moved.isRetained == [false, false, true])
        let without = CorrectionOutcome(
            recordedMs: [800, 800, 800], beatTimesMs: [1_600], resolutionMs: 1)
        #expect(without.isRetained == [false, false, false])
        let none = CorrectionOutcome(recordedMs: [800], beatTimesMs: [], resolutionMs: 1)
        #expect(none.isRetained == [false] && none.intervalsMs.isEmpty)
    }
}
