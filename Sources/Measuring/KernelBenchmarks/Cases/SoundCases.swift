import PhysioDSP
import PracticePlans

/// The cost of the sounds of a practice: a gong by its formula, and a second of a mixed track.
enum SoundCases {
    static var cases: [BenchmarkCase] { [gongCase, trackSecondCase] }

    /// A value of a Float near 1 is rounded by at most so much.
    private static let roundingTolerance = Double(Float.ulpOfOne)

    private static var gongCase: BenchmarkCase {
        let count = 530_688
        let indices = Array(stride(from: 1_000, to: 500_000, by: 9_973))
        return BenchmarkCase(
            "PracticePlans/gong", workload: "n=\(count)", items: count, of: "sample",
            tolerance: roundingTolerance
        ) {
            let shippedVariant = BenchmarkVariant("as shipped") {
                BenchmarkRun {
                    PracticeSound.named(.gong).samples(level: 1).values
                } numbers: { values in
                    indices.map { Double(values[$0]) }
                }
            }
            return BenchmarkWork(variants: [shippedVariant]) {
                indices.map { 0.708 * strikeAmplitude(atSeconds: Double($0) / 48_000) }
            }
        }
    }

    /// A strike of 220 Hz that dies away in 1.6 s, between its edges.
    private static func strikeAmplitude(atSeconds time: Double) -> Double {
        let partials = [
            (1.0, 1.0, 1.0), (1.004, 0.7, 1), (1.47, 0.5, 0.6), (2.09, 0.4, 0.45),
            (2.56, 0.25, 0.3), (3.36, 0.15, 0.2), (4.49, 0.1, 0.12),
        ]
        let sum = partials.reduce(0) { sum, partial in
            sum + partial.1 * PlatformMath.exp(-time / (1.6 * partial.2))
                * PlatformMath.sin(2 * Double.pi * 220 * partial.0 * time)
        }
        return sum / partials.reduce(0) { $0 + $1.1 }
    }

    /// A second of a workout of 24 h: a gong still rings beneath the beginning of a turn.
    private static var trackSecondCase: BenchmarkCase {
        let count = 48_000
        let middle = 43_200 * count
        let indices = Array(stride(from: 0, to: count, by: 997))
        return BenchmarkCase(
            "PracticePlans/track", workload: "second of 24 h", items: count, of: "sample",
            tolerance: 2 * roundingTolerance
        ) {
            let ticks = (0..<86_400).map { SoundCue(timeSeconds: Double($0), sound: .named(.tick)) }
            let gong = SoundCue(timeSeconds: 43_199.5, sound: .named(.gong))
            let track = SoundTrack(
                SoundTrackContents(cues: ticks + [gong], level: 0.5, lengthSeconds: 86_400))
            let shippedVariant = BenchmarkVariant("as shipped") {
                BenchmarkRun {
                    track.samples(in: middle..<middle + count)
                } numbers: { values in
                    indices.map { Double(values[$0]) }
                }
            }
            return BenchmarkWork(variants: [shippedVariant]) {
                let tick = PracticeSound.named(.tick).samples(level: 0.5).values
                return indices.map { index in
                    let time = 0.5 + Double(index) / Double(count)
                    let tickValue = index < tick.count ? Double(tick[index]) : 0
                    return 0.354 * strikeAmplitude(atSeconds: time) + tickValue
                }
            }
        }
    }
}
