/// Division of a song into frames, after its rate was halved until it is near 22,050 Hz.
///
/// At 22,050 Hz, which 44,100 Hz becomes, a frame has 1,024 samples and the next one begins 220
/// later. At other rates a frame is the power of two of at least 40 ms, and the step between frames
/// is as near to 9.98 ms as whole samples allow.
package struct FrameLayout: Sendable, Equatable {
    /// The number of times that the rate is halved.
    package let halvingCount: Int
    /// Rate of the samples in the frames; Hz.
    package let sampleRateHz: Double
    /// Samples of a frame.
    package let length: Int
    /// Samples between the beginnings of two frames.
    package let hop: Int

    /// Least rate after a halving; Hz. Bands reach up to 10 kHz.
    private static let minHalvedHz = 22_000.0
    private static let minFrameSeconds = 0.04
    private static let hopSeconds = 220.0 / 22_050

    /// - Parameter sampleRateHz: of the song; 8,000 to 192,000 Hz.
    package init(sampleRateHz: Double) {
        var rate = sampleRateHz
        var halvings = 0
        while rate / 2 >= Self.minHalvedHz {
            rate /= 2
            halvings += 1
        }
        var length = 256
        while Double(length) < Self.minFrameSeconds * rate { length *= 2 }
        halvingCount = halvings
        self.sampleRateHz = rate
        self.length = length
        hop = Int((Self.hopSeconds * rate).rounded())
    }

    /// Frames in a second, about 100.
    package var frameRateHz: Double { sampleRateHz / Double(hop) }
}
