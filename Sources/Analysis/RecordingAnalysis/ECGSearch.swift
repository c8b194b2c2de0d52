import BeatDetection
import PhysioTypes
import RecordingFiles

/// Finds the ECG of a recording whose signals have names that say nothing, by looking at them.
enum ECGSearch {
    /// How much of the recording is looked at; s.
    private static let searchedSeconds = 30.0
    /// More signals than this are left to the person.
    private static let maxSignals = 16
    /// Quality of an ECG, at least.
    private static let minQuality = 0.8
    /// Steepest part of a QRS complex over its height, at least; a second. A pulse wave takes five
    /// times as long to rise.
    private static let minSteepness = 25.0

    /// Share of beats of one shape and in time, at least: what waves twice a beat has fewer.
    private static let minNormalShare = 0.65

    /// Index of the first signal that looks like an ECG; nil where none does.
    static func index(_ opened: SignalReader) throws(RecordingError) -> Int? {
        var reader = opened
        let rates = reader.signals.map(\.sampleRateHz)
        guard rates.count <= maxSignals else { return nil }
        var samples = [[Double]](repeating: [], count: rates.count)
        reading: while let block = try reader.nextBlock() {
            for (position, piece) in block.pieces.enumerated() {
                samples[position] += piece.samples
            }
            for position in rates.indices
            where Double(samples[position].count) < searchedSeconds * rates[position] {
                continue reading
            }
            break
        }
        return rates.indices.first { position in
            DetectionLimits.sampleRatesHz.contains(rates[position])
                && isECG(samples[position], rateHz: rates[position])
        }
    }

    private static func isECG(_ samples: [Double], rateHz: Double) -> Bool {
        var detector = RPeakDetector(sampleRateHz: rateHz)
        var qualities: [Double] = []
        var steepness: [Double] = []
        var normalCount = 0
        let receive = { (_: DetectedBeat, shape: BeatShape) in
            qualities.append(shape.quality)
            if shape.kind == .normal { normalCount += 1 }
            if shape.rangeMillivolts > 0 {
                steepness.append(shape.slopeMillivoltsPerSecond / shape.rangeMillivolts)
            }
        }
        detector.push(samples, receive)
        detector.finish(receive)
        // Ten beats a minute are none; the middle ones speak for all.
        guard Double(qualities.count) > Double(samples.count) / rateHz / 6 else { return false }
        return median(qualities) >= minQuality && median(steepness) >= minSteepness
            && Double(normalCount) >= minNormalShare * Double(qualities.count)
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}
