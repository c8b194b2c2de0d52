import PhysioTypes
import Testing

@Suite struct DetectionRecordTests {
    private static func record(_ beats: [DetectedBeat]) -> DetectionRecord {
        DetectionRecord(
            signal: SignalDescription(name: "ECG", unit: "mV", sampleRateHz: 250), beats: beats,
            sampleCount: 10_000)
    }

    @Test func intervalsAreDifferencesOfTheTimes() {
        let record = Self.record([100, 300.5, 499.25].map { DetectedBeat(sample: $0) })
        #expect(record.intervalsMs == [nil, 802, 795])
        #expect(record.rr.intervalsMs == [802, 795])
        #expect(record.rr.startSeconds == 0.4)
        #expect(record.rr.endTimesSeconds == [300.5 / 250, 499.25 / 250])
        #expect(record.rr.marks == [[], []])
    }

    @Test func aBeatThatIsNotNormalSpoilsBothItsIntervals() {
        var beats = [0, 200, 400, 600, 800].map { DetectedBeat(sample: $0) }
        beats[2].kind = .other
        #expect(
            Self.record(beats).rr.marks == [
                [], [.notNormal, .endBeatNotNormal, .ventricular], .notNormal, [],
            ])
        beats[2].kind = .unclassified
        #expect(
            Self.record(beats).rr.marks == [[], [.notNormal, .endBeatNotNormal], .notNormal, []])
    }

    @Test func beatsWithoutAKindCanAllBoundNNIntervals() {
        var beats = [0, 200, 400, 600].map { DetectedBeat(sample: $0) }
        #expect(Self.record(beats).rr.marks == [[], [], []])
        #expect(Self.record(beats).nonNormalBeatCount == nil)
        beats[3].kind = .other
        #expect(
            Self.record(beats).rr.marks == [[], [], [.notNormal, .endBeatNotNormal, .ventricular]])
        #expect(Self.record(beats).nonNormalBeatCount == nil)
        for index in 0..<3 { beats[index].kind = .normal }
        #expect(Self.record(beats).nonNormalBeatCount == 1)
        #expect(Self.record([]).nonNormalBeatCount == 0)
    }

    @Test func classAndKindDecideTogetherAndOnlyTheClassSaysVentricular() {
        var beats = (0..<8).map { DetectedBeat(sample: Double(200 * $0), kind: .normal) }
        beats[3].kind = .other
        beats[7].kind = .other
        let labels: [BeatClass] = [
            .normal, .ventricular, .normal, .normal, .normal, .supraventricular, .normal,
            .ventricular,
        ]
        let record = DetectionRecord(
            signal: SignalDescription(name: "ECG", unit: "mV", sampleRateHz: 250), beats: beats,
            sampleCount: 10_000,
            classes: labels.map {
                BeatClassEstimate(
                    label: $0, ventricularProbability: $0 == .ventricular ? 0.9 : 0.1,
                    supraventricularProbability: $0 == .supraventricular ? 0.9 : 0)
            })
        #expect(
            record.rr.marks == [
                [.notNormal, .endBeatNotNormal, .ventricular], .notNormal,
                [.notNormal, .endBeatNotNormal], .notNormal, [.notNormal, .endBeatNotNormal],
                .notNormal, [.notNormal, .endBeatNotNormal, .ventricular],
            ])
        #expect(
            record.beats.indices.map(record.canBoundNN)
                == [true, false, true, false, true, false, true, false])
    }

    @Test func noIntervalCrossesAGap() {
        var beats = [0, 200, 900, 1100, 1300].map { DetectedBeat(sample: $0) }
        beats[2].isAfterGap = true
        let series = Self.record(beats).rr
        #expect(series.intervalsMs == [800, 800, 800])
        #expect(series.marks == [[], .afterGap, []])
        #expect(series.endTimesSeconds == [0.8, 4.4, 5.2])
    }

    @Test func fewBeatsHaveNoInterval() {
        #expect(Self.record([]).rr.count == 0)
        #expect(Self.record([DetectedBeat(sample: 5)]).rr.count == 0)
        let twice = Self.record([DetectedBeat(sample: 5), DetectedBeat(sample: 5)])
        #expect(twice.intervalsMs == [nil, nil])
        #expect(twice.rr.count == 0)
    }
}
