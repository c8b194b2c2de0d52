import SongFeatures

/// The values that the report on tempo needs of one song: its features, the CPU time that all of
/// them took, and that of its tempo alone.
@_spi(Studies) public struct SongMeasurement: Sendable {
    /// Samples that are handed over at a time, in frames of all channels.
    private static let blockFrameCount = 65_536

    /// The features that could be measured, by name: `bpm`, `confidence`, `onsets_per_second`,
    /// `energy`, `density`, `loudness` (LUFS), `loudness_range` (LU).
    public let values: [String: Double]
    /// The times of the beats; s, ascending.
    public let beats: [Double]
    /// CPU time of this thread for all features; ns.
    public let nanoseconds: UInt64
    /// CPU time of this thread for the tempo alone, in a run of its own; ns.
    public let tempoNanoseconds: UInt64

    /// - Parameters:
    ///   - samples: whole frames, the channels interleaved, full scale 1.
    ///   - sampleRateHz: 8,000 to 192,000 Hz; otherwise there is no measurement.
    ///   - channels: 1 to 8; otherwise there is no measurement.
    public init?(samples: [Float], sampleRateHz: Double, channels: Int) {
        let begin = CPUClock.threadNanoseconds()
        guard var analyzer = SongAnalyzer(sampleRateHz: sampleRateHz, channelCount: channels) else {
            return nil
        }
        samples.withUnsafeBufferPointer { samples in
            let count = Self.blockFrameCount * channels
            for start in stride(from: 0, to: samples.count, by: count) {
                let end = min(samples.count, start + count)
                analyzer.push(UnsafeBufferPointer(rebasing: samples[start..<end]))
            }
        }
        let features = analyzer.finish()
        let end = CPUClock.threadNanoseconds()
        nanoseconds = end - begin
        let curves = SongCurveExtraction.curves(
            samples, sampleRateHz: sampleRateHz, channels: channels)
        _ = curves.flatMap(TempoEstimator.tempo)
        tempoNanoseconds = CPUClock.threadNanoseconds() - end
        let measured: [String: Double?] = [
            "bpm": features.tempo?.bpm, "confidence": features.tempo?.confidence,
            "onsets_per_second": features.onsetsPerSecond, "energy": features.energy,
            "density": features.density, "loudness": features.loudnessLUFS,
            "loudness_range": features.loudnessRangeLU,
        ]
        values = measured.compactMapValues { $0 }
        beats = features.beats
    }
}
