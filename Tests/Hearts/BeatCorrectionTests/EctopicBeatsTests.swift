import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@testable import BeatCorrection

/// Beats that are known not to be normal, before any rhythm is judged.
@Suite struct EctopicBeatsTests {
    /// A rhythm that breathes, with premature beats of full compensatory pause.
    private struct Heart {
        var rr = RRSeries()
        /// Intervals between two normal beats, in order; ms.
        var normal: [Double] = []

        /// - Parameter isEctopic: whether a premature beat follows the normal one of that number.
        init(
            _ count: Int, amplitudeMs: Double, seed: UInt64, isLabelled: Bool = true,
            isEctopic: (Int) -> Bool
        ) {
            var generator = SplitMix64(seed: seed)
            var seconds = 0.0
            var phase = 0.0
            var beat = 0
            func next() -> Double {
                phase += 0.6
                return 850 + amplitudeMs * PlatformMath.sin(phase) + 8 * generator.gaussian()
            }
            func append(_ interval: Double, _ marks: RRSeries.Marks) {
                seconds += interval / 1000
                rr.append(
                    intervalMs: interval, endSeconds: seconds, marks: isLabelled ? marks : [])
            }
            while beat < count {
                beat += 1
                guard isEctopic(beat) else {
                    normal.append(next())
                    append(normal[normal.count - 1], [])
                    continue
                }
                let both = next() + next()
                let coupling = both * generator.uniform(in: 0.25...0.38)
                append(coupling, [.notNormal, .endBeatNotNormal, .ventricular])
                append(both - coupling, .notNormal)
            }
        }
    }

    /// Trigeminy, bigeminy in bursts, and single beats: what is measured between normal beats stays
    /// as it is, nothing is made, and no rhythm is called lost.
    @Test(arguments: [0.0, 60, 150])
    func theRhythmIsJudgedBetweenNormalBeats(amplitudeMs: Double) {
        let patterns: [(Int) -> Bool] = [
            { $0 % 3 == 0 }, { $0 % 40 > 20 && $0 % 2 == 0 }, { $0 % 11 == 5 }, { $0 < 12 },
        ]
        for (number, pattern) in patterns.enumerated() {
            let heart = Heart(
                500, amplitudeMs: amplitudeMs, seed: UInt64(number), isEctopic: pattern)
            let result = ArtefactCorrection().correct(heart.rr)
            #expect(result.irregularSegments.isEmpty, "pattern \(number)")
            let isUnchanged =
                result.nn == NNSeries(heart.rr) && result.nn.intervalsMs == heart.normal
            #expect(isUnchanged, "pattern \(number): \(result.nn.count) of \(heart.normal.count)")
            #expect(Set(result.events.map(\.rule)) == ["annotation"])
        }
        // Unlabelled, trigeminy is a rhythm that nothing can be judged by.
        let silent = Heart(500, amplitudeMs: amplitudeMs, seed: 0, isLabelled: false) {
            $0 % 3 == 0
        }
        #expect(ArtefactCorrection().correct(silent.rr).nn.intervalsMs != silent.normal)
    }

    /// Noise is left out whole around a beat that is known to be ectopic, and that beat counts as one.
    @Test func noiseAroundAnEctopicBeatIsLeftOut() {
        for seed in 0..<20 as Range<UInt64> {
            var generator = SplitMix64(seed: 60 + seed)
            var rr = RRSeries()
            var seconds = 0.0
            for index in 0..<300 {
                let isNoise = (150..<170).contains(index)
                let interval =
                    isNoise
                    ? generator.uniform(in: 250...1300) : 800 * (1 + 0.01 * generator.gaussian())
                seconds += interval / 1000
                rr.append(
                    intervalMs: interval, endSeconds: seconds,
                    marks: index == 158 || index == 159
                        ? [.notNormal, .endBeatNotNormal, .ventricular] : [])
            }
            let result = ArtefactCorrection().correct(rr)
            let far = result.nn.intervalsMs.filter { abs($0 / 800 - 1) > 0.15 }
            #expect(far.isEmpty, "seed \(seed): \(far)")
            let annotated = result.events.filter { $0.rule == "annotation" }.map(\.beatIndex)
            #expect(annotated == [158, 159], "seed \(seed)")
        }
    }

