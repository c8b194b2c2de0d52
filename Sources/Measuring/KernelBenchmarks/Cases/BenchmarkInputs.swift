import PhysioDSP
import PhysioSimulation

/// Seeded inputs: equal on every machine.
public enum BenchmarkInputs {
    /// Samples at uneven times.
    public struct UnevenSeries: Sendable, Equatable {
        /// Ascending; s.
        public let times: [Double]
        public let values: [Double]

        public var spanSeconds: Double { (times.last ?? 0) - (times.first ?? 0) }
    }

    /// The two tones of all inputs; Hz.
    public static let slowToneHz = 0.1
    public static let fastToneHz = 0.25

    /// R-R intervals (ms) at the beats that end them: 900 ms, 40 ms at 0.1 Hz, 25 ms at 0.25 Hz,
    /// and white noise of 20 ms.
    public static func beats(count: Int, seed: UInt64 = 1) -> UnevenSeries {
        var generator = SeededGenerator(seed: seed)
        var time = 0.0
        var times: [Double] = []
        var values: [Double] = []
        for _ in 0..<count {
            let interval = 900 + rhythmMs(at: time) + 20 * generator.normal()
            time += interval / 1000
            times.append(time)
            values.append(interval)
        }
        return UnevenSeries(times: times, values: values)
    }

    /// The same rhythm and noise at even times; ms.
    public static func evenlySampledIntervals(count: Int, rateHz: Double, seed: UInt64 = 2)
        -> [Double]
    {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map {
            900 + rhythmMs(at: Double($0) / rateHz) + 20 * generator.normal()
        }
    }

    /// Heart rate (beats/min) at even times: 70, an RSA of +-5 with the breath, white noise of 2.
    public static func heartRate(
        count: Int, rateHz: Double, breathHz: Double, seed: UInt64 = 3
    ) -> [Double] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map {
            let angle = 2 * .pi * breathHz * Double($0) / rateHz
            return 70 + 5 * PlatformMath.sin(angle) + 2 * generator.normal()
        }
    }

    /// Beats of a person who breathes at one rate: 800 ms^2 at it, 200 ms^2 at 0.25 Hz, white noise
    /// of 200 ms^2.
    public static func pacedBeats(
        breathsPerMinute: Double, durationSeconds: Double, seed: UInt64 = 4
    ) -> UnevenSeries {
        var simulation = RRSimulation(seed: seed)
        simulation.durationSeconds = durationSeconds
        simulation.whiteVarianceMsSquared = 200
        simulation.lines = [
            .init(frequencyHz: breathsPerMinute / 60, powerMsSquared: 800),
            .init(frequencyHz: fastToneHz, powerMsSquared: 200),
        ]
        let intervals = simulation.run().intervalsMs
        var time = 0.0
        let times = intervals.map { interval in
            time += interval / 1000
            return time
        }
        return UnevenSeries(times: times, values: intervals)
    }

    /// The part of the intervals that is no noise, around 0; ms.
    static func rhythmMs(at time: Double) -> Double {
        40 * PlatformMath.sin(2 * .pi * slowToneHz * time)
            + 25 * PlatformMath.sin(2 * .pi * fastToneHz * time + 1)
    }
}
