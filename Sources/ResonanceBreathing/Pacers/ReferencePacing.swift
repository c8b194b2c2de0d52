public import PhysioTypes

/// The reference pacer on a stream of beats: ``ReferencePacer`` fed with the reference score of the
/// last 30 s at the end of each breath.
///
/// It is coded as its rules' state; the beats of the last 30 s are lost, so that the first updates
/// after it are without a score.
public struct ReferencePacing: Pacer, Sendable {
    public static let limits = ReferencePacer.limits

    /// The rules, with their phase and rate.
    public private(set) var pacer: ReferencePacer
    private var coherence = LiveCoherence()
    private var lastBreathSeconds = -Double.infinity
    private var sound = SoundBeats()
    private var firstBeatSeconds: Double?
    private var newestBeatSeconds: Double?
    private var lastEndSeconds = -Double.infinity

    /// A stream that these rules lead.
    public init(_ pacer: ReferencePacer) { self.pacer = pacer }

    public var command: PacerCommand { .breathe(breathsPerMinute: pacer.breathsPerMinute) }

    public var phase: PacerPhase {
        switch pacer.phase {
        case .calibration: .calibration
        case .exploration: .exploration
        case .resonanceLock: .resonanceLock
        }
    }

    public var isLocked: Bool { pacer.phase == .resonanceLock }
    public var explanation: String { pacer.decision.text }

    /// The best rate of the exploration; the lock wanders about it.
    public var finding: ResonanceFinding {
        guard isLocked else { return .notDetermined("Not yet determined.") }
        guard let best = pacer.bestBreathsPerMinute else {
            return .notDetermined("Too few beats came to compare rates.")
        }
        return .bestTried(breathsPerMinute: best)
    }

    public mutating func begin(_ breath: BreathCycle) {
        guard breath.startSeconds > lastBreathSeconds else { return }
        lastBreathSeconds = breath.startSeconds
        coherence.begin(breath)
    }

    public mutating func revise(_ revision: NNRevision) {
        let sound = self.sound.sound(revision)
        coherence.revise(sound)
        if let first = sound.beats.first, firstBeatSeconds == nil {
            firstBeatSeconds = first.endSeconds
        }
        newestBeatSeconds = sound.beats.last?.endSeconds ?? newestBeatSeconds
    }

    public mutating func breathEnded(atSeconds seconds: Double) {
        guard seconds.isFinite, seconds > lastEndSeconds else { return }
        lastEndSeconds = seconds
        pacer.update(elapsedSeconds: seconds, coherence: score(atSeconds: seconds))
    }
}

extension ReferencePacing {
    /// Beats that a score needs, from the first to the newest; s: 32 samples at 4 Hz.
    static let leastSeconds = 8.0
    /// A beat older than this is none of now; s.
    static let longestSilenceSeconds = 10.0

    /// The reference score of the last 30 s; nil where the beats are too few, or none of now.
    private mutating func score(atSeconds seconds: Double) -> Double? {
        guard let first = firstBeatSeconds, let newest = newestBeatSeconds,
            newest - first >= Self.leastSeconds,
            newest >= seconds - Self.longestSilenceSeconds
        else { return nil }
        return coherence.value(.reference).value
    }
}

extension ReferencePacing: Codable {
    /// - Throws: `DecodingError` also for a rate outside the limits.
    public init(from decoder: any Decoder) throws {
        let pacer = try ReferencePacer(from: decoder)
        guard (Self.limits.lowest...Self.limits.highest).contains(pacer.breathsPerMinute) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "a saved pacer has a rate outside its limits"))
        }
        self.init(pacer)
    }

    public func encode(to encoder: any Encoder) throws { try pacer.encode(to: encoder) }
}