    /// A beat not seen among normal ones is found beside known ectopic ones.
    @Test func artefactsAreStillRepaired() {
        for seed in 0..<20 as Range<UInt64> {
            let heart = Heart(400, amplitudeMs: 60, seed: seed) { $0 % 9 == 4 }
            var raw = RRSeries()
            var missed: [Int] = []
            var index = 0
            while index < heart.rr.count {
                let isPair =
                    index + 1 < heart.rr.count && index % 31 == 20
                    && heart.rr.marks[index].isEmpty && heart.rr.marks[index + 1].isEmpty
                let last = isPair ? index + 1 : index
                if isPair { missed.append(raw.count) }
                raw.append(
                    intervalMs: heart.rr.intervalsMs[index...last].reduce(0, +),
                    endSeconds: heart.rr.endTimesSeconds[last], marks: heart.rr.marks[last])
                index = last + 1
            }
            let result = ArtefactCorrection().correct(raw)
            #expect(missed.count >= 5)
            let repairs = result.events.filter { $0.rule != "annotation" }
            #expect(repairs.map(\.beatIndex) == missed, "seed \(seed)")
            #expect(repairs.allSatisfy { $0.kind == .missed })
        }
    }

    /// The stream says what the whole does, wherever the ectopic beats lie.
    @Test func theStreamBecomesWhatTheWholeGives() {
        for seed in 0..<24 as Range<UInt64> {
            var generator = SplitMix64(seed: 900 + seed)
            let share = generator.uniform(in: 0.02...0.4)
            let draws = (0...700).map { _ in generator.uniform(in: 0...1) < share }
            let heart = Heart(700, amplitudeMs: 120, seed: seed) { draws[$0] }
            var raw = RRSeries()
            for index in 0..<heart.rr.count {
                // Some beats are missed, and two gaps lie in it.
                let isWrong = index % 83 == 40
                raw.append(
                    intervalMs: heart.rr.intervalsMs[index] * (isWrong ? 2 : 1),
                    endSeconds: heart.rr.endTimesSeconds[index],
                    marks: index == 260 || index == 301
                        ? heart.rr.marks[index].union(.afterGap) : heart.rr.marks[index])
            }
            let whole = ArtefactCorrection().correct(raw)
            var correction = LiveCorrection()
            var beats: [NNBeat] = []
            var events: [CorrectionEvent] = []
            func hear(_ revision: NNRevision) {
                beats.removeLast(revision.withdrawnCount)
                beats += revision.beats
                events.removeAll { $0.beatIndex >= revision.firstRawIndex }
                events += revision.events
            }
            for index in 0..<raw.count {
                hear(
                    correction.push(
                        intervalMs: raw.intervalsMs[index], endSeconds: raw.endTimesSeconds[index],
                        marks: raw.marks[index]))
            }
            hear(correction.finish())
            // Only the first segment, where it is short, may know what follows.
            let settled = whole.rawIndices.indices.filter { whole.rawIndices[$0] >= 91 }
            let isSame =
                settled.map { whole.nn.intervalsMs[$0] }
                == beats.filter { $0.rawIndex >= 91 }.map(\.intervalMs)
            #expect(isSame, "seed \(seed)")
            let isLogged =
                whole.events.filter { $0.beatIndex >= 91 }
                == events.filter { $0.beatIndex >= 91 }.sorted { $0.beatIndex < $1.beatIndex }
            #expect(isLogged, "seed \(seed)")
        }
    }

    // MARK: What stands for them

    private static func judged(_ intervals: [Double], _ ectopic: Set<Int>) -> [Double] {
        let marks = intervals.indices.map { ectopic.contains($0) ? RRSeries.Marks.notNormal : [] }
        return EctopicSubstitution.judgedIntervals(intervals, marks[...], prior: PriorRhythm())
    }

    @Test func theTimeIsDividedIntoWholeBeats() {
        let before = [Double](repeating: 800, count: 10)
        // A compensatory pause, an interpolated beat, a run of three, and a reset of the sinus node.
        #expect(Self.judged(before + [500, 1120, 800], [10, 11])[10...] == [810, 810, 800])
        #expect(Self.judged(before + [390, 400, 800], [10, 11])[10...] == [790, 790, 800])
        #expect(
            Self.judged(before + [500, 400, 400, 1100, 800], [10, 11, 12, 13])[10...]
                == [800, 800, 800, 800, 800])
        // 1.3 beats are one, within 15 % of the rhythm.
        let reset = Self.judged(before + [480, 560, 800], [10, 11])
        #expect(abs(reset[10] - 920) < 1e-9 && reset[10] == reset[11])
    }

    @Test func aLongRunIsDividedEveryEightIntervals() {
        let run = [Double](repeating: 400, count: 20)
        let judged = Self.judged(
            [Double](repeating: 800, count: 10) + run + [800], Set(10..<30))
        #expect(judged.count == 31 && judged[10..<30].allSatisfy { $0 == 800 })
    }

    @Test func withoutANormalIntervalTheyStayAsTheyAre() {
        #expect(Self.judged([500, 600, 700], [0, 1, 2]) == [500, 600, 700])
        #expect(Self.judged([], []) == [])
        // What follows is known too.
        #expect(Self.judged([500, 1100, 800, 810, 790], [0, 1]) == [810, 800, 800, 810, 790])
    }
}
