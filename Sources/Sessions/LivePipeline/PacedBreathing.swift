public import PhysioTypes
public import ResonanceBreathing

/// Commands breaths and their cues ahead of time, one breath after the other, as a pacer wants them.
///
/// Every cue is announced once, at the first call within ``leadSeconds`` of its time: called every 250 ms,
/// none comes later than 250 ms before it. A breath in progress never changes. After a silence of
/// more than two seconds, as of a sleeping computer, breathing begins anew.
///
/// ```swift
/// var pacing = PacedBreathing(ResonanceFitPacer(.slide))
/// pacing.begin(atSeconds: 0)
/// pacing.advance(toSeconds: 0.25) { print($0) }
/// ```
public struct PacedBreathing: Sendable {
    /// Time by which a cue is announced ahead; s.
    public static let leadSeconds = 0.5
    static let maxDelaySeconds = 2.0

    public private(set) var pacer: any Pacer
    /// The breath that was announced last.
    public private(set) var breath: PacedBreath?
    /// The one before it, which may still last.
    private var previous: PacedBreath?
    private let pattern: BreathPattern?
    private let hasHold: Bool
    private let haptics: HapticSettings
    /// The time at which the next breath begins; nil while nothing is paced.
    private var nextBreathSeconds: Double?
    private var hasStartedBreath = false
    private var count = 0
    private var phases: [PhaseCue] = []
    private var taps: [HapticTap] = []
    private var explanation = ""

    private enum CodingKeys: String, CodingKey {
        case pacer, breath, previous, pattern, hasHold = "holds", haptics, nextBreathSeconds =
            "nextSeconds", hasStartedBreath = "isBreathing", count
        case phases, taps, explanation
    }

    /// - Parameter pattern: breathed unchanged, whatever the pacer says.
    public init(
        _ pacer: any Pacer, pattern: BreathPattern? = nil, hasHold: Bool = true,
        haptics: HapticSettings = HapticSettings()
    ) {
        self.pacer = pacer
        self.pattern = pattern
        self.hasHold = hasHold
        self.haptics = haptics
    }

    public var isPacing: Bool { nextBreathSeconds != nil }

    /// The breath that lasts at a time, of the last two that were announced.
    public func currentCycle(atSeconds time: Double) -> BreathCycle? {
        [breath, previous].compactMap { $0?.cycle }.first {
            $0.startSeconds <= time && time < $0.endSeconds
        }
    }

    /// Time at which ``advance(toSeconds:emit:)`` has something to announce next; s; nil while nothing is paced.
    var dueSeconds: Double? {
        guard let nextBreathSeconds else { return nil }
        let cues = [nextBreathSeconds, phases.first?.startSeconds, taps.first?.timeSeconds]
        return cues.compactMap { $0 }.reduce(nextBreathSeconds, min) - Self.leadSeconds
    }

    /// The first breath begins ``leadSeconds`` later.
    public mutating func begin(atSeconds now: Double) {
        nextBreathSeconds = now + Self.leadSeconds
        hasStartedBreath = false
    }

    /// Stops pacing until ``begin(atSeconds:)``; what was announced ahead holds no more.
    public mutating func stop() {
        nextBreathSeconds = nil
        phases.removeAll()
        taps.removeAll()
    }

    /// Takes what a correction makes of the beats.
    public mutating func revise(_ revision: NNRevision) { pacer.revise(revision) }

    /// Takes what is known of the sensor's latency.
    public mutating func expectLatency(_ latency: LatencyPrior) { pacer.expectLatency(latency) }

    /// The sensor is connected again: its latency may be another.
    public mutating func reconnect() { pacer.reconnect() }

    /// Announces what is due.
    public mutating func advance(toSeconds now: Double, emit: (LiveOutput) -> Void) {
        guard let next = nextBreathSeconds else { return }
        if now - next > Self.maxDelaySeconds {
            stop()
            emit(.stop)
            begin(atSeconds: now)
        }
        while let next = nextBreathSeconds, next <= now + Self.leadSeconds {
            startNextBreath(next, emit)
        }
        while let cue = phases.first, cue.startSeconds <= now + Self.leadSeconds {
            emit(.phase(phases.removeFirst()))
        }
        while let tap = taps.first, tap.timeSeconds <= now + Self.leadSeconds {
            emit(.tap(taps.removeFirst()))
        }
    }

