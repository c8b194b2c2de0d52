import PhysioDSP

/// Beats whose intervals oscillate with the breath, on the clock of a recorder.
///
/// An interval that begins at time t has the length
///
///     RR = mean + A w(phase(t)) + 1/f noise + white noise,
///
/// with w the shape, between -1 and 1. A is an amplitude: the range from peak to trough is 2 A.
/// Rate and depth of the breath wander. Beat times, not lengths, are rounded to the clock.
///
/// ```swift
/// var beats = OscillationSimulation(seed: 1)
/// beats.amplitudeMs = 150
/// beats.run()  // ticks of 1 ms, from 0 on
/// ```
public struct OscillationSimulation: Sendable, Equatable {
    public enum Breathing: Sendable, Equatable {
        /// Breathing to a pacer: the rate wanders by 2 %, the depth by 8 %.
        case paced(breathsPerMinute: Double)
        /// Free breathing: a rate of 0.15 to 0.35 Hz that wanders by 0.035 Hz, the depth by a
        /// quarter.
        case free
    }

    /// The course of the intervals over the phase of a breath.
    public enum Shape: Sendable, Equatable {
        case cosine
        /// Shorter during the first 35 % of a breath, longer during the rest.
        case fastInhale
    }

    public var seed: UInt64
    public var intervalCount = 400
    /// Drawn from ``meanRangeMs`` where nil.
    public var meanMs: Double?
    public var amplitudeMs = 150.0
    public var breathing = Breathing.paced(breathsPerMinute: 6)
    public var shape = Shape.cosine
    /// True if rate and depth of the breath wander; a free rate is drawn in any case.
    public var breathWanders = true
    /// Standard deviation of the 1/f noise; ms.
    public var pinkNoiseMs = 15.0
    /// Standard deviation of the white noise; ms.
    public var whiteNoiseMs = 6.0
    /// Step of the recorder's clock; ms.
    public var resolutionMs = 1.0

    public static let meanRangeMs = 750.0...1050.0
    public static let freeBreathRangeHz = 0.15...0.35
    /// No interval is shorter.
    public static let minIntervalMs = 300.0
    /// The part of a breath that ``Shape/fastInhale`` takes to shorten the intervals.
    public static let inhaleShare = 0.35

    public init(seed: UInt64) {
        self.seed = seed
    }

    /// Times of the beats; ticks of the clock; ascending from 0; one more than intervals.
    ///
    /// - Precondition: there is an interval; the clock's step is above 0.
    /// - Complexity: O(n).
    public func run() -> [Int] {
        precondition(intervalCount >= 1 && resolutionMs > 0, "a series has intervals and a clock")
        var generator = SeededGenerator(seed: seed)
        let range = Self.meanRangeMs
        let drawnMean =
            range.lowerBound + generator.uniform() * (range.upperBound - range.lowerBound)
        let mean = meanMs ?? drawnMean
        var breath = BreathOscillator(breathing, breathWanders: breathWanders, &generator)
        var pinkNoise = PinkNoise(&generator)
        var timeMs = 0.0
        var ticks = [0]
        ticks.reserveCapacity(intervalCount + 1)
        for _ in 0..<intervalCount {
            let oscillation = amplitudeMs * breath.depth * value(ofShapeAt: breath.phase)
            let noise = pinkNoiseMs * pinkNoise.value + whiteNoiseMs * generator.normal()
            let interval = max(Self.minIntervalMs, mean + oscillation + noise)
            timeMs += interval
            ticks.append(Int((timeMs / resolutionMs).rounded()))
            breath.advance(seconds: interval / 1000, &generator)
            pinkNoise.advance(seconds: interval / 1000, &generator)
        }
        return ticks
    }

    private func value(ofShapeAt phase: Double) -> Double {
        switch shape {
        case .cosine:
            return PlatformMath.cos(2 * .pi * phase)
        case .fastInhale:
            let position = phase - phase.rounded(.down)
            let inhale = Self.inhaleShare
            return position < inhale
                ? PlatformMath.cos(.pi * position / inhale)
                : -PlatformMath.cos(.pi * (position - inhale) / (1 - inhale))
        }
    }
}

/// The position of a person in the breath.
private struct BreathOscillator {
    /// The phase in breaths.
    private(set) var phase: Double
    private let breathing: OscillationSimulation.Breathing
    private let baseHz: Double
    private let breathWanders: Bool
    private var rate: PinkNoise
    private var depthNoise: PinkNoise

    init(
        _ breathing: OscillationSimulation.Breathing, breathWanders: Bool,
        _ generator: inout SeededGenerator
    ) {
        self.breathing = breathing
        self.breathWanders = breathWanders
        phase = generator.uniform()
        let randomValue = generator.uniform()
        switch breathing {
        case .paced(let breathsPerMinute):
            baseHz = breathsPerMinute / 60
        case .free:
            let range = OscillationSimulation.freeBreathRangeHz
            baseHz = range.lowerBound + randomValue * (range.upperBound - range.lowerBound)
        }
        rate = PinkNoise(&generator)
        depthNoise = PinkNoise(&generator)
    }

    /// Factor of the amplitude.
    var depth: Double {
        guard breathWanders else { return 1 }
        switch breathing {
        case .paced: return min(max(1 + 0.08 * depthNoise.value, 0.7), 1.25)
        case .free: return min(max(1 + 0.25 * depthNoise.value, 0.3), 1.8)
        }
    }

    private var rateHz: Double {
        guard breathWanders else { return baseHz }
        switch breathing {
        case .paced:
            return baseHz * min(max(1 + 0.02 * rate.value, 0.9), 1.1)
        case .free:
            let range = OscillationSimulation.freeBreathRangeHz
            return min(max(baseHz + 0.035 * rate.value, range.lowerBound), range.upperBound)
        }
    }

    mutating func advance(seconds: Double, _ generator: inout SeededGenerator) {
        phase += rateHz * seconds
        rate.advance(seconds: seconds, &generator)
        depthNoise.advance(seconds: seconds, &generator)
    }
}
