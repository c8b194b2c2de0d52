@testable import BeatCorrection
import PhysioTypes
import TestSupport
import Testing

@Suite struct LipponenRuleTests {
    typealias Kind = CorrectionEvent.Kind

    /// Beats by kind as neurokit2 names them, as the tree has them.
    private static func found(
        _ intervals: [Double], factor: Double = 5.2
    ) -> [String: [Int]] {
        var rule = LipponenRule()
        rule.thresholdFactor = factor
        var found = ["ectopic": [Int](), "missed": [], "extra": [], "longshort": []]
        var beats = LipponenBeats(intervals, rule: rule)
        for (beat, kind, _) in beats.classifiedBeats() {
            let name = kind == .long || kind == .short ? "longshort" : kind.rawValue
            found[name, default: []].append(beat)
        }
        return found
    }

    @Test func syntheticSeriesAreJudgedAsNeuroKitJudgesThem() throws {
        for series in try GoldenCorrection.load().series {
            #expect(Self.found(series.intervalsMs) == series.neurokit, "seed \(series.seed)")
        }
    }

    /// Two things part us on recordings. Some numbers equal their threshold, and rounding decides:
    /// there a factor changed in its last digits gives neurokit2's answer. And where beats are so
    /// steady that our least threshold holds, neurokit2 has a smaller one, or none at all.
    @Test(.slow, .needsDatasets) func recordingsAreJudgedAsNeuroKitJudgesThem() throws {
        var compared = 0
        for recording in try GoldenCorrection.load().recordings {
            let intervals = try recording.intervalsMs()
            let found = Self.found(intervals)
            let lower = Self.found(intervals, factor: 5.2 * (1 - 1e-12))
            let floored = Self.flooredBeats(intervals)
            for (kind, beats) in recording.neurokit {
                compared += beats.count
                let ours = try #require(found[kind])
                let others = Set(try #require(lower[kind])).symmetricDifference(beats)
                for beat in Set(ours).symmetricDifference(beats) {
                    let isTie = !others.contains(beat)
                    let isFloored = !floored.isDisjoint(with: (beat - 2)...(beat + 2))
                    #expect(isTie || isFloored, "\(recording.name) \(kind) \(beat)")
                }
            }
        }
        #expect(compared > 3000)
    }

    /// The two where all beats have thresholds of their own, but for the ties.
    @Test(.slow, .needsDatasets) func steadyBeatsAreRareInHealthyRecordings() throws {
        for recording in try GoldenCorrection.load().recordings
        where !recording.name.contains("chf2db") {
            let count = try Self.flooredBeats(recording.intervalsMs()).count
            #expect(count * 20 < recording.count, "\(recording.name)")
        }
    }

    private static func flooredBeats(_ intervals: [Double]) -> Set<Int> {
        var beats = LipponenBeats(intervals, rule: LipponenRule())
        let floor = beats.rule.minThresholdMs
        var floored: Set<Int> = []
        for beat in 0..<beats.count {
            let thresholds = beats.thresholds(beat)
            if min(thresholds.difference, thresholds.distance) == floor { floored.insert(beat) }
        }
        return floored
    }

    /// Thresholds by sorting every window; the definition, slowly.
    @Test func thresholdsAreQuartileDeviations() {
        let intervals = CorrectionSeries.oscillating(300, rsaAmplitudeMs: 120, seed: 5)
        var beats = LipponenBeats(intervals, rule: LipponenRule())
        let mean = intervals.reduce(0, +) / 300
        let all = [mean] + intervals
        var sizes = [abs((intervals[299] - mean) / 300)]
        sizes += (1...300).map { abs(all[$0] - all[$0 - 1]) }
        for beat in all.indices {
            let window = sizes[max(0, beat - 45)...min(300, beat + 45)].sorted()
            func quartile(_ share: Double) -> Double {
                let position = share * Double(window.count - 1)
                let low = Int(position)
                let high = min(low + 1, window.count - 1)
                return window[low] + (position - Double(low)) * (window[high] - window[low])
            }
            let expected = max(10, 5.2 * (quartile(0.75) - quartile(0.25)) / 2)
            let found = beats.thresholds(beat).difference
            #expect(abs(found - expected) < 1e-9)
        }
    }

    /// Blocks have 8192 beats: a segment cut there must not show it.
    @Test func longSegmentsAreJudgedAsWhole() {
        let clean = CorrectionSeries.oscillating(20_000, rsaAmplitudeMs: 60, seed: 50, noiseMs: 15)
        let whole = CorrectionSeries.withArtefacts(
            CorrectionSeries.Artefact.allCases, in: clean, distance: 12, seed: 51
        ).intervals
        let kinds = LipponenRule().artefacts(in: whole)
        // Around both seams, from a beginning that makes them the middle of a block.
        for seam in [8192, 16384] {
            let first = seam - 3000
            let part = LipponenRule().artefacts(in: Array(whole[first..<(seam + 3000)]))
            let near = (seam - 2000)..<(seam + 2000)
            #expect(near.map { kinds[$0] } == near.map { part[$0 - first] })
            #expect((seam - 60..<seam + 60).contains { kinds[$0] != nil })
        }
    }

    private static let clean = CorrectionSeries.oscillating(200, rsaAmplitudeMs: 40, seed: 8)

    @Test func eachKindIsFoundAtItsBeat() {
        let artefacts: [(CorrectionSeries.Artefact, Kind)] = [
            (.missed, .missed), (.extra, .extra), (.early, .ectopic), (.late, .ectopic),
        ]
        for (artefact, kind) in artefacts {
            let (faulty, beat) = CorrectionSeries.with(artefact, at: 100, in: Self.clean)
            let kinds = LipponenRule().artefacts(in: faulty)
            #expect(kinds[beat] == kind, "\(artefact)")
            // Nothing further away than the intervals it made wrong.
            let others = kinds.indices.filter { kinds[$0] != nil && abs($0 - beat) > 1 }
            #expect(others.isEmpty, "\(artefact): \(others)")
        }
    }

    @Test func singleIntervalsOffAreLongAndShort() {
        for (factor, kind) in [(1.45, Kind.long), (0.65, .short)] {
            var intervals = Self.clean
            intervals[100] *= factor
            #expect(LipponenRule().artefacts(in: intervals)[100] == kind)
        }
    }

    @Test func anOscillationWithoutNoiseIsLeftUnchanged() {
        for amplitude in [0.0, 40, 150, 300] {
            let intervals = CorrectionSeries.oscillating(
                300, rsaAmplitudeMs: amplitude, seed: 21, noiseMs: 0)
            #expect(
                LipponenRule().artefacts(in: intervals).allSatisfy { $0 == nil }, "\(amplitude)")
        }
    }

