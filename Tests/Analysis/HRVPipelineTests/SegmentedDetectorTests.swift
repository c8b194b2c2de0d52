import BeatDetection
import HRVPipeline
import PhysioSimulation
import PhysioTypes
import TestSupport
import Testing

/// The results of a published detector, which looks at whole signals, for a signal with gaps.
@Suite struct SegmentedDetectorTests {
    private static let rate = 250.0
    /// A minute of beats of about 0.85 s.
    private static let ecg: [Double] = {
        let intervals = (0..<70).map { 850 + Double($0 % 5) * 10 }
        var simulation = ECGSimulation(seed: 4, rhythm: ECGRhythm(intervalsMs: intervals))
        simulation.sampleRateHz = rate
        return simulation.run().millivolts
    }()

    /// The pieces through the pipeline, each `gap` samples behind the end of the one before.
    private static func record(
        _ detector: PublishedDetector, _ pieces: [(gap: Int, samples: [Double])]
    ) -> DetectionRecord {
        var pipeline = DetectionPipeline(
            signal: SignalDescription(name: "ECG", unit: "mV", sampleRateHz: rate),
            published: detector)
        var index = 0
        for (gap, samples) in pieces {
            pipeline.push(samples, firstSample: index + gap)
            index += gap + samples.count
        }
        return pipeline.finish().record
    }

    @Test(
        arguments: TestEffort.pick([PublishedDetector.hamilton], all: PublishedDetector.allCases))
    func aGapOfAYearCostsNeitherMemoryNorBeats(detector: PublishedDetector) throws {
        let year = 365 * 86_400 * Int(Self.rate)
        let record = Self.record(detector, [(0, Self.ecg), (year, Self.ecg)])
        let alone = detector.detect(Self.ecg, sampleRateHz: Self.rate)
        try #require(alone.count > 60)
        let offset = Double(Self.ecg.count + year)
        #expect(record.beats.map(\.sample) == alone + alone.map { $0 + offset })
        #expect(record.beats.indices.filter { record.beats[$0].isAfterGap } == [alone.count])
        #expect(record.rr.count == 2 * (alone.count - 1))
        #expect(record.intervalsMs.compactMap { $0 }.allSatisfy { $0 < 2000 })
        #expect(record.sampleCount == 2 * Self.ecg.count + year)
        #expect(record.beats.allSatisfy { $0.kind == nil && $0.quality == nil })
    }

    @Test(arguments: PublishedDetector.allCases)
    func aShortGapIsFilledAndNoIntervalCrossesIt(detector: PublishedDetector) throws {
        let gap = Int(2 * Self.rate)
        let (first, second) = (Array(Self.ecg[..<7500]), Array(Self.ecg[7500...]))
        let record = Self.record(detector, [(0, first), (gap, second)])
        let filled = first + [Double](repeating: .nan, count: gap) + second
        let whole = detector.detect(filled, sampleRateHz: Self.rate)
        #expect(record.beats.map(\.sample) == whole)
        let next = try #require(whole.firstIndex { $0 >= Double(7500 + gap) })
        #expect(record.beats.indices.filter { record.beats[$0].isAfterGap } == [next])
        #expect(record.rr.count == whole.count - 2)
    }

    @Test(arguments: PublishedDetector.allCases)
    func beatsDoNotDependOnTheBlocks(detector: PublishedDetector) {
        let blocks = stride(from: 0, to: Self.ecg.count, by: 333).map {
            (gap: 0, samples: Array(Self.ecg[$0..<min($0 + 333, Self.ecg.count)]))
        }
        let record = Self.record(detector, blocks)
        #expect(
            record.beats.map(\.sample) == detector.detect(Self.ecg, sampleRateHz: Self.rate))
        #expect(record.beats.allSatisfy { !$0.isAfterGap })
    }

    @Test(arguments: PublishedDetector.allCases)
    func segmentsTooShortForADetectorHaveNoBeatsAndMarkTheGap(detector: PublishedDetector) {
        let short = Array(Self.ecg[..<500])
        let record = Self.record(
            detector, [(0, short), (5000, short), (5000, Self.ecg), (600, short)])
        let offset = Double(2 * (500 + 5000))
        // The last gap is filled: what follows belongs to the long segment.
        let filled = Self.ecg + [Double](repeating: .nan, count: 600) + short
        #expect(
            record.beats.map(\.sample)
                == detector.detect(filled, sampleRateHz: Self.rate).map { $0 + offset })
        #expect(record.beats.first?.isAfterGap == true)
    }
}
