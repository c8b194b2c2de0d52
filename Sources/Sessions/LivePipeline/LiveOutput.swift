public import PhysioTypes
public import ResonanceBreathing

/// An output of a live session.
public enum LiveOutput: Sendable, Equatable {
    /// An interval as it was measured, when it is known what it is.
    case beat(LiveBeat)
    /// The next breath, announced at least ``PacedBreathing/leadSeconds`` ahead but for the tick.
    case breath(PacedBreath)
    /// A phase of it, announced as early.
    case phase(PhaseCue)
    /// A tap of it.
    case tap(HapticTap)
    /// Pacing stops at once: nothing announced ahead holds any more.
    case stop
    /// A new explanation by the pacer of what has changed: a line for the person.
    case decision(String)
    /// Once a second.
    case figures(LiveFigures)
    case notice(Notice)
}

/// An interval of a live session.
public struct LiveBeat: Sendable, Equatable, Codable {
    /// The time of the beat that ends it; s of the session.
    public let timeSeconds: Double
    /// The interval as it was measured.
    public let intervalMs: Double
    /// The kind of artefact that the correction found; nil for a sound interval.
    public let artefact: CorrectionEvent.Kind?

    private enum CodingKeys: String, CodingKey {
        case timeSeconds, intervalMs
        case artefact = "fault"
    }
}

/// A breath of a live session.
public struct PacedBreath: Sendable, Equatable, Codable {
    /// The number of the breath, from 0 on.
    public let number: Int
    public let cycle: BreathCycle
}

/// A phase of a breath.
public struct PhaseCue: Sendable, Equatable, Codable {
    public let phase: BreathPhase
    /// s of the session.
    public let startSeconds: Double
    public let durationSeconds: Double
    public let breathsPerMinute: Double
    /// Number of the breath.
    public let number: Int
}
