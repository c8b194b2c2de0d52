import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@testable import BeatCorrection

/// The correction of the whole series is the oracle.
@Suite struct LiveCorrectionTests {
    /// The beats and events that a listener of the stream holds.
    private struct Listener {
        var beats: [NNBeat] = []
        var events: [CorrectionEvent] = []

        mutating func hear(_ revision: NNRevision) {
            beats.removeLast(revision.withdrawnCount)
            beats += revision.beats
            events.removeAll { $0.beatIndex >= revision.firstRawIndex }
            events += revision.events
        }
    }

    private static func listener(to raw: RRSeries, isFinished: Bool = true) -> Listener {
        var correction = LiveCorrection()
        var listener = Listener()
        for index in 0..<raw.count {
            listener.hear(
                correction.push(
                    intervalMs: raw.intervalsMs[index], endSeconds: raw.endTimesSeconds[index],
                    marks: raw.marks[index]))
        }
        if isFinished { listener.hear(correction.finish()) }
        return listener
    }

    /// Share of the NN intervals of the whole after the 91st that the stream gives too.
    private static func agreement(_ listener: Listener, _ whole: CorrectedSeries) -> Double {
        func word(_ index: Int) -> NNBeat {
            NNBeat(
                intervalMs: whole.nn.intervalsMs[index],
                endSeconds: whole.nn.endTimesSeconds[index],
                isAdjacentToPrevious: whole.nn.isAdjacentToPrevious[index],
                isCorrected: whole.nn.isCorrected[index], rawIndex: whole.rawIndices[index])
        }
        let all = whole.rawIndices.indices.filter { whole.rawIndices[$0] >= 91 }.map(word)
        var said: [Int: [NNBeat]] = [:]
        for beat in listener.beats { said[beat.rawIndex, default: []].append(beat) }
        return Double(all.count { said[$0.rawIndex]?.contains($0) == true }) / Double(all.count)
    }

    private static func faulty(_ count: Int, rsaAmplitudeMs: Double, seed: UInt64) -> RRSeries {
        let clean = CorrectionSeries.oscillating(count, rsaAmplitudeMs: rsaAmplitudeMs, seed: seed)
        return RRSeries(
            intervalsMs: CorrectionSeries.withArtefacts(
                CorrectionSeries.Artefact.allCases, in: clean, distance: 12, seed: seed + 100
            ).intervals)
    }

    /// The data of a strap that comes back at once: behind the gap an interval longer than the time
    /// since.
    @Test func noBeatIsPutBeforeTheLastOneAheadOfAGap() {
        for length in stride(from: 900.0, through: 2900, by: 50) {
            var raw = RRSeries(intervalsMs: [Double](repeating: 800, count: 120))
            raw.append(intervalMs: length, endSeconds: raw.endSeconds + 0.005, marks: .afterGap)
            for _ in 0..<20 { raw.append(intervalMs: 800, endSeconds: raw.endSeconds + 0.8) }
            let ends = Self.listener(to: raw).beats.map(\.endSeconds)
            #expect(ends.count >= 139 && zip(ends.dropFirst(), ends).allSatisfy { $0 >= $1 })
        }
    }

    @Test(arguments: TestEffort.pick([150.0], all: [40, 150, 250, 500]))
    func theStreamBecomesWhatTheWholeGives(rsaAmplitudeMs: Double) {
        for seed in 0..<10 as Range<UInt64> {
            let raw = Self.faulty(600, rsaAmplitudeMs: rsaAmplitudeMs, seed: seed)
            let whole = ArtefactCorrection().correct(raw)
            let listener = Self.listener(to: raw)
            #expect(whole.events.count > 30)
            #expect(Self.agreement(listener, whole) == 1, "seed \(seed)")
            #expect(listener.beats.count == whole.nn.count)
            #expect(listener.events.sorted { $0.beatIndex < $1.beatIndex } == whole.events)
        }
    }

    @Test func aShortStreamIsFinishedAsTheWhole() {
        for count in [1, 2, 3, 4, 5, 7, 20, 40, 90, 91, 92, 95] {
            let raw = Self.faulty(count + 12, rsaAmplitudeMs: 150, seed: UInt64(count))
            var cut = RRSeries()
            for index in 0..<count {
                cut.append(
                    intervalMs: raw.intervalsMs[index], endSeconds: raw.endTimesSeconds[index])
            }
            let whole = ArtefactCorrection().correct(cut)
            let listener = Self.listener(to: cut)
            #expect(listener.beats.map(\.intervalMs) == whole.nn.intervalsMs, "\(count)")
            #expect(listener.events == whole.events, "\(count)")
        }
    }

