public import PhysioTypes

/// The reference pacer on a stream of beats: ``ReferencePacer`` fed with the reference score of the
/// last 30 s at the end of each breath.
///
/// It is coded as its rules' state; the beats of the last 30 s are lost, so that the first updates
/// after it are without a score.
public struct ReferencePacing: Pacer, Sendable {
    public static let limits = ReferencePacer.limits

    public private(set) var pacer: ReferencePacer
    private var coherence = LiveCoherence()
    private var lastBreathSeconds = -Double.infinity
    private var sound = SoundBeats()
    private var lastEndSeconds = -Double.infinity

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

    public var finding: ResonanceFinding {
        guard isLocked else { return .notDetermined("Not yet determined.") }
        return .bestTried(breathsPerMinute: pacer.breathsPerMinute)
    }

    public mutating func begin(_ breath: BreathCycle) {
        guard breath.startSeconds > lastBreathSeconds else { return }
        lastBreathSeconds = breath.startSeconds
        coherence.begin(breath)
    }

    public mutating func revise(_ revision: NNRevision) {
        coherence.revise(sound.sound(revision))
    }

    public mutating func breathEnded(atSeconds seconds: Double) {
        guard seconds.isFinite, seconds > lastEndSeconds else { return }
        lastEndSeconds = seconds
        pacer.update(elapsedSeconds: seconds, coherence: coherence.value(.reference).value)
    }
}

extension ReferencePacing: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try ReferencePacer(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws { try pacer.encode(to: encoder) }
}
