import BeatDetection
import PhysioTypes
import RecordingFiles

/// Finds the ECG of a recording whose signals have names that say nothing, by looking at them.
enum ECGSearch {
    /// How much of the recording is looked at; s.
    private static let seconds = 30.0
    /// More signals than this are left to the person.
    private static let mostSignals = 16
    /// Quality of an ECG, at least.
    private static let leastQuality = 0.8
    /// Steepest part of a QRS complex over its height, at least; a second. A pulse wave takes five
    /// times as long to rise.
    private static let leastSteepness = 25.0

    /// Share of beats of one shape and in time, at least: what waves twice a beat has fewer.
    private static let leastNormalShare = 0.65

    /// Place of the first signal that looks like an ECG; nil where none does.
    static func index(_ opened: SignalReader) throws(RecordingError) -> Int? {
        var reader = opened
        let rates = reader.signals.map(\.sampleRateHz)
        guard rates.count <= mostSignals else { return nil }
        var samples = [[Double]](repeating: [], count: rates.count)
        reading: while let block = try reader.nextBlock() {
            for (place, piece) in block.pieces.enumerated() { samples[place] += piece.samples }
            for place in rates.indices
            where Double(samples[place].count) < seconds * rates[place] { continue reading }
            break
        }
        return rates.indices.first { place in
            DetectionLimits.sampleRatesHz.contains(rates[place])
                && isECG(samples[place], rateHz: rates[place])
        }
    }

    private static func isECG(_ samples: [Double], rateHz: Double) -> Bool {
        var detector = RPeakDetector(sampleRateHz: rateHz)
        var qualities: [Double] = []
        var steepness: [Double] = []
        var normalCount = 0
        let take = { (_: DetectedBeat, shape: BeatShape) in
            qualities.append(shape.quality)
            if shape.kind == .normal { normalCount += 1 }
            if shape.rangeMillivolts > 0 {
                steepness.append(shape.slopeMillivoltsPerSecond / shape.rangeMillivolts)
            }
        }
        detector.push(samples, take)
        detector.finish(take)
        // Ten beats a minute are none; the middle ones speak for all.
        guard Double(qualities.count) > Double(samples.count) / rateHz / 6 else { return false }
        return middle(qualities) >= leastQuality && middle(steepness) >= leastSteepness
            && Double(normalCount) >= leastNormalShare * Double(qualities.count)
    }

    private static func middle(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}
