import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@testable import BeatCorrection

/// Series whose rate changes at a known interval; the simulated intervals are the oracle.
@Suite struct RateChangeTests {
    private static func intervals(
        _ count: Int, meanMs: Double, spread: Double, _ generator: inout SplitMix64
    ) -> [Double] {
        (0..<count).map { _ in (meanMs * (1 + spread * generator.gaussian())).rounded() }
    }

    /// Raw intervals that stand in the result as they were measured.
    private static func retained(_ result: CorrectedSeries, _ raw: [Double]) -> Set<Int> {
        Set(
            result.nn.intervalsMs.indices.lazy.filter {
                !result.nn.isCorrected[$0]
                    && result.nn.intervalsMs[$0] == raw[result.rawIndices[$0]]
            }.map { result.rawIndices[$0] })
    }

    /// Beats that a stream gives in the end.
    ///
    /// - Parameter check: receives each index, and the beats that are given then.
    private static func streamed(
        _ series: RRSeries, check: (Int, [NNBeat]) -> Void = { _, _ in }
    ) -> [NNBeat] {
        var correction = LiveCorrection()
        var beats: [NNBeat] = []
        func apply(_ revision: NNRevision) {
            beats.removeLast(revision.withdrawnCount)
            beats += revision.beats
        }
        for index in 0..<series.count {
            apply(
                correction.push(
                    intervalMs: series.intervalsMs[index],
                    endSeconds: series.endTimesSeconds[index]))
            check(index, beats)
        }
        apply(correction.finish())
        return beats
    }

    /// Every interval from the tenth after the change on is valid; at most 5 in 1000 may be lost.
    @Test(arguments: [0, 3, 10], [0.01, 0.03])
    func intervalsAtAChangedRateAreRetained(rampCount: Int, spread: Double) {
        var retainedCount = 0
        var count = 0
        for (pair, (from, to)) in [
            (400.0, 800.0), (800, 400), (420, 860), (430, 780), (1000, 520), (500, 1000),
            (600, 720),
            (450, 1125), (900, 560),
        ].enumerated() {
            var generator = SplitMix64(seed: UInt64(100 + pair))
            var raw = Self.intervals(180, meanMs: from, spread: spread, &generator)
            for step in 0..<rampCount {
                let share = Double(step + 1) / Double(rampCount + 1)
                raw += Self.intervals(
                    1, meanMs: from + share * (to - from), spread: spread, &generator)
            }
            raw += Self.intervals(200, meanMs: to, spread: spread, &generator)
            let retained = Self.retained(
                ArtefactCorrection().correct(RRSeries(intervalsMs: raw)), raw)
            let valid = (180 + rampCount + 9)..<raw.count
            retainedCount += valid.count { retained.contains($0) }
            count += valid.count
        }
        #expect(Double(retainedCount) >= 0.995 * Double(count))
    }

    /// The index and the factor of a change are reported, and the difference across it is no successive
    /// difference.
    @Test(arguments: [(400.0, 800.0), (800, 400), (430, 780)])
    func aChangeIsReported(fromMs: Double, toMs: Double) throws {
        var generator = SplitMix64(seed: 9)
        let raw =
            Self.intervals(200, meanMs: fromMs, spread: 0.02, &generator)
            + Self.intervals(200, meanMs: toMs, spread: 0.02, &generator)
        let result = ArtefactCorrection().correct(RRSeries(intervalsMs: raw))
        let change = try #require(result.rateChanges.first)
        #expect(result.rateChanges.count == 1 && !change.isLeftOut)
        #expect(change.rawIndex == 200)
        #expect(abs(change.rateFactor / (fromMs / toMs) - 1) < 0.03)
        #expect(result.nn.intervalsMs == raw)
        let seam = try #require(result.rawIndices.firstIndex(of: 200))
        #expect(!result.nn.isAdjacentToPrevious[seam])
        #expect(result.nn.isAdjacentToPrevious.count { !$0 } == 2)
    }

    /// A sensor that misses every other beat: up to five in a row are repaired, more are left out and
    /// reported, and where the former rate does not return for 60 beats the measured one is believed.
    @Test func everyOtherBeatMissed() {
        for (runCount, isRepaired) in [(2, true), (5, true), (6, false), (20, false), (50, false)] {
            var right = 0
            for seed in 0..<20 as Range<UInt64> {
                var generator = SplitMix64(seed: seed)
                let clean = Self.intervals(400, meanMs: 800, spread: 0.03, &generator)
                var raw = Array(clean[..<200])
                for index in 0..<runCount {
                    raw.append(clean[200 + 2 * index] + clean[201 + 2 * index])
                }
                raw += clean[(200 + 2 * runCount)...]
                let result = ArtefactCorrection().correct(RRSeries(intervalsMs: raw))
                if isRepaired {
                    if result.nn.count == 400, result.rateChanges.isEmpty { right += 1 }
                } else if result.nn.count == 400 - 2 * runCount,
                    result.rateChanges.map(\.isLeftOut) == [true],
                    result.rateChanges.first?.rawIndex == 200,
                    !result.nn.intervalsMs.contains(where: { $0 > 1100 })
                {
                    right += 1
                }
            }
            #expect(right >= 19, "\(runCount) intervals in a row")
        }
    }

