import PhysioDSP

/// Noise whose power falls with frequency nearly like 1/f, sampled at any times.
///
/// The sum of six independent processes that forget: each has the autocorrelation
/// exp(-2 pi f lag) with f = 0.004, 0.008, ... 0.128 Hz, and its step over any time is drawn
/// exactly. Scaled to the variance 1.
struct PinkNoise {
    /// The frequency below which the spectrum is flat; Hz.
    static let lowHz = 0.004
    static let processCount = 6

    private var values: [Double]

    /// Begins in the middle of its life: the variance is 1 from the first value on.
    init(_ generator: inout SeededGenerator) {
        values = (0..<Self.processCount).map { _ in generator.normal() }
    }

    var value: Double {
        values.reduce(0, +) / Double(Self.processCount).squareRoot()
    }

    /// Goes on by a time; s.
    mutating func advance(seconds: Double, _ generator: inout SeededGenerator) {
        var rate = 2 * Double.pi * Self.lowHz
        for index in values.indices {
            let decay = PlatformMath.exp(-rate * seconds)
            values[index] =
                decay * values[index] + (1 - decay * decay).squareRoot() * generator.normal()
            rate *= 2
        }
    }
}
