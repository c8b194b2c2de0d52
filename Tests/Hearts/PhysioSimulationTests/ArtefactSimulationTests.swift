import PhysioSimulation
import Testing

@Suite struct ArtefactSimulationTests {
    private static let clocks = [1.0, 1000.0 / 1024]

    private static func series(
        _ kinds: [SimulatedArtefact.Kind], share: Double = 0.1, seed: UInt64 = 1,
        resolutionMs: Double = 1
    ) -> ArtefactSeries {
        var beats = OscillationSimulation(seed: seed)
        beats.resolutionMs = resolutionMs
        return ArtefactSimulation(beats, kinds: kinds, share: share).run()
    }

    private static func times(_ intervals: [Double]) -> [Double] {
        intervals.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    }

    /// The recorded beats without the extra ones, each put back by what the labels say.
    private static func undone(_ series: ArtefactSeries) -> [Double] {
        var times = series.beatTimesMs
        for artefact in series.artefacts {
            // Interval i ends at beat i + 1.
            let beat = artefact.intervals.lowerBound + 1
            switch artefact.kind {
            case .missed, .extra: break
            case .ectopic, .late: times[beat] -= artefact.displacementMs
            case .long, .short:
                for later in beat..<times.count { times[later] -= artefact.displacementMs }
            }
        }
        for artefact in series.artefacts.reversed() where artefact.kind == .extra {
            times.remove(at: artefact.intervals.lowerBound + 1)
        }
        return times
    }

    @Test(arguments: clocks, [UInt64](1...20))
    func undoingTheArtefactsGivesTheTruthBack(resolutionMs: Double, seed: UInt64) {
        let series = Self.series(
            SimulatedArtefact.Kind.allCases, share: 0.3, seed: seed, resolutionMs: resolutionMs)
        let missed = Set(series.artefacts.filter { $0.kind == .missed }.map(\.beatIndex))
        let truth = Self.times(series.trueIntervalsMs)
        let seen = truth.indices.filter { !missed.contains($0) }.map { truth[$0] }
        // Multiples of a power of two or whole numbers: exact.
        #expect(Self.undone(series) == seen)
    }

    @Test(arguments: SimulatedArtefact.Kind.allCases)
    func countsAreThoseOfTheKind(kind: SimulatedArtefact.Kind) {
        let series = Self.series([kind], share: 0.05)
        #expect(series.artefacts.count == 20)
        #expect(series.artefacts.allSatisfy { $0.kind == kind })
        let more = [SimulatedArtefact.Kind.missed: -20, .extra: 20][kind] ?? 0
        #expect(series.intervalsMs.count == 400 + more)
        let width = [.extra, .ectopic, .late].contains(kind) ? 2 : 1
        #expect(series.artefacts.allSatisfy { $0.intervals.count == width })
        #expect(series.isArtefact.count == series.intervalsMs.count)
    }

    @Test(arguments: SimulatedArtefact.Kind.allCases)
    func onlyLongAndShortChangeTheTotalTime(kind: SimulatedArtefact.Kind) {
        let series = Self.series([kind])
        let change = series.intervalsMs.reduce(0, +) - series.trueIntervalsMs.reduce(0, +)
        if kind.keepsTime {
            #expect(change == 0)
        } else {
            #expect(change == series.artefacts.reduce(0) { $0 + $1.displacementMs })
            #expect(kind == .long ? change > 0 : change < 0)
        }
    }

    /// Artefacts that stand alone: what the recording holds against what was true there.
    @Test(arguments: SimulatedArtefact.Kind.allCases)
    func singleArtefactsHaveTheSizesOfTheirKind(kind: SimulatedArtefact.Kind) throws {
        for seed in 1...40 {
            let series = Self.series([kind], share: 0.0025, seed: UInt64(seed))
            let artefact = try #require(series.artefacts.first)
            #expect(series.artefacts.count == 1)
            let first = artefact.intervals.lowerBound
            let beat = artefact.beatIndex
            #expect(first == beat - 1)
            let truth = series.trueIntervalsMs
            let found = series.intervalsMs[artefact.intervals].map { $0 }
            let before = truth[beat - 1]
            let after = truth[beat]
            switch kind {
            case .missed: #expect(found == [before + after])
            case .extra:
                #expect(found[0] + found[1] == before)
                #expect(found[0] >= 0.25 * before - 0.5 && found[0] <= 0.75 * before + 0.5)
            case .ectopic:
                #expect(found[0] + found[1] == before + after)
                #expect(found[0] >= 0.6 * before - 0.5 && found[0] <= 0.8 * before + 0.5)
            case .late:
                #expect(found[0] + found[1] == before + after)
                #expect(found[1] >= 0.7 * after - 0.5 && found[1] <= 0.85 * after + 0.5)
            case .long: #expect(found[0] >= 1.25 * before - 0.5 && found[0] <= 1.5 * before + 0.5)
            case .short:
                #expect(found[0] >= 0.55 * before - 0.5 && found[0] <= 0.75 * before + 0.5)
            }
        }
    }

    @Test func validIntervalsAmongTimePreservingArtefactsAreTrueOnes() {
        let series = Self.series([.missed, .extra, .ectopic, .late], share: 0.2)
        let ends = Set(Self.times(series.trueIntervalsMs))
        let times = series.beatTimesMs
        for index in series.intervalsMs.indices where !series.isArtefact[index] {
            #expect(ends.contains(times[index]) && ends.contains(times[index + 1]))
        }
    }

    @Test func displacementSetsTheSizeOfMovedBeats() {
        var simulation = ArtefactSimulation(
            OscillationSimulation(seed: 4), kinds: [.ectopic, .late], share: 0.05)
        simulation.displacementShare = 0.08
        let series = simulation.run()
        for artefact in series.artefacts {
            let interval = series.trueIntervalsMs[
                artefact.beatIndex - (artefact.kind == .late ? 0 : 1)]
            #expect(abs(abs(artefact.displacementMs) - 0.08 * interval) <= 0.5)
        }
        #expect(Set(series.artefacts.map(\.kind)) == [.ectopic, .late])
    }

    @Test func artefactsMayFollowOneAnother() {
        let gaps = (1...50).flatMap { seed -> [Int] in
            let beats = Self.series([.missed], share: 0.05, seed: UInt64(seed)).artefacts
                .map(\.beatIndex)
            return zip(beats.dropFirst(), beats).map { $0 - $1 }
        }
        // 19 gaps a series, each of 1 with a chance of about 1 in 20.
        let neighbours = gaps.count { $0 == 1 }
        #expect(neighbours > 25 && neighbours < 75, "\(neighbours)")
    }

    @Test func everyIntervalIsAboveNothing() {
        for seed in 1...100 {
            let series = Self.series(
                SimulatedArtefact.Kind.allCases, share: 0.5, seed: UInt64(seed))
            #expect(series.intervalsMs.allSatisfy { $0 > 50 })
        }
    }

    @Test func noShareLeavesTheTruth() {
        let series = Self.series([], share: 0)
        #expect(series.artefacts.isEmpty && series.intervalsMs == series.trueIntervalsMs)
        #expect(!series.isArtefact.contains(true))
    }

    @Test func equalSeedsGiveEqualSeriesAndOthersDoNot() {
        let kinds = SimulatedArtefact.Kind.allCases
        #expect(Self.series(kinds, seed: 7) == Self.series(kinds, seed: 7))
        #expect(Self.series(kinds, seed: 7).artefacts != Self.series(kinds, seed: 8).artefacts)
    }
}
