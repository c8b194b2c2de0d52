import PhysioDSP
import PhysioTypes
import ResonanceBreathing

/// Heart rates whose relation to the breath is known, sampled by the heart they belong to.
struct NoiseHeart {
    /// The kind of variation of the heart rate about its mean.
    enum Kind: String, CaseIterable, Sendable {
        case white = "white noise"
        case slow = "1/f noise"
        case paced = "paced sine and 1/f noise"
    }

    /// beats/min.
    static let meanBpm = 70.0
    /// Standard deviation of either noise; beats/min.
    static let noiseBpm = 2.5
    /// Amplitude of the sine; beats/min.
    static let sineBpm = 5.0
    static let breathsPerMinute = 5.5
    /// The rate of the even samples from which slow noise is made, and of the reference score.
    static let sampleRateHz = 4.0
    /// Even samples of slow noise: 256 s.
    static let sampleCount = 1024

    let nn: NNSeries
    /// Begins at a random time before the first beat, so that the heart meets any phase.
    let breathing: CommandedBreathing
    /// A belt that goes with the commanded breath; its noise is a tenth of the breath.
    let belt: BreathingSignal

    /// - Parameter seconds: up to 240.
    init(_ kind: Kind, seconds: Double, _ generator: inout SeededGenerator) {
        let length = 60 / Self.breathsPerMinute
        let shift = length * generator.uniform()
        let breaths = CommandedBreathing(
            (0...Int(seconds / length) + 2).map {
                BreathCycle(
                    startSeconds: length * Double($0) - shift, inhaleSeconds: 0.4 * length,
                    exhaleSeconds: 0.6 * length)
            })
        breathing = breaths
        let noise = kind == .white ? [] : Self.slowNoise(&generator)
        var (time, intervals) = (0.0, [Double]())
        while time < seconds + 2 {
            var rate = Self.meanBpm
            if kind == .white {
                rate += Self.noiseBpm * generator.normal()
            } else {
                rate += Self.noiseBpm * noise[Int(time * Self.sampleRateHz) % Self.sampleCount]
            }
            if kind == .paced {
                let phase = breaths.phase(atSeconds: time) ?? 0
                rate += Self.sineBpm * PlatformMath.sin(2 * .pi * phase)
            }
            intervals.append((60_000 / max(40, rate)).rounded())
            time += intervals[intervals.count - 1] / 1000
        }
        nn = NNSeries(intervalsMs: intervals)
        let beltCount = Int((seconds + 4) * Self.sampleRateHz)
        belt = BreathingSignal(
            startSeconds: 0, sampleRateHz: Self.sampleRateHz,
            samples: (0..<beltCount).map {
                let phase = breaths.phase(atSeconds: Double($0) / Self.sampleRateHz) ?? 0
                return PlatformMath.sin(2 * .pi * phase) + 0.1 * generator.normal()
            })
    }

    /// Power that falls as 1 / f, scaled to the deviation 1.
    private static func slowNoise(_ generator: inout SeededGenerator) -> [Double] {
        let spectrum = (0...sampleCount / 2).map { bin -> ComplexNumber in
            guard bin > 0 else { return ComplexNumber(0) }
            let size = 1 / Double(bin).squareRoot()
            return ComplexNumber(generator.normal() * size, generator.normal() * size)
        }
        let noise = RealFFT(count: sampleCount).inverse(spectrum)
        let deviation = (noise.reduce(0) { $0 + $1 * $1 } / Double(sampleCount)).squareRoot()
        return noise.map { $0 / deviation }
    }

    /// The heart rate at even times from `start` on, linear between the beats that end its intervals.
    func samples(from start: Double, count: Int) -> [Double] {
        var next = 1
        return (0..<count).map { index in
            let time = start + Double(index) / Self.sampleRateHz
            while next < nn.count - 1, nn.endTimesSeconds[next] < time { next += 1 }
            let (a, b) = (nn.endTimesSeconds[next - 1], nn.endTimesSeconds[next])
            let (low, high) = (60_000 / nn.intervalsMs[next - 1], 60_000 / nn.intervalsMs[next])
            return low + (high - low) * (time - a) / (b - a)
        }
    }
}
