import Foundation
import PhysioDSP
import PhysioTypes
import ResonanceBreathing
import TestSupport

/// Made-up hearts for tests: beats wherever the integral of a heart rate reaches a whole number.
enum PacedHeart {
    /// Breaths one after the other from 0 s on, 40 % inhaled, until `seconds` is passed.
    static func breaths(
        seconds: Double, breathsPerMinute: (Double) -> Double
    ) -> CommandedBreathing {
        var breaths: [BreathCycle] = []
        var start = 0.0
        while start <= seconds {
            let length = 60 / breathsPerMinute(start)
            breaths.append(
                BreathCycle(
                    startSeconds: start, inhaleSeconds: 0.4 * length, exhaleSeconds: 0.6 * length))
            start += length
        }
        return CommandedBreathing(breaths)
    }

    /// Intervals in whole milliseconds.
    static func intervals(seconds: Double, heartRateBpm: (Double) -> Double) -> NNSeries {
        beats(from: 0, to: seconds, heartRateBpm: heartRateBpm)
    }

    /// Intervals in whole milliseconds; the first begins at `start`.
    static func beats(
        from start: Double, to end: Double, heartRateBpm: (Double) -> Double
    ) -> NNSeries {
        let step = 0.02
        var (turns, next) = (0.0, 1.0)
        var (last, intervals) = (start, [Double]())
        for index in 0..<Int((end - start) / step) {
            let time = start + step * Double(index)
            let rise = heartRateBpm(time + 0.5 * step) / 60 * step
            if turns + rise >= next {
                let beat = time + step * (next - turns) / rise
                intervals.append(((beat - last) * 1000).rounded())
                last += intervals[intervals.count - 1] / 1000
                next += 1
            }
            turns += rise
        }
        return NNSeries(intervalsMs: intervals, startSeconds: start)
    }

    /// 256 s at 4 Hz of deviation 1 whose power falls as 1 / f^`exponent`.
    static func colouredNoise(exponent: Double, _ generator: inout SplitMix64) -> [Double] {
        let count = 1024
        let spectrum = (0...count / 2).map { bin -> ComplexNumber in
            guard bin > 0 else { return ComplexNumber(0) }
            let size = pow(Double(bin), -exponent / 2)
            return ComplexNumber(generator.gaussian() * size, generator.gaussian() * size)
        }
        let noise = RealFFT(count: count).inverse(spectrum)
        let deviation = (noise.reduce(0) { $0 + $1 * $1 } / Double(count)).squareRoot()
        return noise.map { $0 / deviation }
    }
}
