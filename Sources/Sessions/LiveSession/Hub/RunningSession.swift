import LivePipeline
import PhysioTypes
package import ResonanceBreathing

/// The properties of a session, from its beginning on.
package struct SessionInfo: Sendable, Equatable {
    /// `simulated`, `strap`, `bridge`, `replay`, `none` or `webBluetooth`.
    package var source: String
    /// Name of the sensor; nil where it is not known yet.
    package var name: String?
    package var pacer: String
    package var preset: String?
    /// ISO 8601 with the offset from UTC.
    package var startedAt: String
    /// nil: until it is ended.
    package var minutes: Double?
    /// The speed relative to a clock; 1 for a person.
    package var speed: Double
    package var haptics: HapticSettings
    /// True if beats are found in an ECG.
    package var wantsECG = false

    package init(
        source: String, name: String? = nil, pacer: String, preset: String? = nil,
        startedAt: String, minutes: Double?, speed: Double = 1,
        haptics: HapticSettings = HapticSettings()
    ) {
        self.source = source
        self.name = name
        self.pacer = pacer
        self.preset = preset
        self.startedAt = startedAt
        self.minutes = minutes
        self.speed = speed
        self.haptics = haptics
    }
}

/// State of a session that a client needs which joins in the middle of it.
struct RunningSession: Sendable {
    /// The figures of a second.
    struct Point: Sendable {
        let seconds: Double
        let figures: LiveFigures

        /// Time, heart rate, RMSSD, coherence, breathing rate.
        var row: [Double?] {
            [
                seconds, figures.heartRate.value, figures.rmssd.value, figures.coherence.value,
                figures.breathsPerMinute,
            ]
        }
    }

    var info: SessionInfo
    /// The progress of the session.
    var progress = SessionProgress()
    /// The figures of the last ``chartWindowSeconds``.
    private(set) var points: [Point] = []
    /// The announced phases, and some that are over.
    private var announcedCues: [PhaseCue] = []
    private(set) var decision: String?
    /// The data that are not stored from some moment on, and the reasons.
    private(set) var errors: [String] = []

    static let chartWindowSeconds = 60.0

    init(info: SessionInfo) { self.info = info }

    /// The cues of the present phase and of those announced.
    var cues: [PhaseCue] {
        announcedCues.filter { $0.startSeconds + $0.durationSeconds > progress.seconds }
    }

    var figures: (LiveFigures, Double)? { points.last.map { ($0.figures, $0.seconds) } }

    /// Takes a notice of the source, or of the parts that store the session.
    mutating func receive(_ notice: Notice) {
        if notice.kind == .warning, ["log", "history"].contains(notice.code) {
            errors.append(notice.text)
        }
    }

    /// Keeps of an output what the next to come must know.
    mutating func receive(_ output: LiveOutput) {
        switch output {
        case .phase(let cue):
            announcedCues = cues + [cue]
        case .stop: announcedCues.removeAll()
        case .decision(let text): decision = text
        case .beat, .breath, .tap, .notice, .figures: break
        }
    }

    mutating func receive(_ figures: LiveFigures, atSeconds time: Double) {
        points.append(Point(seconds: time, figures: figures))
        points.removeAll { $0.seconds <= time - Self.chartWindowSeconds }
    }

    private enum CodingKeys: String, CodingKey {
        case info = "about", progress = "moment", points, announcedCues = "announced", decision
        case errors = "faults"
    }
}
