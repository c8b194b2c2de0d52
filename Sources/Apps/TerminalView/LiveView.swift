import Foundation
package import LiveProtocol
package import LiveSession
package import PhysioTypes

/// The full-screen view of a session by our clock: draws it, and does what the keys say.
///
/// The session does not begin before the notice was read. While the view is there, messages to standard error wait
/// for its end.
package final class LiveView: SessionObserver {
    private let terminal: TerminalScreen
    private let style: ScreenStyle
    private var screen = LiveScreen()
    private var keys = TerminalKeys()
    private var notice: FirstRunNotice?
    private var hasSeenStart = false
    private var hasStartChecks = false
    private var hasBegun = false
    private var commands: [SessionCommand] = []
    /// The time at which the last frame was drawn; s of the system's clock.
    private var lastDrawSeconds = -Double.infinity
    private var nowSeconds = 0.0
    /// Addresses of the page beside it, for one more browser; none where there is no page.
    package var makeLinks: () -> [String] = { [] }

    /// The shortest time between two frames, which makes some 20 a second; s.
    private static let frameSeconds = 0.035

    package let maxWaitMs = 50.0

    /// - Parameter notice: to be read first; nil where it was read before.
    package init(
        title: String, durationSeconds: Double?, keys: TerminalScreen.Keys,
        notice: FirstRunNotice?, environment: [String: String]
    ) {
        HeldMessages.hold()
        TerminalSuspension.install()
        terminal = TerminalScreen(keys: keys)
        style = ScreenStyle(environment: environment)
        screen.title = title
        screen.durationSeconds = durationSeconds
        self.notice = notice
    }

    package var delaysStart: Bool { notice != nil }

    /// Gives the terminal back; nothing is drawn any more.
    package func close() {
        terminal.leave()
        HeldMessages.release()
    }

    package func sessionEnded() { close() }

    package func receive(
        _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
        atMicroseconds now: Int
    ) {
        for output in outputs { screen.receive(output, atSeconds: nowSeconds) }
    }

    package func notify(_ notice: Notice) { showMessage(notice.text) }

    /// A sentence for some seconds.
    package func showMessage(_ text: String) { screen.showMessage(text, atSeconds: nowSeconds) }

    package func drainCommands() -> [SessionCommand] {
        defer { commands.removeAll() }
        return commands
    }

    /// Keys, then a frame, each where it is due.
    package func follow(_ moment: SessionProgress) {
        nowSeconds = moment.seconds
        hasStartChecks = moment.checks != nil
        if moment.hasBegun, !hasSeenStart {
            hasSeenStart = true
            screen.clearMessage()
        }
        if let name = moment.deviceName { screen.title = name }
        hasBegun = hasBegun || (!hasStartChecks && notice == nil)
        TerminalSuspension.handleRequests(terminal)
        for key in keys.read(terminal.keys()) { handleKey(key) }
        if let figures = moment.figuresDuringPause {
            screen.receive(figures, atSeconds: nowSeconds)
        }
        draw(moment)
    }

    // MARK: Keys

    private func handleKey(_ key: LiveKeyCommand) {
        switch key {
        case .end: commands.append(.end)
        case .proceed where notice != nil:
            notice?.markShown()
            notice = nil
        case .begin where notice == nil && hasStartChecks: commands.append(.begin)
        case .help where hasBegun: screen.showsHelp.toggle()
        case .pause where hasBegun: commands.append(.pauseOrResume)
        case .mark where hasBegun: commands.append(.mark("mark \(screen.markCount + 1)"))
        case .link: for link in makeLinks() { showMessage(link) }
        case .proceed, .begin, .help, .pause, .mark: break
        }
    }

    // MARK: Drawing

    private func draw(_ progress: SessionProgress) {
        let now = Self.clockSeconds()
        guard now - lastDrawSeconds >= Self.frameSeconds, terminal.isReadyToDraw() else { return }
        lastDrawSeconds = now
        screen.activeSeconds = progress.activeSeconds
        screen.isPaused = progress.isPaused
        screen.prompt = notice != nil ? .notice : progress.checks.map { .checks($0) }
        let size = terminal.size
        let lines = screen.lines(
            columns: size.columns, rows: size.rows, style: style, atSeconds: nowSeconds)
        terminal.draw(lines, size)
    }

    private static func clockSeconds() -> Double {
        ProcessInfo.processInfo.systemUptime
    }
}