    @Test func aHalvedRateThatStaysIsBelieved() {
        var generator = SplitMix64(seed: 3)
        let clean = Self.intervals(200, meanMs: 600, spread: 0.02, &generator)
        let slow = Self.intervals(100, meanMs: 1200, spread: 0.02, &generator)
        let raw = clean + slow + Self.intervals(200, meanMs: 600, spread: 0.02, &generator)
        let result = ArtefactCorrection().correct(RRSeries(intervalsMs: raw))
        #expect(Self.retained(result, raw).count == raw.count)
        #expect(result.rateChanges.map(\.isLeftOut) == [false, false])
    }

    /// Bursts of noise whose sum is that of the beats that they hide.
    @Test func burstsOfNoiseAreLeftOutWhole() {
        var reportedCount = 0
        var closeCount = 0
        var offCount = 0
        for seed in 0..<400 as Range<UInt64> {
            var generator = SplitMix64(seed: 5000 + seed)
            let meanMs = generator.uniform(in: 380...850)
            let clean = Self.intervals(160, meanMs: meanMs, spread: 0.02, &generator)
            let count = Int(generator.uniform(in: 3...41))
            let begin = 60
            let sum = clean[begin..<(begin + count)].reduce(0, +)
            let drawn = (0..<count).map { _ in generator.uniform(in: 250...1100) }
            let factor = sum / drawn.reduce(0, +)
            let raw =
                clean[..<begin] + drawn.map { ($0 * factor).rounded() }
                + clean[(begin + count)...]
            let result = ArtefactCorrection().correct(RRSeries(intervalsMs: Array(raw)))
            if result.nn.intervalsMs.contains(where: { abs($0 / meanMs - 1) > 0.15 }) {
                offCount += 1
            }
            guard result.nn.coverage >= 0.9, result.artefactShare <= 0.2 else { continue }
            reportedCount += 1
            let differences = result.nn.successiveDifferencesMs
            let squares = differences.reduce(0) { $0 + $1 * $1 }
            let rmssd = (squares / Double(differences.count)).squareRoot()
            if abs(rmssd / CorrectionSeries.rmssd(clean) - 1) <= 0.1 { closeCount += 1 }
        }
        #expect(reportedCount >= 100)
        #expect(Double(closeCount) >= 0.95 * Double(reportedCount))
        #expect(offCount <= 5)
    }

    /// A stream withholds what it cannot know yet, for a bounded time, and becomes what the whole gives.
    @Test(arguments: [6, 30, 55, 61, 120])
    func theStreamWithholdsUntilItKnows(runCount: Int) {
        var generator = SplitMix64(seed: UInt64(runCount))
        let clean = Self.intervals(700, meanMs: 600, spread: 0.02, &generator)
        var raw = Array(clean[..<200])
        for index in 0..<runCount { raw.append(clean[200 + 2 * index] + clean[201 + 2 * index]) }
        raw += clean[(200 + 2 * runCount)...]
        let series = RRSeries(intervalsMs: raw)
        let beats = Self.streamed(series) { index, beats in
            if index >= 215, index < min(255, 200 + runCount) {
                #expect(beats.last?.rawIndex ?? 0 < 200, "interval \(index)")
            }
            #expect(index - (beats.last?.rawIndex ?? 0) <= 85, "interval \(index)")
        }
        let whole = ArtefactCorrection().correct(series)
        #expect(beats.map(\.intervalMs) == whole.nn.intervalsMs)
        #expect(beats.map(\.isAdjacentToPrevious) == whole.nn.isAdjacentToPrevious)
    }

    /// However many beats are missing, no 30 s have more beats inserted than were observed.
    @Test func noHalfMinuteIsMostlyInserted() {
        for seed in 0..<8 as Range<UInt64> {
            var generator = SplitMix64(seed: 40 + seed)
            var raw = Self.intervals(200, meanMs: 500, spread: 0.02, &generator)
            for _ in 0..<200 {
                let missed = generator.uniform(in: 0...1) < 0.3 ? 0 : Int(seed % 4) + 1
                raw.append(
                    Self.intervals(missed + 1, meanMs: 500, spread: 0.02, &generator)
                        .reduce(0, +))
            }
            let series = RRSeries(intervalsMs: raw)
            let result = ArtefactCorrection().correct(series)
            var begin = 0
            for end in raw.indices {
                while series.endTimesSeconds[end] - series.endTimesSeconds[begin] > 30 {
                    begin += 1
                }
                guard series.endTimesSeconds[end] > 30 else { continue }
                let beats = result.rawIndices.count { (begin...end).contains($0) }
                // One interval at the edge of the window may be cut.
                #expect(beats <= 2 * (end - begin + 1) + 5, "seed \(seed), interval \(end)")
            }
        }
    }