    private mutating func startNextBreath(_ start: Double, _ emit: (LiveOutput) -> Void) {
        if hasStartedBreath { pacer.breathEnded(atSeconds: start) }
        hasStartedBreath = true
        switch pacer.command {
        case .rest(let seconds):
            nextBreathSeconds = start + max(seconds, Self.leadSeconds)
        case .breathe(let rate):
            let cycle = patternForRate(rate).cycle(startSeconds: start)
            pacer.begin(cycle)
            nextBreathSeconds = cycle.endSeconds
            let next = PacedBreath(number: count, cycle: cycle)
            previous = breath
            breath = next
            count += 1
            emit(.breath(next))
            addCues(of: next)
        }
        if pacer.explanation != explanation {
            explanation = pacer.explanation
            emit(.decision(explanation))
        }
    }

    /// Rates of a pacer lie within its limits, in which every rate has a pattern.
    private func patternForRate(_ rate: Double) -> BreathPattern {
        if let pattern { return pattern }
        do throws(BreathingError) {
            return try BreathPattern.paced(
                breathsPerMinute: rate, limits: .userChoice, hasHold: hasHold)
        } catch {
            preconditionFailure("a pacer commands rates that can be breathed, not \(rate)")
        }
    }

    private mutating func addCues(of breath: PacedBreath) {
        let cycle = breath.cycle
        for phase in BreathPhase.allCases where cycle.durationSeconds(of: phase) > 0 {
            phases.append(
                PhaseCue(
                    phase: phase, startSeconds: cycle.startSeconds(of: phase),
                    durationSeconds: cycle.durationSeconds(of: phase),
                    breathsPerMinute: cycle.breathsPerMinute, number: breath.number))
        }
        taps += HapticSchedule.taps(of: cycle, settings: haptics)
    }
}

// MARK: Saving

extension PacedBreathing: Codable {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        pacer = try values.decode(SavedPacer.self, forKey: .pacer).pacer
        breath = try values.decodeIfPresent(PacedBreath.self, forKey: .breath)
        previous = try values.decodeIfPresent(PacedBreath.self, forKey: .previous)
        pattern = try values.decodeIfPresent(BreathPattern.self, forKey: .pattern)
        hasHold = try values.decode(Bool.self, forKey: .hasHold)
        haptics = try values.decode(HapticSettings.self, forKey: .haptics)
        nextBreathSeconds = try values.decodeIfPresent(Double.self, forKey: .nextBreathSeconds)
        hasStartedBreath = try values.decode(Bool.self, forKey: .hasStartedBreath)
        count = try values.decode(Int.self, forKey: .count)
        phases = try values.decode([PhaseCue].self, forKey: .phases)
        taps = try values.decode([HapticTap].self, forKey: .taps)
        explanation = try values.decode(String.self, forKey: .explanation)
    }

    /// - Throws: `EncodingError` for a pacer of another library.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        guard let saved = SavedPacer(pacer) else {
            throw EncodingError.invalidValue(
                pacer,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "only the pacers of this library can be saved"))
        }
        try values.encode(saved, forKey: .pacer)
        try values.encodeIfPresent(breath, forKey: .breath)
        try values.encodeIfPresent(previous, forKey: .previous)
        try values.encodeIfPresent(pattern, forKey: .pattern)
        try values.encode(hasHold, forKey: .hasHold)
        try values.encode(haptics, forKey: .haptics)
        try values.encodeIfPresent(nextBreathSeconds, forKey: .nextBreathSeconds)
        try values.encode(hasStartedBreath, forKey: .hasStartedBreath)
        try values.encode(count, forKey: .count)
        try values.encode(phases, forKey: .phases)
        try values.encode(taps, forKey: .taps)
        try values.encode(explanation, forKey: .explanation)
    }
}
