import Foundation
import LivePipeline
package import LiveSession

/// The full-screen view of a session by our clock: draws it, and does what the keys say.
///
/// Before the session it waits for the notice to be read and for the sensor's signal; so long the session
/// is paused. While the view is there, messages to standard error wait for its end.
package final class LiveView {
    private let terminal: TerminalScreen
    private let style: ScreenStyle
    private var screen = LiveScreen()
    private var keys = TerminalKeys()
    private var notice: FirstRunNotice?
    /// nil where nothing is checked, or all was found good.
    private var readiness: SessionReadiness?
    private var isFound = false
    private var hasBegun = false
    /// When the last frame was drawn, and the session looked at; s of the system's clock.
    private var drawnSeconds = -Double.infinity
    private var lookedSeconds = -Double.infinity
    private var nowSeconds = 0.0
    package private(set) var isEndedByKey = false
    /// Addresses of the page beside it, for one more browser; none where there is no page.
    package var newLinks: () -> [String] = { [] }

    /// At most so often, which makes some 20 a second of it; s.
    private static let frameSeconds = 0.035
    private static let lookSeconds = 0.5

    /// - Parameter notice: to be read first; nil where it was read before.
    /// - Parameter readiness: nil where nothing is checked.
    package init(
        title: String, durationSeconds: Double?, keys: TerminalScreen.Keys,
        notice: FirstRunNotice?, readiness: SessionReadiness?, environment: [String: String]
    ) {
        HeldMessages.hold()
        TerminalStops.install()
        terminal = TerminalScreen(keys: keys)
        style = ScreenStyle(environment: environment)
        screen.title = title
        screen.durationSeconds = durationSeconds
        self.notice = notice
        self.readiness = readiness
    }

    /// Gives the terminal back; nothing is drawn any more.
    package func close() {
        terminal.leave()
        HeldMessages.release()
    }

    package func take(_ outputs: [BridgeSession.Output]) {
        for output in outputs {
            screen.take(output, atSeconds: nowSeconds)
            readiness?.take(output)
        }
    }

    /// The sensor, or the bridge, is there.
    package func found(_ name: String) {
        if !name.isEmpty { screen.title = name }
        if !isFound { screen.hush() }
        isFound = true
        readiness?.found(name)
    }

    package func charge(_ percent: Int) { take([.battery(percent: percent)]) }

    package func tell(_ text: String) { screen.tell(text, atSeconds: nowSeconds) }

    /// Keys, then a frame, each where it is due; to be called at least twenty times a second.
    ///
    /// - Parameter now: of the session; us.
    package func serve(_ session: inout BridgeSession, atMicroseconds now: Int) {
        nowSeconds = Double(now) / 1e6
        TerminalStops.serve(terminal)
        for key in keys.read(terminal.keys()) { press(key, &session) }
        look(&session)
        hold(&session)
        draw(session)
    }

    // MARK: Keys

    private func press(_ key: LiveKey, _ session: inout BridgeSession) {
        switch key {
        case .end:
            isEndedByKey = true
            session.end()
        case .goOn where notice != nil:
            notice?.remember()
            notice = nil
        case .begin where notice == nil: readiness = nil
        case .help where hasBegun: screen.showsHelp.toggle()
        case .pause where hasBegun:
            if session.isPaused { session.resume() } else { session.pause() }
        case .mark where hasBegun: session.mark("mark \(screen.markCount + 1)")
        case .link: for link in newLinks() { tell(link) }
        case .goOn, .begin, .help, .pause, .mark: break
        }
    }

    // MARK: Before the session

    /// The session is paused until nothing stands in its way.
    private func hold(_ session: inout BridgeSession) {
        guard !hasBegun else { return }
        if readiness?.isReady == true { readiness = nil }
        if notice == nil, readiness == nil {
            hasBegun = true
            session.resume()
        } else {
            session.pause()
        }
    }

    /// Without a pause figures come by themselves.
    private func look(_ session: inout BridgeSession) {
        let now = Self.clockSeconds()
        guard session.isPaused, now - lookedSeconds >= Self.lookSeconds else { return }
        lookedSeconds = now
        let figures = session.figures()
        screen.take(figures, atSeconds: nowSeconds)
        readiness?.look(figures, atSeconds: nowSeconds)
    }

    // MARK: Drawing

    private func draw(_ session: borrowing BridgeSession) {
        let now = Self.clockSeconds()
        guard now - drawnSeconds >= Self.frameSeconds, terminal.isFree() else { return }
        drawnSeconds = now
        screen.activeSeconds = session.activeSeconds
        screen.isPaused = session.isPaused
        screen.gate = notice != nil ? .notice : readiness.map { .checks($0.checks) }
        let size = terminal.size
        let lines = screen.lines(
            columns: size.columns, rows: size.rows, style: style, atSeconds: nowSeconds)
        terminal.draw(lines, size)
    }

    private static func clockSeconds() -> Double {
        ProcessInfo.processInfo.systemUptime
    }
}
