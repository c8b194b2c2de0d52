/// A second of a session. A value that there was none of is nil.
public struct SessionDataPoint: Sendable, Equatable, Codable {
    /// Since the session began, pauses included.
    public var seconds: Double
    /// Beats/min.
    public var heartRate: Double?
    /// ms.
    public var rmssd: Double?
    /// 0 ... 1.
    public var coherence: Double?
    /// The rate commanded.
    public var breathsPerMinute: Double?

    public init(
        seconds: Double, heartRate: Double? = nil, rmssd: Double? = nil, coherence: Double? = nil,
        breathsPerMinute: Double? = nil
    ) {
        self.seconds = seconds
        self.heartRate = heartRate
        self.rmssd = rmssd
        self.coherence = coherence
        self.breathsPerMinute = breathsPerMinute
    }
}

/// An R-R interval of a session, as it was measured.
public struct KeptBeat: Sendable, Equatable, Codable {
    /// Of the beat that ends it, since the session began, pauses included.
    public var seconds: Double
    public var intervalMs: Double
    /// What the correction found of it: `missed`, `extra`, `ectopic`, ...; nil for a sound one.
    public var fault: String?

    public init(seconds: Double, intervalMs: Double, fault: String? = nil) {
        self.seconds = seconds
        self.intervalMs = intervalMs
        self.fault = fault
    }
}

/// A moment that the person marked.
public struct KeptMark: Sendable, Equatable, Codable {
    public var seconds: Double
    public var label: String

    public init(seconds: Double, label: String) {
        self.seconds = seconds
        self.label = label
    }
}

/// What the pacer said when it decided something.
public struct KeptDecision: Sendable, Equatable, Codable {
    public var seconds: Double
    public var text: String

    public init(seconds: Double, text: String) {
        self.seconds = seconds
        self.text = text
    }
}

/// How likely a rate is the resonance frequency.
public struct KeptDensity: Sendable, Equatable, Codable {
    public var breathsPerMinute: Double
    /// Per breath/min; over all rates it adds up to 1.
    public var density: Double

    public init(breathsPerMinute: Double, density: Double) {
        self.breathsPerMinute = breathsPerMinute
        self.density = density
    }
}

/// All that the history has of a session.
public struct SessionDetails: Sendable, Equatable {
    public var session: BreathingSession
    /// In the order of time, as the rest.
    public var points: [SessionDataPoint] = []
    public var beats: [KeptBeat] = []
    public var marks: [KeptMark] = []
    public var decisions: [KeptDecision] = []
    /// Where the resonance frequency lies, as the pacer saw it last; nil where it knew nothing.
    public var curve: [KeptDensity]?
    /// The session before it, of the person's own or of those apart, as it is.
    public var previous: BreathingSession?

    public init(session: BreathingSession) { self.session = session }
}
