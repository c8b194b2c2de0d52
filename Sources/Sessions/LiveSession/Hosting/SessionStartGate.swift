import LivePipeline
import LiveProtocol

/// The conditions for the beginning of a session: checks of the sensor, and text that a person has
/// to read.
///
/// So long the session is paused. During every pause it looks twice a second how things are.
struct SessionStartGate {
    /// nil where nothing is checked, or all was found good.
    private var readiness: SessionReadiness?
    private let source: SessionReadiness.Source?
    /// True if the session has begun.
    private(set) var hasSessionBegun = false
    /// Everything as of the last look, of a paused session.
    private(set) var figures: LiveFigures?
    private var lastCheckInstant: ContinuousClock.Instant?

    private static let checkInterval = Duration.milliseconds(500)

    /// - Parameter source: what is checked; nil: nothing.
    init(_ source: SessionReadiness.Source?) {
        self.source = source
        readiness = source.map { SessionReadiness($0) }
    }

    /// The checks and their states; nil where nothing is checked.
    var checks: [SessionReadiness.Check]? { readiness?.checks }

    mutating func receive(_ outputs: [BridgeSession.Output]) {
        guard readiness != nil else { return }
        for output in outputs { readiness?.receive(output) }
    }

    /// Looks at a paused session, where it is time.
    mutating func updateChecks(_ session: inout BridgeSession) {
        guard session.isPaused else { return figures = nil }
        let now = ContinuousClock.now
        guard lastCheckInstant.map({ now - $0 >= Self.checkInterval }) ?? true else { return }
        lastCheckInstant = now
        let figures = session.figures()
        self.figures = figures
        if session.messageCount > 0 { readiness?.recordSensorFound(session.deviceName ?? "") }
        readiness?.update(figures, atSeconds: session.seconds)
    }

    /// Pauses the session until nothing stands in its way, and then lets it begin.
    ///
    /// - Parameter isDelayed: whether a person still has something to do.
    mutating func pauseUntilReady(_ session: inout BridgeSession, isDelayed: Bool) {
        guard !hasSessionBegun else { return }
        if readiness?.isReady == true { readiness = nil }
        if readiness == nil, !isDelayed {
            hasSessionBegun = true
            session.resume()
        } else {
            session.pause()
        }
    }

    /// The session begins whatever the checks say.
    mutating func skipChecks() { readiness = nil }

    /// Another device counts: the beats so far say nothing of it.
    mutating func restartChecks() {
        if readiness != nil { readiness = source.map { SessionReadiness($0) } }
    }
}
