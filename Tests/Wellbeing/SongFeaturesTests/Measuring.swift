import SongFeatures
import TestSupport

/// The features of samples, pushed in blocks of one size.
func features(
    of samples: [Float], sampleRateHz: Double = 44_100, channels: Int = 1, blockFrames: Int = 10_000
) -> SongFeatures? {
    guard var analyzer = SongAnalyzer(sampleRateHz: sampleRateHz, channelCount: channels) else {
        return nil
    }
    let count = blockFrames * channels
    samples.withUnsafeBufferPointer { samples in
        for start in stride(from: 0, to: samples.count, by: count) {
            let end = min(start + count, samples.count)
            analyzer.push(UnsafeBufferPointer(rebasing: samples[start..<end]))
        }
    }
    return analyzer.finish()
}

/// White noise between -`amplitude` and `amplitude`.
func whiteNoise(_ count: Int, amplitude: Double = 0.1, seed: UInt64) -> [Float] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in Float(generator.uniform(in: -amplitude...amplitude)) }
}
