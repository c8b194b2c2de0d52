import BeatDetection
import PhysioTypes
import Testing

/// Beats that a stream returned, each with the time from its R peak to the end of the signal then.
private struct StreamRun {
    var beats: [BeatClassStream.Beat] = []
    /// The delays of the beats that were returned before the end; s.
    var delaysSeconds: [Double] = []

    /// - Parameter blockCount: samples pushed at a time.
    init(
        _ samples: [Double], rateHz: Double, seconds: [Double], blockCount: Int,
        windowSeconds: Double = 60
    ) {
        var stream = BeatClassStream(sampleRatesHz: [rateHz], windowSeconds: windowSeconds)
        var rest = seconds[...]
        for start in stride(from: 0, to: samples.count, by: blockCount) {
            let end = min(start + blockCount, samples.count)
            stream.push(Array(samples[start..<end]), lead: 0)
            let now = Double(end) / rateHz
            let complete = now - BeatClassStream.beatDelaySeconds
            let new = rest.prefix { $0 < complete }
            rest = rest.dropFirst(new.count)
            let classed = stream.add(Array(new), completeUpTo: complete)
            delaysSeconds += classed.map { now - $0.seconds }
            beats += classed
        }
        beats += stream.add(Array(rest), completeUpTo: .infinity)
        beats += stream.finish()
    }
}

@Suite struct BeatClassStreamTests {
    private func run(_ ecg: GeneratedECG, blockCount: Int) -> StreamRun {
        StreamRun(
            ecg.samples, rateHz: ecg.rateHz, seconds: ecg.seconds, blockCount: blockCount)
    }

    @Test func eachBeatIsClassedOnceWithinTenSeconds() {
        let ecg = GeneratedECG()
        let run = run(ecg, blockCount: 25)
        #expect(run.beats.map(\.seconds) == ecg.seconds)
        // Only the beats of the last seconds wait for the end.
        #expect(run.delaysSeconds.count >= ecg.seconds.count - 13)
        #expect(run.delaysSeconds.allSatisfy { $0 <= BeatClassStream.maxDelaySeconds })
    }

    @Test(arguments: [7, 977, Int.max >> 8])
    func theSameClassesComeInBlocksOfAnyLength(blockCount: Int) {
        let ecg = GeneratedECG()
        #expect(run(ecg, blockCount: blockCount).beats == run(ecg, blockCount: 250).beats)
    }

    @Test func ventricularBeatsAreFoundOnceTheNormalShapeIsKnown() {
        let ecg = GeneratedECG()
        for (beat, kind) in zip(run(ecg, blockCount: 250).beats, ecg.kinds)
        where beat.seconds > 60 {
            #expect((beat.estimate.label == .ventricular) == (kind == .ventricular))
        }
    }

    @Test func aRegularRhythmIsNormalFromItsFirstBeat() {
        let ecg = GeneratedECG { _ in .normal }
        #expect(run(ecg, blockCount: 250).beats.allSatisfy { $0.estimate.label == .normal })
    }

    @Test func eachBeatOnEitherSideOfAGapIsClassedOnce() {
        let ecg = GeneratedECG { _ in .normal }
        let gap = (start: 100, seconds: 500.0)
        var stream = BeatClassStream(sampleRatesHz: [ecg.rateHz], windowSeconds: 60)
        let begin = gap.start * Int(ecg.rateHz)
        stream.push(Array(ecg.samples[..<begin]), lead: 0)
        let before = ecg.seconds.filter { $0 < Double(gap.start) }
        let after = ecg.seconds.filter { $0 >= Double(gap.start) }.map { $0 + gap.seconds }
        var beats = stream.add(before, completeUpTo: Double(gap.start))
        stream.skip(Int(gap.seconds * ecg.rateHz), lead: 0)
        stream.push(Array(ecg.samples[begin...]), lead: 0)
        beats += stream.add(after, completeUpTo: .infinity)
        beats += stream.finish()
        #expect(beats.map(\.seconds) == before + after)
        #expect(beats.allSatisfy { $0.estimate.label == .normal })
    }

    @Test func aBeatThatComesLateIsClassedWithTheNextWindow() {
        let ecg = GeneratedECG()
        var stream = BeatClassStream(sampleRatesHz: [ecg.rateHz])
        let late = ecg.seconds[50]
        let others = ecg.seconds.filter { $0 != late && $0 < 100 }
        stream.push(Array(ecg.samples[..<Int(100 * ecg.rateHz)]), lead: 0)
        let first = stream.add(others, completeUpTo: 97.5)
        #expect(!first.contains { $0.seconds == late })
        stream.push(Array(ecg.samples[Int(100 * ecg.rateHz)..<Int(104 * ecg.rateHz)]), lead: 0)
        let second = stream.add([late], completeUpTo: 101.5)
        #expect(second.first?.seconds == late)
        #expect((first + second + stream.finish()).count == others.count + 1)
    }

    /// A day with a beat a minute: what is stored does not grow after the first window.
    @Test func whatIsStoredStaysBoundedOverADay() {
        let (rateHz, windowSeconds, blockSeconds) = (100.0, 60.0, 10.0)
        var stream = BeatClassStream(sampleRatesHz: [rateHz], windowSeconds: windowSeconds)
        let block = [Double](repeating: 0, count: Int(blockSeconds * rateHz))
        var (maxCount, beatCount) = (0, 0)
        for index in 0..<8640 {
            stream.push(block, lead: 0)
            let now = Double(index + 1) * blockSeconds
            let new = index.isMultiple(of: 6) ? [now - 5] : []
            beatCount += stream.add(new, completeUpTo: now - 2.5).count
            maxCount = max(maxCount, stream.storedCount)
        }
        #expect(beatCount + stream.finish().count == 1440)
        // The window and a block at 125 Hz, the samples that the resampling has at hand, and the beats.
        let limit = Int(125 * (windowSeconds + blockSeconds + 3)) + (1 << 14) + 2000
        #expect(maxCount < limit)
    }

    @Test func withoutSamplesThereIsNoClass() {
        var stream = BeatClassStream(sampleRatesHz: [250])
        #expect(stream.add([1, 2], completeUpTo: 3).isEmpty)
        #expect(stream.finish().isEmpty)
    }

    @Test func qualityCountsAsInFiles() {
        let ecg = GeneratedECG()
        let qualities: [Double?] = ecg.seconds.indices.map { $0 % 10 == 3 ? 0.25 : 1 }
        var stream = BeatClassStream(sampleRatesHz: [ecg.rateHz], windowSeconds: 60)
        stream.push(ecg.samples, lead: 0)
        var beats = stream.add(ecg.seconds, qualities: qualities, completeUpTo: .infinity)
        beats += stream.finish()
        #expect(beats.map(\.seconds) == ecg.seconds)
        for (beat, quality) in zip(beats, qualities) {
            #expect((beat.estimate.label == .unclassifiable) == (quality == 0.25))
        }
        for (index, beat) in beats.enumerated() where [2, 4].contains(index % 10) {
            #expect(beat.estimate.label != .supraventricular)
        }
    }
}
