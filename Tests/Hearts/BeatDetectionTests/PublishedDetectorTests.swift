import BeatDetection
import PhysioSimulation
import TestSupport
import Testing

@Suite struct PublishedDetectorTests {
    private static func ecg(
        rate: Double, seconds: Double = 60, _ change: (inout ECGSimulation) -> Void = { _ in }
    ) -> SimulatedECG {
        var bimodal = BimodalRhythm(seed: 1)
        bimodal.heartRateBpm = 72
        bimodal.deviationBpm = 3
        var simulation = ECGSimulation(
            seed: 1,
            rhythm: ECGRhythm(intervalsMs: bimodal.intervalsMs(lastingSeconds: seconds)))
        simulation.sampleRateHz = rate
        change(&simulation)
        return simulation.run()
    }

    private static func score(_ ecg: SimulatedECG, _ detector: PublishedDetector) -> BeatScore {
        let found = detector.detect(ecg.millivolts, sampleRateHz: ecg.sampleRateHz)
        var comparison = BeatComparison()
        // Beats at the very ends have no space for the filters.
        comparison.learningPeriodSeconds = 1
        comparison.endSeconds = Double(ecg.millivolts.count) / ecg.sampleRateHz - 1
        return comparison.score(
            BeatMarks(positions: found, sampleRateHz: ecg.sampleRateHz),
            reference: BeatMarks(
                positions: ecg.beats.map(\.sample), sampleRateHz: ecg.sampleRateHz))
    }

    @Test(arguments: PublishedDetector.allCases, [125.0, 250, 360, 999.5])
    func everyCleanBeatIsFoundWhereItIs(detector: PublishedDetector, rate: Double) throws {
        let score = Self.score(Self.ecg(rate: rate), detector)
        #expect(score.truePositives > 65)
        #expect(score.falseNegatives == 0 && score.falsePositives == 0)
        // Delays are made up for: R is found within 5 ms and one sample.
        #expect(abs(try #require(score.offsetMeanMs)) < 5 + 1000 / rate)
        #expect(try #require(score.offsetDeviationMs) < 3 + 500 / rate)
    }

    @Test(arguments: PublishedDetector.allCases)
    func upsideDownAndScaledSignalsGiveTheSameBeats(detector: PublishedDetector) {
        let samples = Self.ecg(rate: 250).millivolts
        let found = detector.detect(samples, sampleRateHz: 250)
        #expect(detector.detect(samples.map { -200 * $0 }, sampleRateHz: 250) == found)
    }

    @Test(arguments: PublishedDetector.allCases)
    func moderateNoiseCostsFewBeats(detector: PublishedDetector) throws {
        let ecg = Self.ecg(rate: 250, seconds: 300) { simulation in
            simulation.noises = [.baseline, .muscle, .mains].map {
                ECGNoise($0, level: .signalToNoise(decibels: 12))
            }
        }
        let score = Self.score(ecg, detector)
        #expect(try #require(score.sensitivity) > 99 && score.positivePredictivity ?? 0 > 99)
    }

    @Test(arguments: PublishedDetector.allCases)
    func shortConstantAndMissingSignalsHaveNoBeats(detector: PublishedDetector) {
        #expect(detector.detect([], sampleRateHz: 250) == [])
        #expect(detector.detect(Array(repeating: 1, count: 700), sampleRateHz: 250) == [])
        #expect(detector.detect(Array(repeating: 1, count: 5000), sampleRateHz: 250) == [])
        #expect(detector.detect(Array(repeating: .nan, count: 5000), sampleRateHz: 250) == [])
    }

    @Test(arguments: PublishedDetector.allCases)
    func beatsOutsideAMissingSegmentAreFound(detector: PublishedDetector) {
        let ecg = Self.ecg(rate: 250) {
            $0.outages = [ElectrodeOutage(.missing, rangeSeconds: 20..<25)]
        }
        let found = detector.detect(ecg.millivolts, sampleRateHz: 250)
        let outside = ecg.beats.filter { !(19.8..<25.5).contains($0.timeSeconds) }
        let missed = outside.count { beat in !found.contains { abs($0 - beat.sample) < 10 } }
        // One at the start, where filters settle.
        #expect(missed <= 1)
    }

    /// Gross figures over the 24 records from their start, in %, rounded down: they may only rise.
    @Test(
        .slow,
        .needsDatasets,
        arguments: [
            (PublishedDetector.panTompkins, 99.82, 99.78), (.hamilton, 99.91, 99.70),
            (.elgendi, 99.88, 99.81),
        ])
    func arrhythmiaRecordsScoreNoLessThanRecorded(
        detector: PublishedDetector, sensitivity: Double, predictivity: Double
    ) throws {
        var scores: [BeatScore] = []
        for name in try #require(BaselineRecord.names) {
            let record = try BaselineRecord(name)
            let found = detector.detect(
                record.millivolts, sampleRateHz: BaselineRecord.sampleRateHz)
            scores.append(
                BeatComparison().score(
                    BeatMarks(positions: found, sampleRateHz: BaselineRecord.sampleRateHz),
                    reference: record.marks))
        }
        let gross = scores.reduce(BeatScore(), +)
        #expect(try #require(gross.sensitivity) >= sensitivity)
        #expect(try #require(gross.positivePredictivity) >= predictivity)
    }
}
