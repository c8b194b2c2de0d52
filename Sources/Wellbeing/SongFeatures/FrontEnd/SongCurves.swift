/// The curves that the front end stores of a song: onset strength by frame, and sums over frames.
package struct SongCurves: Sendable, Equatable {
    /// Frames in a second.
    package var frameRateHz: Double
    /// Onset strength of each frame; frame t lies at t / `frameRateHz` s. Not negative.
    package var onsets: [Float] = []
    /// The part of it that the lowest bands have, up to about 200 Hz.
    package var lowOnsetStrengths: [Float] = []
    /// The part of it that the bands from about 1 kHz up have.
    package var highOnsetStrengths: [Float] = []
    /// Sum over frames of how many bands sound at once, and the number of those frames.
    package var soundingBandSum = 0.0
    package var soundingFrameCount = 0
    /// Sums over frames and bins of the magnitude, and of magnitude times frequency in Hz.
    package var magnitudeSum = 0.0
    package var frequencyMomentSum = 0.0
}
