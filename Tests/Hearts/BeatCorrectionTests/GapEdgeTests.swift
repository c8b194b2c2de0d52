import BeatCorrection
import PhysioDSP
import PhysioSimulation
import PhysioTypes
import TestSupport
import Testing

/// The first and the last beats between gaps.
@Suite struct GapEdgeTests {
    /// A rhythm of some 610 ms before and behind what is given.
    private static func around(_ middle: [Double]) -> RRSeries {
        func rhythm(_ seed: Double) -> [Double] {
            (0..<120).map { 610 + 25 * PlatformMath.sin(seed + 0.4 * Double($0)) }
        }
        return RRSeries(intervalsMs: rhythm(0) + middle + rhythm(2))
    }

    private static func corrected(_ middle: [Double]) -> CorrectedSeries {
        ArtefactCorrection().correct(around(middle))
    }

    /// Returns the given intervals that remain as measured, and those made of the rest.
    private static func left(_ middle: [Double]) -> (measured: [Double], made: [Double]) {
        let result = corrected(middle)
        let indices = result.rawIndices.indices.filter {
            (120..<(120 + middle.count)).contains(result.rawIndices[$0])
        }
        func lengths(isMade: Bool) -> [Double] {
            indices.filter { result.nn.isCorrected[$0] == isMade }.map { result.nn.intervalsMs[$0] }
        }
        return (lengths(isMade: false), lengths(isMade: true))
    }

    /// Lengths as they stand in a recording of a day: no whole number of beats fits the first two.
    @Test func whatFitsNoRhythmIsLeftOutAndCounted() {
        for middle in [[2867, 9000], [9000, 1727], [238, 9000], [9000, 238.0]] {
            let result = Self.corrected(middle)
            #expect(Self.left(middle) == ([], []), "\(middle)")
            let own = result.events.filter { $0.kind != .range }
            #expect(own.map(\.kind) == [(middle.min() ?? 0) < 610 ? .short : .long])
            #expect(own.allSatisfy { $0.newIntervalsMs.isEmpty && $0.rule == "resonant" })
            #expect(result.artefactShare == 2 / Double(result.rawCount))
            #expect(result.nn.count == 240)
        }
    }

    @Test func aWholeNumberOfBeatsIsBelieved() {
        for middle in [[1219, 9000], [9000, 1219.0]] {
            let (measured, made) = Self.left(middle)
            #expect(measured.isEmpty && made.count == 2)
            #expect(made.allSatisfy { abs($0 - 610) < 45 } && abs(made.reduce(0, +) - 1219) < 1e-9)
        }
    }

    /// A pair is no ectopic beat where its parts would be three times as long as the beats around.
    @Test func aFewBeatsBetweenGapsAreJudgedByTheRhythmAround() {
        let (measured, made) = Self.left([4906, 2867, 2922, 602, 21_227])
        #expect(measured == [602] && made.isEmpty)
        let next = Self.left([4906, 610, 1789, 590, 21_227])
        #expect(next.measured.allSatisfy { [610, 590].contains($0) })
        #expect(next.made.allSatisfy { abs($0 - 600) < 60 })
    }

    /// The same at the beginning and at the end of a recording.
    @Test func aRecordingBeginsAndEndsLikeASegment() {
        let sound = Self.around([]).intervalsMs
        let result = ArtefactCorrection().correct(
            RRSeries(intervalsMs: [1500] + sound + [230]))
        #expect(result.nn.intervalsMs == sound)
        #expect(result.counts == [.long: 1, .short: 1])
    }

    /// Beats of a series whose gaps are lost time, and of one that has them as long intervals.
    private static func series(
        _ kind: SimulatedArtefact.Kind, _ side: BoundaryArtefactSimulation.Side, _ count: Int,
        seed: UInt64
    ) -> ArtefactSeries {
        var beats = OscillationSimulation(seed: seed)
        beats.amplitudeMs = [40, 150, 250][Int(seed % 3)]
        var simulation = BoundaryArtefactSimulation(beats, kind: kind, count: count)
        simulation.side = side
        simulation.recordsGaps = seed.isMultiple(of: 2)
        return simulation.run()
    }

    /// Edges are as good as the middle, far from every gap, scored beside it: artefacts found, valid intervals kept.
    @Test(arguments: [SimulatedArtefact.Kind.missed, .extra, .ectopic], [1, 2])
    func edgesAreAsGoodAsTheMiddle(kind: SimulatedArtefact.Kind, count: Int) throws {
        func summary(_ side: BoundaryArtefactSimulation.Side) -> ArtefactScoreSummary {
            ArtefactScoreSummary(
                (1...TestEffort.pick(24, all: 120)).map { seed in
                    let series = Self.series(kind, side, count, seed: UInt64(seed))
                    let corrected = ArtefactCorrection().correct(series.recording)
                    return ArtefactScore(
                        CorrectionOutcome(
                            recordedMs: series.intervalsMs,
                            intervalsMs: corrected.nn.intervalsMs,
                            isAdjacentToPrevious: corrected.nn.isAdjacentToPrevious,
                            rawIndices: corrected.rawIndices, isCorrected: corrected.nn.isCorrected),
                        of: series)
                })
        }
        let middle = summary(.middle)
        for side in [BoundaryArtefactSimulation.Side.before, .behind, .both] {
            let edge = summary(side)
            let found = try #require(edge.sensitivity)
            let inMiddle = try #require(middle.sensitivity)
            // One displaced beat at the edge bounds one interval, not two: at the largest amplitude a late one
            // of 15 % is within it.
            let isHalfSeen = kind == .ectopic
            #expect(found > (isHalfSeen ? 0.85 : inMiddle - 0.02), "\(side): \(found), \(inMiddle)")
            #expect(try #require(edge.specificity) > 0.998)
            #expect(
                try #require(edge.rmssdErrorSummary).mean < 0.02
                    && #require(edge.sdnnErrorSummary).mean < 0.02)
        }
    }

    /// The stream and the whole give the same where both know the beats before.
    @Test(arguments: [SimulatedArtefact.Kind.missed, .extra, .ectopic])
    func theStreamSaysTheSame(kind: SimulatedArtefact.Kind) {
        for seed in 1...UInt64(TestEffort.pick(12, all: 60)) {
            let raw = Self.series(kind, .both, Int(seed % 5) + 1, seed: seed).recording
            let whole = ArtefactCorrection().correct(raw)
            var correction = LiveCorrection()
            var beats: [NNBeat] = []
            func hear(_ revision: NNRevision) {
                beats.removeLast(revision.withdrawnCount)
                beats += revision.beats
            }
            for index in 0..<raw.count {
                hear(
                    correction.push(
                        intervalMs: raw.intervalsMs[index],
                        endSeconds: raw.endTimesSeconds[index], marks: raw.marks[index]))
            }
            hear(correction.finish())
            // The first segment may be judged by what comes behind it, which a stream cannot know.
            let first = raw.intervalsMs.indices.first {
                $0 > 0 && (raw.marks[$0].contains(.afterGap) || raw.intervalsMs[$0] > 3000)
            }
            let start = first ?? 0
            let said = beats.filter { $0.rawIndex > start }.map(\.intervalMs)
            let expected = whole.rawIndices.indices.filter { whole.rawIndices[$0] > start }
                .map { whole.nn.intervalsMs[$0] }
            #expect(start > 0 && expected.count > 100)
            #expect(said == expected, "seed \(seed)")
        }
    }
}
