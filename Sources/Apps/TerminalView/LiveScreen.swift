import LivePipeline
import LiveProtocol
import LiveSession
import PhysioTypes
import SensorProtocol

/// The full-screen view of a session: a value, made of what the session reports.
///
/// ``lines(columns:rows:style:atSeconds:)`` draws it. Nothing here knows a terminal or a clock.
struct LiveScreen {
    /// The state in which the view waits before a session continues.
    enum Prompt: Equatable {
        /// The person has the notice of the first run to read.
        case notice
        /// The checks so far.
        case checks([SessionReadiness.Check])
    }

    /// The name of the source, such as a strap's.
    var title = ""
    var batteryPercent: Int?
    /// Length of the session; s; nil: until it is ended.
    var durationSeconds: Double?
    /// The time since the session began, without pauses; s.
    var activeSeconds = 0.0
    var isPaused = false
    var prompt: Prompt?
    var showsHelp = false
    /// The numbers of the session, from the first beats on.
    private(set) var figures: LiveFigures?
    private(set) var figuresTimeSeconds = -Double.infinity
    /// The beats of the last minute.
    private(set) var beats: [LiveBeat] = []
    /// The last two that were announced; none once pacing has stopped.
    private(set) var breaths: [BreathCycle] = []
    /// The explanation of the pacer.
    private(set) var explanation = ""
    private(set) var markCount = 0
    /// The time of the first beat; s.
    private var firstBeatSeconds: Double?
    private var message: (text: String, untilSeconds: Double)?

    /// A message stays so long; s.
    static let messageSeconds = 8.0
    /// Figures that are older are not shown: they come every second.
    static let maxFiguresAgeSeconds = 3.0

    // MARK: What a session says

    /// - Parameter now: s of the session, pauses included, as in all that follows.
    mutating func receive(_ output: BridgeSession.Output, atSeconds now: Double) {
        switch output {
        case .live(let live): receive(live, atSeconds: now)
        case .battery(let percent): batteryPercent = percent
        case .notice(let notice): showMessage(notice.text, atSeconds: now)
        case .reply(.warning(let warning)):
            let location = warning.line.map { "line \($0): " } ?? ""
            showMessage(location + (warning.text ?? warning.code), atSeconds: now)
        case .mark(let label, _):
            markCount += 1
            showMessage("marked: \(label)", atSeconds: now)
        case .reply, .log: break
        }
    }

    private mutating func receive(_ live: LiveOutput, atSeconds now: Double) {
        switch live {
        case .beat(let beat):
            firstBeatSeconds = firstBeatSeconds ?? beat.timeSeconds
            beats.append(beat)
            beats.removeAll { $0.timeSeconds < now - 2 * HeartRateStrip.seconds }
        case .breath(let breath): breaths = breaths.suffix(1) + [breath.cycle]
        case .stop: breaths = []
        case .decision(let text): explanation = text
        case .figures(let figures): receive(figures, atSeconds: now)
        // A warning says it too.
        case .notice, .phase, .tap: break
        }
    }

    mutating func receive(_ figures: LiveFigures, atSeconds now: Double) {
        (self.figures, figuresTimeSeconds) = (figures, now)
    }

    /// A sentence for some seconds.
    mutating func showMessage(_ text: String, atSeconds now: Double) {
        message = (ScreenText.sanitized(text), now + Self.messageSeconds)
    }

    mutating func clearMessage() { message = nil }

    // MARK: What holds now

    func message(atSeconds now: Double) -> String? {
        message.flatMap { now < $0.untilSeconds ? $0.text : nil }
    }

    /// nil where they are too old to show.
    func figures(atSeconds now: Double) -> LiveFigures? {
        now - figuresTimeSeconds <= Self.maxFiguresAgeSeconds ? figures : nil
    }

    /// True while the windows of the numbers are not full of beats yet, for want of time.
    var isSettling: Bool {
        guard let figures else { return true }
        return figuresTimeSeconds - (firstBeatSeconds ?? figuresTimeSeconds)
            < figures.rmssdWindowSeconds
    }

    func position(atSeconds now: Double) -> BreathPosition? {
        breaths.reversed().lazy.compactMap { $0.position(atSeconds: now) }.first
    }
}
