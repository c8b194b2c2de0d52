public import PhysioTypes

/// The reference pacer on a stream of beats: ``ReferencePacer`` fed with the reference score of the
/// last 30 s at the end of each breath.
///
/// One that is coded and taken up again goes on; its scores may then differ by 1e-10.
public struct LiveReferencePacer: Pacer, Sendable {
    public static let limits = ReferencePacer.limits

    /// The rules, with their phase and rate.
    public private(set) var pacer: ReferencePacer
    private var coherence = LiveCoherence()
    private var lastBreathSeconds = -Double.greatestFiniteMagnitude
    private var beatFilter = ValidBeatFilter()
    private var firstBeatSeconds: Double?
    private var newestBeatSeconds: Double?
    private var lastBreathEndSeconds = -Double.greatestFiniteMagnitude

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
    public var isAdaptive: Bool { true }
    public var estimate: ResonanceEstimate? { nil }
    public var densities: [(breathsPerMinute: Double, density: Double)]? { nil }
    public var savedState: SavedPacer? { .reference(self) }
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
        let validRevision = self.beatFilter.filterRevision(revision)
        coherence.revise(validRevision)
        if let first = validRevision.beats.first, firstBeatSeconds == nil {
            firstBeatSeconds = first.endSeconds
        }
        newestBeatSeconds = validRevision.beats.last?.endSeconds ?? newestBeatSeconds
    }

    public mutating func breathEnded(atSeconds seconds: Double) {
        guard seconds.isFinite, seconds > lastBreathEndSeconds else { return }
        lastBreathEndSeconds = seconds
        pacer.update(elapsedSeconds: seconds, coherence: score(atSeconds: seconds))
    }
}

extension LiveReferencePacer {
    /// Beats that a score needs, from the first to the newest; s: 32 samples at 4 Hz.
    static let minBeatSpanSeconds = 8.0
    /// A beat older than this is none of now; s.
    static let maxBeatAgeSeconds = 10.0

    /// The reference score of the last 30 s; nil where the beats are too few, or none of now.
    private mutating func score(atSeconds seconds: Double) -> Double? {
        guard let first = firstBeatSeconds, let newest = newestBeatSeconds,
            newest - first >= Self.minBeatSpanSeconds,
            newest >= seconds - Self.maxBeatAgeSeconds
        else { return nil }
        return coherence.value(.reference).value
    }
}

extension LiveReferencePacer: Codable {
    private enum CodingKeys: String, CodingKey {
        case pacer, coherence, lastBreathSeconds, beatFilter = "sound", firstBeatSeconds,
            newestBeatSeconds
        case lastBreathEndSeconds = "lastEndSeconds"
    }

    /// - Throws: `DecodingError` also for a rate outside the limits.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        pacer = try values.decode(ReferencePacer.self, forKey: .pacer)
        coherence = try values.decode(LiveCoherence.self, forKey: .coherence)
        lastBreathSeconds = try values.decode(Double.self, forKey: .lastBreathSeconds)
        beatFilter = try values.decode(ValidBeatFilter.self, forKey: .beatFilter)
        firstBeatSeconds = try values.decodeIfPresent(Double.self, forKey: .firstBeatSeconds)
        newestBeatSeconds = try values.decodeIfPresent(Double.self, forKey: .newestBeatSeconds)
        lastBreathEndSeconds = try values.decode(Double.self, forKey: .lastBreathEndSeconds)
        guard isWithinLimits(command) else {
            throw DecodingError.invalid(decoder, "a saved pacer has a rate outside its limits")
        }
    }
}
