/// The liveliness of a song, from 0 to 1: a weighted sum of four measures, each cut to 0 ... 1.
///
/// It orders the songs of a library; it has no truth to be compared with.
enum EnergyScale {
    private static let loudnessWeight = 0.30
    private static let onsetStrengthWeight = 0.35
    private static let onsetWeight = 0.20
    private static let brightnessWeight = 0.15
    /// Loudness that counts as 0, and how much more counts as 1; LUFS and LU.
    private static let minLoudnessLUFS = -30.0
    private static let loudnessSpanLU = 24.0
    /// Mean onset strength of a frame that counts as 1: 95 % of the generated pieces have less.
    private static let fullScaleOnsetStrength = 14.1
    private static let fullScaleOnsetsPerSecond = 5.0
    /// Centroid of the spectrum that counts as 0, and how much more counts as 1; Hz.
    private static let minCentroidHz = 500.0
    private static let centroidSpanHz = 2500.0
    /// Bands that sound at once and count as a density of 1.
    private static let fullScaleBandCount = 28.0

    /// - Parameters:
    ///   - loudness: LUFS.
    ///   - meanOnset: mean onset strength of a frame.
    ///   - centroidHz: of the magnitudes of the bins up to 10 kHz, over the whole song.
    static func energy(
        loudness: Double, meanOnset: Double, onsetsPerSecond: Double, centroidHz: Double
    ) -> Double {
        loudnessWeight * clamped((loudness - minLoudnessLUFS) / loudnessSpanLU)
            + onsetStrengthWeight * clamped(meanOnset / fullScaleOnsetStrength)
            + onsetWeight * clamped(onsetsPerSecond / fullScaleOnsetsPerSecond)
            + brightnessWeight * clamped((centroidHz - minCentroidHz) / centroidSpanHz)
    }

    /// - Parameter soundingBands: mean number of bands that sound at once.
    static func density(soundingBands: Double) -> Double {
        clamped(soundingBands / fullScaleBandCount)
    }

    private static func clamped(_ x: Double) -> Double { max(0, min(1, x)) }
}