    /// A stream with gaps, too long and too short intervals, and a segment without any rhythm.
    @Test func hostileStreamsAgreeToo() {
        var generator = SplitMix64(seed: 12)
        for _ in 0..<12 {
            var raw = RRSeries()
            var seconds = 0.0
            var phase = 0.0
            for index in 0..<1500 {
                let draw = generator.uniform(in: 0...1)
                let isWild = (600..<800).contains(index)
                phase += 0.57
                var interval = 900 + (isWild ? 0 : 150 * PlatformMath.sin(phase))
                interval += (isWild ? 250 : 8) * generator.gaussian()
                if draw < 0.004 { interval = generator.uniform(in: 3001...20_000) }
                if draw > 0.98 { interval = generator.uniform(in: 50...1800) }
                let isGap = draw > 0.5 && draw < 0.503
                seconds += max(30, interval) / 1000 + (isGap ? 12 : 0)
                raw.append(
                    intervalMs: max(30, interval), endSeconds: seconds,
                    marks: isGap ? .afterGap : [])
            }
            let whole = ArtefactCorrection().correct(raw)
            let listener = Self.listener(to: raw)
            #expect(whole.irregularSegments.contains { $0.overlaps(640..<760) })
            #expect(Self.agreement(listener, whole) > 0.99)
            for index in listener.beats.indices.dropFirst() {
                #expect(
                    listener.beats[index].endSeconds >= listener.beats[index - 1].endSeconds)
            }
        }
    }

    @Test func beatsAreSaidThreeBeatsLater() {
        var correction = LiveCorrection()
        let clean = CorrectionSeries.oscillating(300, rsaAmplitudeMs: 250, seed: 5)
        var seconds = 0.0
        var said = 0
        for (index, interval) in clean.enumerated() {
            seconds += interval / 1000
            let revision = correction.push(intervalMs: interval, endSeconds: seconds)
            said += revision.beats.count - revision.withdrawnCount
            if index >= 4 { #expect(said == index + 1 - 3) }
            if index > 91 { #expect(revision.withdrawnCount == 0) }
        }
    }

    /// An artefact takes as many beats more as it is long.
    @Test func artefactsDelayByTheirOwnLength() {
        let raw = Self.faulty(2000, rsaAmplitudeMs: 150, seed: 5)
        var correction = LiveCorrection()
        var last = -1
        var late = 0
        for index in 0..<raw.count {
            let revision = correction.push(
                intervalMs: raw.intervalsMs[index], endSeconds: raw.endTimesSeconds[index])
            if let beat = revision.beats.last { last = beat.rawIndex }
            #expect(index < 91 || index - last <= 6, "\(index)")
            if index - last > 3 { late += 1 }
        }
        #expect(late < raw.count / 5)
    }

    /// The beats before the loss of a rhythm are withdrawn, and the correction reports the loss.
    @Test func aLostRhythmWithdrawsReportedBeats() {
        var generator = SplitMix64(seed: 3)
        var correction = LiveCorrection()
        var listener = Listener()
        var seconds = 0.0
        for index in 0..<500 {
            let interval =
                index < 300 ? 900 + 10 * generator.gaussian() : generator.uniform(in: 450...1400)
            seconds += interval / 1000
            listener.hear(correction.push(intervalMs: interval, endSeconds: seconds))
        }
        let isIrregular = correction.isIrregular
        #expect(isIrregular)
        // Nearly nothing of the wild part stands.
        #expect(listener.beats.count { $0.rawIndex >= 300 } < 20)
        #expect(listener.beats.count { $0.rawIndex < 280 } > 270)
    }

    /// Memory is bounded however long the stream, with or without artefacts.
    @Test func memoryIsBounded() {
        for distance in [20, 4000] {
            let clean = CorrectionSeries.oscillating(20_000, rsaAmplitudeMs: 150, seed: 1)
            let faulty = CorrectionSeries.withArtefacts(
                CorrectionSeries.Artefact.allCases, in: clean, distance: distance, seed: 2
            ).intervals
            var correction = LiveCorrection()
            var seconds = 0.0
            var maxCount = 0
            for interval in faulty {
                seconds += interval / 1000
                _ = correction.push(intervalMs: interval, endSeconds: seconds)
                maxCount = max(maxCount, correction.maxBufferedCount)
            }
            #expect(maxCount <= 340)
        }
    }
}
