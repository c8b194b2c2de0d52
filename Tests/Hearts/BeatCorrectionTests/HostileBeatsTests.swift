import BeatCorrection
import PhysioTypes
import TestSupport
import Testing

/// Series no rule was made for: nothing traps, no time is lost, no length is impossible.
@Suite struct HostileBeatsTests {
    private static func check(_ raw: RRSeries, _ name: String) {
        for rule in BeatRules.all {
            for repair in BeatRepair.allCases {
                let result = ArtefactCorrection(rule: rule, repair: repair).correct(raw)
                let nn = result.nn
                let note = Comment(rawValue: "\(name), \(rule.name), \(repair)")
                #expect(result.rawCount == raw.count, note)
                #expect(result.rawIndices.count == nn.count, note)
                #expect(nn.intervalsMs.allSatisfy { RRSeries.plausibleRangeMs.contains($0) }, note)
                #expect(
                    zip(nn.endTimesSeconds.dropFirst(), nn.endTimesSeconds)
                        .allSatisfy { $0 >= $1 }, note)
                #expect(
                    zip(result.rawIndices.dropFirst(), result.rawIndices)
                        .allSatisfy { $0 >= $1 }, note)
                #expect(nn.isAdjacentToPrevious.first != true, note)
                #expect((0...1).contains(result.artefactShare), note)
                #expect(result.events.allSatisfy { raw.marks.indices.contains($0.beatIndex) }, note)
                if repair == .timeKeeping {
                    #expect(nn.coveredSeconds < raw.intervalsMs.reduce(0, +) / 1000 + 1e-9, note)
                }
            }
        }
    }

    private static func check(_ intervals: [Double], _ name: String) {
        check(RRSeries(intervalsMs: intervals), name)
    }

    @Test func fewBeats() {
        for count in 0...5 {
            Self.check(Array([800.0, 1650, 790, 300, 1300].prefix(count)), "\(count) intervals")
        }
        #expect(ArtefactCorrection().correct(RRSeries()).nn.count == 0)
        let two = ArtefactCorrection().correct(RRSeries(intervalsMs: [800, 820]))
        #expect(two.nn == NNSeries(intervalsMs: [800, 820]))
    }

    @Test func aConstantSeriesIsLeftAlone() {
        let intervals = [Double](repeating: 812.5, count: 1000)
        Self.check(intervals, "constant")
        for rule in BeatRules.all {
            let result = ArtefactCorrection(rule: rule).correct(RRSeries(intervalsMs: intervals))
            #expect(result.events.isEmpty && result.nn.intervalsMs == intervals, "\(rule.name)")
        }
    }

    @Test func anArtefactInAConstantSeriesIsFound() {
        let intervals = [Double](repeating: 812.5, count: 200)
        for artefact in CorrectionSeries.Artefact.allCases {
            let (faulty, _) = CorrectionSeries.with(artefact, at: 100, in: intervals)
            let nn = ArtefactCorrection().correct(RRSeries(intervalsMs: faulty)).nn
            #expect(nn.count == 200)
            #expect(nn.intervalsMs.allSatisfy { abs($0 - 812.5) < 1e-9 }, "\(artefact)")
        }
    }

    @Test(.slow) func alternatingBeats() {
        let intervals = (0..<10_000).map { $0.isMultiple(of: 2) ? 800.0 : 1000 }
        Self.check(intervals, "alternating")
        let result = ArtefactCorrection().correct(RRSeries(intervalsMs: intervals))
        // It cannot be corrected, and says so: every other beat is an artefact.
        #expect(result.irregularSegments.count == 1 && result.irregularShare > 0.99)
        let flagged = ArtefactCorrection(rule: LipponenRule()).correct(
            RRSeries(intervalsMs: intervals))
        #expect(flagged.artefactShare > 0.4)
        #expect(abs(flagged.nn.coveredSeconds - 9000) < 1e-6)
    }

    @Test func randomLengthsOfEverySize() {
        var generator = SplitMix64(seed: 77)
        for round in 0..<4 {
            let intervals = (0..<300).map { _ in
                let size = generator.uniform(in: -3...9)
                return generator.uniform(in: 1...10) * (round == 0 ? 1000 : power(size))
            }
            Self.check(intervals, "random \(round)")
        }
    }

    private func power(_ exponent: Double) -> Double {
        var result = 1.0
        for _ in 0..<Int(abs(exponent)) { result *= exponent < 0 ? 0.1 : 10 }
        return result
    }

    /// Equal times and marks of every kind.
    @Test func timesThatDoNotFitTheLengths() {
        var generator = SplitMix64(seed: 5)
        var raw = RRSeries(startSeconds: 3)
        var seconds = 4.0
        for index in 0..<400 {
            seconds += index % 7 < 3 ? 0 : generator.uniform(in: 0...2)
            let marks = RRSeries.Marks(rawValue: UInt8.random(in: 0...15, using: &generator))
            raw.append(
                intervalMs: generator.uniform(in: 150...2500), endSeconds: seconds,
                marks: index % 5 == 0 ? marks : [])
        }
        Self.check(raw, "times")
    }

    @Test func halfTheBeatsMissing() {
        var generator = SplitMix64(seed: 31)
        let clean = CorrectionSeries.oscillating(1000, rsaAmplitudeMs: 60, seed: 31)
        var intervals: [Double] = []
        var carried = 0.0
        for interval in clean {
            carried += interval
            guard generator.next().isMultiple(of: 2) else { continue }
            intervals.append(carried)
            carried = 0
        }
        Self.check(intervals, "half missing")
    }

    /// The rule never judges the last beats; elsewhere an artefact near an end is found.
    @Test func artefactsNearTheEnds() {
        let clean = CorrectionSeries.oscillating(120, rsaAmplitudeMs: 30, seed: 41)
        for artefact in CorrectionSeries.Artefact.allCases {
            for index in [0, 1, 2, 115, 116, 117, 118] {
                let (faulty, beat) = CorrectionSeries.with(artefact, at: index, in: clean)
                Self.check(faulty, "\(artefact) at \(index)")
                let result = ArtefactCorrection().correct(RRSeries(intervalsMs: faulty))
                guard index < 116 else { continue }
                #expect(
                    result.events.contains { abs($0.beatIndex - beat) <= 1 },
                    "\(artefact) at \(index)"
                )
            }
        }
    }
}