    /// Rates, bursts, doubled and missed beats in one stream.
    @Test func hostileRatesAgreeInStreamAndWhole() {
        for seed in 0..<TestEffort.pick(12, all: 60) as Range<UInt64> {
            var generator = SplitMix64(seed: 700 + seed)
            var raw: [Double] = []
            while raw.count < 900 {
                let meanMs = generator.uniform(in: 380...1100)
                let count = Int(generator.uniform(in: 20...220))
                raw += Self.intervals(count, meanMs: meanMs, spread: 0.02, &generator)
                if generator.uniform(in: 0...1) < 0.6 {
                    raw += (0..<Int(generator.uniform(in: 3...40))).map { _ in
                        generator.uniform(in: 250...1100).rounded()
                    }
                }
            }
            let series = RRSeries(intervalsMs: raw)
            let beats = Self.streamed(series)
            let whole = ArtefactCorrection().correct(series)
            #expect(beats.map(\.rawIndex) == whole.rawIndices, "seed \(seed)")
            let largest = zip(beats, whole.nn.intervalsMs).map { abs($0.intervalMs - $1) }.max()
            #expect(largest ?? .infinity < 1e-9, "seed \(seed)")
            #expect(
                beats.map(\.isAdjacentToPrevious) == whole.nn.isAdjacentToPrevious, "seed \(seed)")
        }
    }

    /// A stream that is saved and restored at every beat goes on as one that is not.
    @Test(arguments: [false, true])
    func aStreamSavedAtEveryBeatContinues(hasEctopic: Bool) throws {
        var generator = SplitMix64(seed: 31)
        var raw =
            Self.intervals(250, meanMs: 800, spread: 0.02, &generator)
            + Self.intervals(200, meanMs: 400, spread: 0.02, &generator)
        for index in 120..<135 { raw[index] = generator.uniform(in: 250...1100) }
        let series = RRSeries(intervalsMs: raw)
        var whole = LiveCorrection()
        var pieces = LiveCorrection()
        for index in raw.indices {
            let marks: RRSeries.Marks = hasEctopic && index % 9 < 2 ? .notNormal : []
            let (ms, end) = (raw[index], series.endTimesSeconds[index])
            let expected = whole.push(intervalMs: ms, endSeconds: end, marks: marks)
            pieces = try LiveCorrection(pieces.savedState)
            #expect(
                pieces.push(intervalMs: ms, endSeconds: end, marks: marks) == expected,
                "interval \(index)")
        }
        pieces = try LiveCorrection(pieces.savedState)
        #expect(pieces.finish() == whole.finish())
    }

    /// Artefacts and irregular parts lie in order and do not overlap, whatever comes.
    @Test func aVerdictIsInOrder() {
        for seed in 0..<TestEffort.pick(60, all: 1000) as Range<UInt64> {
            var generator = SplitMix64(seed: 5_000 + seed)
            var raw: [Double] = []
            while raw.count < 1200 {
                let meanMs = generator.uniform(in: 300...1200)
                let count = Int(generator.uniform(in: 1...120))
                let last = raw.last ?? meanMs
                switch Int(generator.uniform(in: 0...5.999)) {
                case 0:
                    raw += (0..<count).map { _ in
                        max(320, meanMs * (1 + 0.2 * generator.gaussian()))
                    }
                case 1:
                    raw += (0..<count / 4 + 1).map { _ in generator.uniform(in: 250...1100) }
                case 2:
                    raw += Self.intervals(
                        count, meanMs: min(2400, 2 * last), spread: 0.02, &generator)
                case 3:
                    raw += Self.intervals(
                        count, meanMs: max(240, last / 2), spread: 0.02, &generator)
                case 4: raw += (0..<count).map { $0 % 2 == 0 ? 0.7 * last : 1.3 * last }
                default:
                    raw += Self.intervals(count, meanMs: meanMs, spread: 0.03, &generator)
                }
                raw = raw.map { min(max($0, 220), 2800) }
            }
            var known = PriorRhythm()
            let verdict = ResonantRule().verdict(on: raw, prior: &known)
            let parts = (verdict.artefacts.map(\.intervals) + verdict.irregularSegments).sorted {
                $0.lowerBound < $1.lowerBound
            }
            let isDisjoint = zip(parts, parts.dropFirst()).allSatisfy {
                $0.upperBound <= $1.lowerBound
            }
            #expect(isDisjoint && parts.allSatisfy { !$0.isEmpty }, "seed \(seed)")
            #expect(parts.last?.upperBound ?? 0 <= raw.count, "seed \(seed)")
            let indices = verdict.rateChanges.map(\.rawIndex)
            #expect(indices == indices.sorted(), "seed \(seed)")
        }
    }

    /// A run at half the rate with which a recording ends is left out: how it continues is unknown.
    @Test func aRunAtTheEndIsLeftOut() {
        var generator = SplitMix64(seed: 12)
        let raw =
            Self.intervals(200, meanMs: 600, spread: 0.02, &generator)
            + Self.intervals(30, meanMs: 1200, spread: 0.02, &generator)
        let result = ArtefactCorrection().correct(RRSeries(intervalsMs: raw))
        #expect(result.nn.intervalsMs == Array(raw[..<200]))
        #expect(result.rateChanges.map(\.isLeftOut) == [true])
    }
}
