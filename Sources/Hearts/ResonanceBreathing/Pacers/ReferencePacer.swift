/// The reference pacer: three phases by elapsed time, then small steps by coherence.
///
/// - Calibration, [0, 120] s: the start rate.
/// - Exploration, (120, 300] s: 4.5, 5.0 ... 7.0 breaths/min, a sixth of the time each, a function of
///   the elapsed time.
/// - Resonance lock, after it: begins at the rate of the highest score of the exploration, the first
///   of equals; at the start rate where there was none. From its fourth update on a score c is
///   compared with the mean m of the three before, d = (c - m) / max(|m|, 1e-9): above 0.02 the rate
///   stays; below -0.02 it goes 0.1 the other way than the last step, or, where there was none, the
///   way that was good last; in between it goes 0.1 up and down in turn. Never beyond 4.5 ... 7.0.
///
/// An update comes at the end of each breath; its score belongs to the rate commanded before it, and
/// the rate it commands takes effect at the next breath.
///
/// ```swift
/// var pacer = try ReferencePacer()
/// pacer.update(elapsedSeconds: 10.9, coherence: 0.4)
/// pacer.breathsPerMinute  // 5.5
/// ```
///
/// Known flaw, kept: scores of overlapping windows differ by noise, so that the lock wanders.
public struct ReferencePacer: Sendable, Equatable, Codable {
    public enum Phase: String, Sendable, Codable {
        case calibration
        case exploration
        case resonanceLock
    }

    /// The decision of an update.
    public enum Decision: String, Sendable, Codable {
        /// Nothing to go by yet, or nothing to change.
        case hold
        /// The next rate of the exploration.
        case explore
        /// The best rate of the exploration.
        case lock
        /// A step after a decline.
        case turn
        /// A step to see what it does.
        case probe

        /// One line for the person.
        public var text: String {
            switch self {
            case .hold: "Staying at this rate."
            case .explore: "Trying the next rate."
            case .lock: "Going to the rate that was best so far."
            case .turn: "Coherence fell: a small step the other way."
            case .probe: "No clear trend: a small step to see."
            }
        }
    }

    public static let limits = BreathRateLimits.referencePacer
    /// Rates of the exploration; breaths/min.
    public static let exploredRates = [4.5, 5.0, 5.5, 6.0, 6.5, 7.0]
    /// The step of the rate in the lock; breaths/min.
    public static let rateStep = 0.1
    /// The share of its mean by which a score has to differ to be a trend.
    public static let trendThreshold = 0.02
    /// Scores that a score is compared with.
    public static let comparedScoreCount = 3

    public let startBreathsPerMinute: Double
    public let calibrationSeconds: Double
    public let explorationSeconds: Double

    /// The rate of the next breath.
    public private(set) var breathsPerMinute: Double
    public private(set) var phase = Phase.calibration
    public private(set) var decision = Decision.hold

    private var elapsedSeconds = 0.0
    private var best: Trial?
    /// Scores in the lock, the last few.
    private var scores: [Double] = []
    /// The step that the last update made: -1, 0, 1.
    private var lastStep = 0.0
    private var goodDirection = 1.0
    private var probeDirection = 1.0

    private struct Trial: Sendable, Equatable, Codable {
        let breathsPerMinute: Double
        let score: Double
    }

    /// - Parameter startBreathsPerMinute: clamped to the limits.
    /// - Parameter calibrationSeconds: not negative; as is `explorationSeconds`.
    /// - Throws: `rateNotFinite`.
    public init(
        startBreathsPerMinute: Double = BreathRateLimits.defaultStartRate,
        calibrationSeconds: Double = 120, explorationSeconds: Double = 180
    ) throws(BreathingError) {
        precondition(
            calibrationSeconds >= 0 && explorationSeconds >= 0
                && (calibrationSeconds + explorationSeconds).isFinite,
            "phases last some finite time")
        self.startBreathsPerMinute = try Self.limits.clamped(startBreathsPerMinute)
        self.calibrationSeconds = calibrationSeconds
        self.explorationSeconds = explorationSeconds
        breathsPerMinute = self.startBreathsPerMinute
    }

    /// The rate of the highest score of the exploration; nil where there was none.
    public var bestBreathsPerMinute: Double? { best?.breathsPerMinute }

    /// The phase at a time since the session's start.
    public func phase(elapsedSeconds: Double) -> Phase {
        if elapsedSeconds <= calibrationSeconds { return .calibration }
        return elapsedSeconds <= calibrationSeconds + explorationSeconds
            ? .exploration : .resonanceLock
    }

    /// A breath has ended.
    ///
    /// - Parameter elapsedSeconds: since the session's start. Before the last update, or not finite:
    ///   the update is passed over, and the rate stays.
    /// - Parameter coherence: of the last 30 s; nil, or not finite: none.
    /// - Returns: what it came to; ``breathsPerMinute`` is the rate of the next breath.
    /// - Complexity: O(1).
    @discardableResult
    public mutating func update(elapsedSeconds: Double, coherence: Double?) -> Decision {
        guard elapsedSeconds.isFinite, elapsedSeconds >= self.elapsedSeconds else { return .hold }
        self.elapsedSeconds = elapsedSeconds
        let score = coherence.flatMap { $0.isFinite ? $0 : nil }
        let previousPhase = phase
        phase = phase(elapsedSeconds: elapsedSeconds)
        switch phase {
        case .calibration: decision = .hold
        case .exploration: decision = explore(score)
        case .resonanceLock:
            decision = previousPhase == .resonanceLock ? adjust(score) : enterLock(score)
        }
        return decision
    }

    private mutating func explore(_ score: Double?) -> Decision {
        if let score, score > best?.score ?? -.infinity {
            best = Trial(breathsPerMinute: breathsPerMinute, score: score)
        }
        let share = (elapsedSeconds - calibrationSeconds) / explorationSeconds
        let count = Self.exploredRates.count
        let rate = Self.exploredRates[min(count - 1, Int(share * Double(count)))]
        defer { breathsPerMinute = rate }
        return rate == breathsPerMinute ? .hold : .explore
    }

    private mutating func enterLock(_ score: Double?) -> Decision {
        breathsPerMinute = best?.breathsPerMinute ?? startBreathsPerMinute
        if let score { scores = [score] }
        return .lock
    }

    private mutating func adjust(_ score: Double?) -> Decision {
        guard let score else {
            lastStep = 0
            return .hold
        }
        defer { scores = Array((scores + [score]).suffix(Self.comparedScoreCount)) }
        guard scores.count == Self.comparedScoreCount else { return .hold }
        let mean = scores.reduce(0, +) / Double(scores.count)
        let relativeChange = (score - mean) / max(abs(mean), 1e-9)
        if relativeChange > Self.trendThreshold {
            if lastStep != 0 { goodDirection = lastStep }
            lastStep = 0
            return .hold
        }
        if relativeChange < -Self.trendThreshold {
            if lastStep != 0 { goodDirection = -lastStep }
            move(goodDirection)
            return .turn
        }
        move(probeDirection)
        probeDirection = -probeDirection
        return .probe
    }

    private mutating func move(_ direction: Double) {
        lastStep = direction
        let rate = breathsPerMinute + direction * Self.rateStep
        breathsPerMinute = min(max(rate, Self.limits.lowest), Self.limits.highest)
    }
}
