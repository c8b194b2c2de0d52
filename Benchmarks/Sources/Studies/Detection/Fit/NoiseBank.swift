import PhysioDSP
import PhysioSimulation

/// Half an hour of each kind of noise, of which the signals of the training set take segments: to
/// make all of it anew for each would cost more than to fit.
struct NoiseBank {
    private let unit: [ECGNoise.Kind: [Double]]
    private let sampleRateHz: Double

    private static let seconds = 1800.0

    init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        let count = Int(Self.seconds * sampleRateHz)
        var unit: [ECGNoise.Kind: [Double]] = [:]
        for (seed, kind) in [ECGNoise.Kind.motion, .muscle, .baseline].enumerated() {
            var noise = [Double](repeating: 0, count: count)
            ECGNoise(kind, level: .millivolts(1)).add(
                to: &noise, sampleRateHz: sampleRateHz, seed: UInt64(seed + 1))
            unit[kind] = noise
        }
        self.unit = unit
    }

    /// Adds noise in segments of 20 to 120 s, with pauses of 10 to 90 s, from a random position on.
    ///
    /// - Parameter millivolts: root of its mean square over the half hour.
    /// - Precondition: motion, muscle or baseline.
    func add(
        _ kind: ECGNoise.Kind, millivolts: Double, to samples: inout [Double],
        random: inout SeededGenerator
    ) {
        guard let noise = unit[kind] else { preconditionFailure("no such noise is kept") }
        var start = Int(random.uniform(10, 60) * sampleRateHz)
        while start < samples.count {
            let end = min(
                start + Int(random.uniform(20, 120) * sampleRateHz), samples.count)
            var offset = Int(random.uniform(0, Double(noise.count)))
            for index in start..<end {
                samples[index] += millivolts * noise[offset]
                offset = offset + 1 < noise.count ? offset + 1 : 0
            }
            start = end + Int(random.uniform(10, 90) * sampleRateHz)
        }
    }
}

extension SeededGenerator {
    /// Returns a uniform random number between two numbers.
    mutating func uniform(_ lower: Double, _ upper: Double) -> Double {
        lower + (upper - lower) * uniform()
    }
}
