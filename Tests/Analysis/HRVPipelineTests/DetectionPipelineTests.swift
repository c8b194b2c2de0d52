import BeatDetection
import HRVPipeline
import PhysioSimulation
import PhysioTypes
import RecordingFiles
import Testing
import TestSupport

/// The pipeline measures as it goes; the definition looks at all beats at the end.
@Suite struct DetectionPipelineTests {
    private static let rate = 250.0
    /// Length of a piece; samples, 217 s.
    private static let pieceCount = 54_321

    /// Noise and premature beats: some are found late, some segments are bad.
    private static let ecg: [Double] = {
        var rhythm = ECGRhythm(intervalsMs: (0..<900).map { 800 + 60 * Double($0 * 7 % 11) / 11 })
        rhythm.addPrematureBeats(ventricularShare: 0.05, atrialShare: 0.05, seed: 3)
        var simulation = ECGSimulation(seed: 5, rhythm: rhythm)
        simulation.durationSeconds = 660
        simulation.sampleRateHz = rate
        simulation.noises = [ECGNoise(.muscle, level: .signalToNoise(decibels: 3))]
        return simulation.run().millivolts
    }()

    /// The signal in three pieces, each with its position: gaps of 31 s and of 100.5 s.
    private static let pieces: [(first: Int, samples: [Double])] = {
        let starts = [0, pieceCount + 7750, 2 * pieceCount + 7750 + 25_125]
        return starts.enumerated().map { index, first in
            (first, Array(ecg[(index * pieceCount)..<((index + 1) * pieceCount)]))
        }
    }()

    private struct Reference {
        var beats: [DetectedBeat] = []
        var shapes: [BeatShape] = []
        var quality: [SignalQuality] = []
        var sampleCount = 0
    }

    /// All beats of all pieces first; then every ten seconds of samples with the beats inside.
    private static let reference: Reference = {
        var reference = Reference()
        var detector = RPeakDetector(sampleRateHz: rate)
        let receive = { (beat: DetectedBeat, shape: BeatShape) in
            reference.beats.append(beat)
            reference.shapes.append(shape)
        }
        for (first, samples) in pieces {
            detector.skip(first - detector.sampleCount, receive)
            detector.push(samples, receive)
        }
        detector.finish(receive)
        reference.sampleCount = detector.sampleCount
        reference.beats.sort { $0.sample < $1.sample }
        reference.shapes.sort { $0.sample < $1.sample }
        for (first, samples) in pieces {
            for start in stride(from: 0, to: samples.count, by: 2500) {
                let end = min(start + 2500, samples.count)
                var meter = SignalQualityMeter(sampleRateHz: rate, startSample: first + start)
                meter.add(Array(samples[start..<end]))
                let range = Double(first + start)..<Double(first + end)
                reference.quality.append(
                    meter.finish(
                        beatQualities: reference.shapes.filter { range.contains($0.sample) }
                            .map(\.quality)))
            }
        }
        return reference
    }()

    @Test(arguments: [333, 8192, pieceCount])
    func whatIsMeasuredOnTheWayIsWhatAllBeatsShow(blockCount: Int) throws {
        let reference = Self.reference
        let found = zip(reference.beats, reference.beats.dropFirst())
        #expect(
            reference.beats.contains(where: \.isFromSearchBack)
                && found.allSatisfy { $0.sample < $1.sample })
        try #require(reference.beats.count > 700 && reference.quality.count == 66)
        var pipeline = DetectionPipeline(
            signal: SignalDescription(name: "ECG", unit: "mV", sampleRateHz: Self.rate))
        for (first, samples) in Self.pieces {
            for start in stride(from: 0, to: samples.count, by: blockCount) {
                let block = samples[start..<min(start + blockCount, samples.count)]
                pipeline.push(Array(block), firstSample: first + start)
            }
        }
        let record = pipeline.finish().record
        #expect(record.beats == reference.beats)
        #expect(record.quality == reference.quality)
        #expect(record.sampleCount == reference.sampleCount)
        let breathing = ECGBreathingRate.epochs(
            ECGDerivedRespiration(reference.shapes, sampleRateHz: Self.rate),
            durationSeconds: Double(reference.sampleCount) / Self.rate)
        #expect(record.breathing == breathing.map(\.epoch))
        #expect(record.breathing.contains { $0.breathsPerMinute != nil })
        #expect(record.breathing.contains { $0.breathsPerMinute == nil })
    }

    @Test func aSignalShorterThanAMinuteHasNoBreathing() {
        var pipeline = DetectionPipeline(
            signal: SignalDescription(name: "ECG", unit: "mV", sampleRateHz: Self.rate))
        pipeline.push(Array(Self.ecg[..<14_999]), firstSample: 0)
        let record = pipeline.finish().record
        #expect(record.breathing.isEmpty && record.quality.count == 6)
        #expect(record.quality.last?.durationSeconds == 2499 / Self.rate)
    }
}
