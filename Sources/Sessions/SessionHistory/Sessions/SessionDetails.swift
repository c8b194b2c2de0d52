/// A second of a session. A value that there was none of is nil.
package struct SessionDataPoint: Sendable, Equatable, Codable {
    /// The time since the session began, pauses included.
    package var seconds: Double
    /// Beats/min.
    package var heartRate: Double?
    /// ms.
    package var rmssd: Double?
    /// 0 ... 1.
    package var coherence: Double?
    /// The rate commanded.
    package var breathsPerMinute: Double?

    package init(
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
package struct StoredBeat: Sendable, Equatable, Codable {
    /// The time of the beat that ends it, since the session began, pauses included.
    package var seconds: Double
    package var intervalMs: Double
    /// The kind of artefact that the correction found: `missed`, `extra`, `ectopic`, ...; nil for a
    /// sound interval.
    package var artefact: String?

    package init(seconds: Double, intervalMs: Double, artefact: String? = nil) {
        self.seconds = seconds
        self.intervalMs = intervalMs
        self.artefact = artefact
    }

    private enum CodingKeys: String, CodingKey {
        case seconds, intervalMs
        case artefact = "fault"
    }
}

/// A moment that the person marked.
package struct StoredMark: Sendable, Equatable, Codable {
    package var seconds: Double
    package var label: String

    package init(seconds: Double, label: String) {
        self.seconds = seconds
        self.label = label
    }
}

/// The explanation of a decision by the pacer.
package struct StoredDecision: Sendable, Equatable, Codable {
    package var seconds: Double
    package var text: String

    package init(seconds: Double, text: String) {
        self.seconds = seconds
        self.text = text
    }
}

/// The probability density of a rate as the resonance frequency.
package struct StoredDensity: Sendable, Equatable, Codable {
    package var breathsPerMinute: Double
    /// The density per breath/min; over all rates it adds up to 1.
    package var density: Double

    package init(breathsPerMinute: Double, density: Double) {
        self.breathsPerMinute = breathsPerMinute
        self.density = density
    }
}

/// All that the history has of a session.
package struct SessionDetails: Sendable, Equatable {
    package var session: BreathingSession
    /// The points in the order of time, as the rest.
    package var points: [SessionDataPoint] = []
    package var beats: [StoredBeat] = []
    package var marks: [StoredMark] = []
    package var decisions: [StoredDecision] = []
    /// The distribution of the resonance frequency in the pacer's last estimate; nil where it knew
    /// nothing.
    package var resonanceDensityCurve: [StoredDensity]?
    /// The session before it, of the person's own or of the excluded ones, as it is.
    package var previous: BreathingSession?

    package init(session: BreathingSession) { self.session = session }
}
