import PhysioSimulation
import Testing

@Suite struct BoundaryArtefactSimulationTests {
    private static func series(
        _ kind: SimulatedArtefact.Kind, _ count: Int, _ side: BoundaryArtefactSimulation.Side,
        recordsGaps: Bool, seed: UInt64 = 3
    ) -> ArtefactSeries {
        var simulation = BoundaryArtefactSimulation(
            OscillationSimulation(seed: seed), kind: kind, count: count)
        simulation.side = side
        simulation.recordsGaps = recordsGaps
        return simulation.run()
    }

    /// Times of the recorded beats of each segment; ms.
    private static func segments(_ series: ArtefactSeries) -> [[Double]] {
        let maxMs = series.trueIntervalsMs.max() ?? 0
        var segments = [[0.0]]
        var time = 0.0
        for (interval, lost) in zip(series.intervalsMs, series.gapBeforeMs) {
            if lost > 0 {
                segments.append([time + lost])
            } else if interval > 3.5 * maxMs {
                segments.append([])
            }
            time += lost + interval
            segments[segments.count - 1].append(time)
        }
        return segments
    }

    @Test(arguments: [false, true]) func bothWritingsOfAGapHoldTheSameBeats(recordsGaps: Bool) {
        for side in BoundaryArtefactSimulation.Side.allCases {
            let series = Self.series(.extra, 2, side, recordsGaps: recordsGaps)
            let segments = Self.segments(series)
            let other = Self.segments(Self.series(.extra, 2, side, recordsGaps: !recordsGaps))
            #expect(segments.count == 6 && segments == other)
            #expect(series.isTrueIntervalAdjacent.count { !$0 } == 6)
            #expect(series.artefacts.count == (side == .both ? 24 : 12))
            let recording = series.recording
            #expect(recording.count == series.intervalsMs.count)
            #expect(recording.marks.count { $0.contains(.afterGap) } == (recordsGaps ? 0 : 5))
        }
    }

    /// A missed row gives one interval as long as all its true ones together, right at the edge.
    @Test(arguments: 1...5) func missedBeatsAreOneIntervalAtTheEdge(count: Int) {
        let series = Self.series(.missed, count, .before, recordsGaps: false)
        let ends = series.intervalsMs.indices.filter {
            $0 + 1 == series.intervalsMs.count || series.gapBeforeMs[$0 + 1] > 0
        }
        #expect(series.artefacts.map(\.intervals) == ends.map { $0..<($0 + 1) })
        let total = series.intervalsMs.reduce(0, +)
        #expect(total == series.trueIntervalsMs.reduce(0, +))
        #expect(series.intervalsMs.count == series.trueIntervalsMs.count - 6 * count)
        let mean = series.trueIntervalsMs.reduce(0, +) / Double(series.trueIntervalsMs.count)
        for end in ends {
            #expect(
                abs(series.intervalsMs[end] / mean - Double(count + 1)) < 0.5 * Double(count + 1))
        }
    }

    /// The labels state how far a displaced row has moved: moved back, its beats are the true ones.
    @Test(arguments: BoundaryArtefactSimulation.Side.allCases) func displacedBeatsAreMovedBack(
        side: BoundaryArtefactSimulation.Side
    ) {
        let series = Self.series(.ectopic, 3, side, recordsGaps: true)
        let maxMs = 3.5 * (series.trueIntervalsMs.max() ?? 0)
        var times = series.beatTimesMs
        for artefact in series.artefacts {
            let first = artefact.intervals.lowerBound
            // Beat i begins interval i: the first one of a segment bounds no other interval.
            let isFirst = first == 0 || series.intervalsMs[first - 1] > maxMs
            times[isFirst && artefact.intervals.count == 1 ? first : first + 1] -=
                artefact.displacementMs
        }
        let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(intervals.filter { $0 < maxMs } == series.trueIntervalsMs)
        #expect(series.artefacts.allSatisfy { abs($0.displacementMs) > 50 })
    }
}
