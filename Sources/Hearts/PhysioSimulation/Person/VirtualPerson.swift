import PhysioDSP
public import PhysioTypes

/// A simulated person: breaths go in, the beats that a sensor reports come out.
///
/// Breathing moves the heart rate through a loop that resonates near six breaths a minute
/// (``PersonTruth``); noise, the person's own variability in following and artefacts of heart and
/// sensor are added as ``PersonTraits`` says. Time goes in steps of ``stepSeconds``, and the result
/// does not depend on how often one asks for it. The person's noise is drawn separately from their
/// breathing: two pacers meet the same person with the same noise.
///
/// ```swift
/// var person = PersonPopulation(seed: 1).person(0)
/// var start = 0.0
/// for _ in 0..<30 {
///     let breath = BreathCycle(startSeconds: start, inhaleSeconds: 4, exhaleSeconds: 6)
///     let beats = person.breathe(breath)  // beats.map(\.intervalMs)
///     start = breath.endSeconds
/// }
/// person.truth.breathsPerMinute  // the rate that was to be found
/// ```
public struct VirtualPerson: Sendable {
    /// The way in which the person breathes: as the pacer commands, or freely.
    public enum Breathing: Sendable, Equatable {
        /// Follows commands, and breathes freely where there are none.
        case paced
        /// Ignores the pacer and keeps to a rate of their own; 3 to 30 breaths/min.
        case free(breathsPerMinute: Double)
    }

    /// The clock on which the sensor gives its intervals.
    public enum SensorClock: String, Sendable, CaseIterable {
        case millisecond = "1ms"
        /// 1/1024 s, as heart-rate straps send.
        case ticks1024Hz = "1/1024s"

        public var tickMs: Double { self == .millisecond ? 1 : 1000 / 1024 }
    }

    /// A beat that the sensor reports.
    public struct Beat: Sendable, Equatable {
        public enum Kind: String, Sendable {
            case normal
            /// Early; the next one comes in its time.
            case ectopic
            /// Seen where there was none.
            case extra
        }

        /// The time since the start; not rounded.
        public let timeSeconds: Double
        /// The interval since the beat reported before it; ticks of the sensor's clock.
        public let intervalTicks: Int
        public let kind: Kind
        /// Beats in the interval that the sensor did not see.
        public let missedCount: Int
        let tickMs: Double

        /// R-R as the sensor gives it; ms.
        public var intervalMs: Double { Double(intervalTicks) * tickMs }
    }

    public let truth: PersonTruth
    public var traits: PersonTraits { truth.traits }
    public let clock: SensorClock

    /// The step of the simulation, and the time between samples of the lungs' volume; s.
    public static let stepSeconds = 0.05
    /// The heart rate is kept within; beats/min.
    public static let heartRateLimitsBpm = 30.0...210.0

    private var stepCount = 0
    private var lungs: LungMotion
    private var response: HeartResponse
    private var noise: HeartRateNoise
    private var heart: HeartBeats
    private var rateBpm: Double

    /// - Parameters:
    ///   - traits: what the person is like.
    ///   - seed: of all that is random in the person's life.
    /// - Precondition: traits lie in their ranges (``PersonTraits/outOfRangeTraits``), a free rate in 3 to
    ///   30.
    public init(
        _ traits: PersonTraits, seed: UInt64, breathing: Breathing = .paced,
        clock: SensorClock = .millisecond
    ) {
        self.init(PersonTruth(traits), seed: seed, breathing: breathing, clock: clock)
    }

    /// The same, of traits whose truth is at hand.
    public init(
        _ truth: PersonTruth, seed: UInt64, breathing: Breathing = .paced,
        clock: SensorClock = .millisecond
    ) {
        if case .free(let rate) = breathing {
            precondition((3...30).contains(rate), "somebody breathes 3 to 30 times a minute")
        }
        var seedGenerator = SeededGenerator(seed: seed)
        self.truth = truth
        self.clock = clock
        let traits = truth.traits
        lungs = LungMotion(
            traits, breathing: breathing, generator: SeededGenerator(seed: seedGenerator.next()))
        noise = HeartRateNoise(
            truth, stepSeconds: Self.stepSeconds,
            generator: SeededGenerator(seed: seedGenerator.next()))
        heart = HeartBeats(
            traits, clock: clock, generator: SeededGenerator(seed: seedGenerator.next()))
        response = HeartResponse(truth, stepSeconds: Self.stepSeconds)
        rateBpm = Self.clampedRate(traits.heartRateBpm + noise.rateBpm)
    }

    /// The simulated time so far; s; a whole number of steps.
    public var timeSeconds: Double { Double(stepCount) * Self.stepSeconds }

    /// Takes in the next breath of the pacer without going on; the newest command counts.
    ///
    /// It begins after the person's lag, at once if that has gone by.
    public mutating func follow(_ cycle: BreathCycle) {
        lungs.command(cycle, now: timeSeconds)
    }

    /// Goes on to the last step that ends by a time.
    ///
    /// - Parameter beats: gets the beats whose time has come, in order.
    /// - Complexity: O(steps); allocates only where `beats` grows.
    public mutating func advance(toSeconds end: Double, into beats: inout [Beat]) {
        while canStep(before: end) { step(into: &beats) }
    }

    /// The same, with the lungs' volume at the end of each step: 1 is half the range of a breath
    /// at six a minute, and the mean is 0.
    public mutating func advance(
        toSeconds end: Double, into beats: inout [Beat], volumes: inout [Double]
    ) {
        while canStep(before: end) { volumes.append(step(into: &beats)) }
    }

    /// Follows a breath to its end, or to where the pacer's next one begins.
    ///
    /// - Returns: the beats until then.
    public mutating func breathe(_ cycle: BreathCycle) -> [Beat] {
        var beats: [Beat] = []
        follow(cycle)
        advance(toSeconds: cycle.endSeconds, into: &beats)
        return beats
    }

    /// Goes on without a pacer.
    ///
    /// - Returns: the beats until then.
    public mutating func breatheFreely(seconds: Double) -> [Beat] {
        var beats: [Beat] = []
        advance(toSeconds: timeSeconds + seconds, into: &beats)
        return beats
    }

    /// A thousandth of a step allows for the rounding of sums of times.
    private func canStep(before end: Double) -> Bool {
        Double(stepCount + 1) * Self.stepSeconds <= end + Self.stepSeconds / 1000
    }

    /// - Returns: the lungs' volume.
    @discardableResult
    private mutating func step(into beats: inout [Beat]) -> Double {
        let start = timeSeconds
        stepCount += 1
        let end = timeSeconds
        let volume = lungs.volume(atSeconds: end)
        noise.advance()
        let before = rateBpm
        rateBpm = Self.clampedRate(
            traits.heartRateBpm + noise.rateBpm
                + response.advance(volume: volume, gain: noise.gain, toSeconds: end))
        heart.advance(
            fromSeconds: start, bySeconds: end - start, rateBpm: (before, rateBpm), into: &beats)
        return volume
    }

    private static func clampedRate(_ rateBpm: Double) -> Double {
        min(max(rateBpm, heartRateLimitsBpm.lowerBound), heartRateLimitsBpm.upperBound)
    }
}
