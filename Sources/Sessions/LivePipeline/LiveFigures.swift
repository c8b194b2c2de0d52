public import PhysioTypes
public import ResonanceBreathing

/// The figures that a live session shows, once a second.
public struct LiveFigures: Sendable, Equatable {
    /// The quality of the stream of beats.
    public enum StreamStatus: String, Sendable, CaseIterable {
        case ok
        /// Nothing came for ``LiveFigures/staleThresholdSeconds``.
        case stale
        /// The link is gone, or nothing came for a minute.
        case lost
        /// The electrodes do not touch the skin.
        case noContact = "no_contact"
    }

    /// The state of the pacer.
    public enum Pacing: String, Sendable {
        case adapting, locked, fixed
        /// No pacer leads.
        case none
    }

    /// A number, or why there is none.
    public struct Figure: Sendable, Equatable {
        public let value: Double?
        public let missing: MissingReason?

        init(_ value: Double) { (self.value, missing) = (value, nil) }
        init(missing: MissingReason) { (value, self.missing) = (nil, missing) }

        init(_ value: Double?, else reason: MissingReason) {
            self.value = value
            missing = value == nil ? reason : nil
        }
    }

    /// Silence after which no figure holds; s.
    public static let staleThresholdSeconds = 15.0
    public static let lostThresholdSeconds = 60.0

    /// The time since the session began, without its pauses; s.
    public let sessionSeconds: Double
    /// The heart rate of the last beats; beats/min.
    public let heartRate: Figure
    /// ms.
    public let rmssd: Figure
    public let rmssdWindowSeconds: Double
    /// The default score; 0 ... 1.
    public let coherence: Figure
    /// Window of the coherence; s.
    public let coherenceWindowSeconds: Double
    /// The rate commanded; breaths/min; nil where nothing is.
    public let breathsPerMinute: Double?
    public let pacing: Pacing
    public let phase: PacerPhase?
    /// The resonance frequency; breaths/min, and its standard deviation.
    public let resonance: Figure
    public let resonanceDeviation: Double?
    /// The rate that the person breathes at; breaths/min.
    public let respiration: Figure
    public let followOutcome: FollowVerdict.Outcome?
    /// Latency of the sensor's beats, as it is estimated or expected; nil where nothing is known of it.
    public let latency: LatencyEstimate?
    /// True if responses of the heart in this session took part in ``latency``.
    public let isLatencyMeasured: Bool
    /// Share of the RMSSD window that NN intervals cover; 0 ... 1.
    public let coverage: Double
    public let correctedShare: Double
    public let stream: StreamStatus
}
