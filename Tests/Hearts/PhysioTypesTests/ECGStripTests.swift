import Foundation
import Testing

@testable import PhysioTypes

@Suite struct ECGStripTests {
    private static let rateHz = 125.0

    /// A beat each second for a minute; classes by letter.
    private static func record(
        _ letters: [Int: BeatClass] = [:], without missing: Set<Int> = [], rateHz: Double = 250
    ) -> DetectionRecord {
        let seconds = (1..<60).filter { !missing.contains($0) }
        return DetectionRecord(
            signal: SignalDescription(name: "MLII", unit: "mV", sampleRateHz: rateHz),
            beats: seconds.map {
                DetectedBeat(sample: Double($0) * rateHz, kind: .normal, quality: 1)
            },
            sampleCount: Int(60 * rateHz),
            quality: [SignalQuality(startSeconds: 0, durationSeconds: 60, value: 1, flags: [])],
            classes: seconds.map {
                let label = letters[$0] ?? .normal
                return BeatClassEstimate(
                    label: label, ventricularProbability: label == .ventricular ? 0.9 : 0,
                    supraventricularProbability: label == .supraventricular ? 0.9 : 0)
            })
    }

    /// Each sample is its time in ms, so that what a strip shows says where it is from.
    private static let samples = (0..<7500).map { Float($0) * 8 }

    @Test func aRunIsShownFromTwoSecondsBefore() throws {
        let record = Self.record([20: .ventricular, 21: .ventricular, 22: .ventricular])
        let strips = record.strips(Self.samples, sampleRateHz: Self.rateHz)
        #expect(strips.map(\.subject) == [.rhythm(.ventricularRun), .beat(.ventricular)])
        let run = try #require(strips.first)
        #expect(run.eventSeconds == 20...22 && run.eventBeatCount == 3)
        #expect(run.startSeconds == 18 && run.samples.count == 1000)
        #expect(run.beats.map(\.seconds) == [18, 19, 20, 21, 22, 23, 24, 25, 26])
        #expect(run.beats.map(\.label.letter) == Array("NNVVVNNNN"))
        // The middle of eight seconds from 18 s on is at 22 s.
        #expect(run.samples[0] == -4000 && run.samples[500] == 0)
    }

    @Test func aStripStaysInsideTheRecording() throws {
        let record = Self.record([1: .supraventricular, 59: .ventricular])
        let strips = record.strips(Self.samples, sampleRateHz: Self.rateHz)
        #expect(strips.map(\.subject) == [.beat(.ventricular), .beat(.supraventricular)])
        #expect(strips.map(\.startSeconds) == [52, 0] && strips.map(\.endSeconds) == [60, 8])
        let short = record.strips(Array(Self.samples.prefix(100)), sampleRateHz: Self.rateHz)
        #expect(
            short.count == 2 && short.allSatisfy { $0.samples.count == 100 && $0.startSeconds == 0 }
        )
    }

    @Test func aPauseIsShownWhole() throws {
        let record = Self.record(without: Set(20..<29))
        let strips = record.strips(Self.samples, sampleRateHz: Self.rateHz)
        #expect(strips.map(\.subject) == [.rhythm(.pause)])
        let pause = try #require(strips.first)
        #expect(pause.eventSeconds == 19...29)
        #expect(pause.startSeconds == 17 && pause.endSeconds == 31)
    }

    /// A triangle of 1 mV and 40 ms to its top at each beat has a slope of 25 mV/s; the limit is 0.3 of it.
    @Test(arguments: [
        (wave: 0.0, missed: 0.0, isPause: true),
        // 0.2 mV at 3 Hz: 3.8 mV/s at most.
        (wave: 0.2, missed: 0, isPause: true),
        // 0.6 mV at 3 Hz, as in flutter: 11.3 mV/s.
        (wave: 0.6, missed: 0, isPause: false),
        // A beat of half the height, missed: 12.5 mV/s; a P wave of 0.1 mV: 2.5.
        (wave: 0, missed: 0.5, isPause: false),
        (wave: 0, missed: 0.1, isPause: true),
    ])
    func aSteepSignalIsNoPause(wave: Double, missed: Double, isPause: Bool) throws {
        var record = Self.record([2: .ventricular], without: [20, 21, 22])
        let samples = (0..<7500).map { index -> Float in
            let time = Double(index) / Self.rateHz
            let beat = time.rounded()
            let height =
                !(1..<60).contains(beat)
                ? 0 : beat == 21 ? missed : (20...22).contains(beat) ? 0 : 1
            let isInside = time > 19.3 && time < 22.8
            return Float(
                height * max(0, 1 - abs(time - beat) / 0.04)
                    + (isInside ? wave * sin(2 * .pi * 3 * time) : 0))
        }
        record.nonPauseIntervals = record.steepIntervals(samples, sampleRateHz: Self.rateHz)
        #expect(record.rhythms?.contains { $0.kind == .pause } == isPause)
        let summary = try #require(RhythmSummary(record))
        #expect(summary.uncertainPauseCount == (isPause ? 0 : 1))
        #expect(summary.maxPauseSeconds == (isPause ? 4 : nil))
    }

    @Test func withoutSamplesNothingIsSteep() {
        let record = Self.record([2: .ventricular], without: [20, 21, 22])
        #expect(record.steepIntervals([], sampleRateHz: Self.rateHz).isEmpty)
        #expect(record.steepIntervals([0, 1], sampleRateHz: Self.rateHz).isEmpty)
    }

    @Test func whereAllIsNormalThereIsNoStrip() {
        #expect(Self.record().strips(Self.samples, sampleRateHz: Self.rateHz).isEmpty)
        let classed = Self.record([20: .ventricular])
        #expect(classed.strips([], sampleRateHz: Self.rateHz).isEmpty)
    }
}