    /// White noise has 3 % of its differences above Th1, and some of those look like artefacts.
    @Test func noiseLosesFewBeats() {
        let intervals = CorrectionSeries.oscillating(
            20_000, rsaAmplitudeMs: 60, seed: 22, noiseMs: 20)
        let found = LipponenRule().artefacts(in: intervals).count { $0 != nil }
        #expect(found > 0 && found < 400)
    }

    /// A rise and fall by 10 ms a beat: no difference exceeds its threshold of 10 ms, but the top
    /// lies 30 ms above the median.
    @Test func theStrictFormAlsoJudgesByTheMedianAlone() {
        var intervals = [Double](repeating: 900, count: 200)
        for (offset, height) in [10.0, 20, 30, 40, 30, 20, 10].enumerated() {
            intervals[100 + offset] += height
        }
        for (strict, expected) in [(false, []), (true, [103])] {
            var rule = LipponenRule(followsPaperStrictly: strict)
            rule.maxMedianDistance = 2.9
            let kinds = rule.artefacts(in: intervals)
            #expect(kinds.indices.filter { kinds[$0] != nil } == expected)
        }
    }

    @Test func theLastTwoIntervalsAreNotFullyJudged() {
        var intervals = Self.clean
        intervals[199] *= 2
        #expect(LipponenRule().artefacts(in: intervals)[199] == nil)
    }
}
