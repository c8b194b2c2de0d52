import Foundation
import LivePipeline
import LiveSession
import SensorProtocol
import TerminalView

/// What a session says on standard output.
final class LivePrinter {
    enum Style {
        /// Everything for the bridge.
        case replies
        /// The figures of every second.
        case metrics
        /// A line for a person every five seconds, and every decision of the pacer.
        case plain
        /// Nothing: the view shows it.
        case nothing
    }

    private let style: Style
    private let diagnostics: Diagnostics
    private let channel = LineChannel(input: STDIN_FILENO, output: STDOUT_FILENO)

    static let plainSeconds = 5

    /// Replies for a reader that is not waited for.
    private var queue = ReplyQueue()
    private let waits: Bool
    private let view: LiveView?
    /// Keeps what comes of the session.
    let history: LiveHistory
    private let dashboard: LiveDashboard?

    /// - Parameter waits: whether writing waits for the reader. A bridge by our clock is not waited for:
    ///   what it does not read is dropped, the figures first.
    /// - Parameter view: shows what comes of the session beside.
    init(
        style: Style, waits: Bool, view: LiveView?, history: LiveHistory,
        dashboard: LiveDashboard?, _ diagnostics: Diagnostics
    ) {
        self.style = style
        self.waits = waits
        self.view = view
        self.history = history
        self.dashboard = dashboard
        self.diagnostics = diagnostics
    }

    /// Writes what still waits, unless the reader does not take it within a second.
    func finish() throws(LineChannel.Closed) {
        var rounds = 0
        while let next = queue.next() {
            while !channel.isWritable {
                rounds += 1
                guard rounds < 100 else { return }
                usleep(10_000)
            }
            try channel.write([next])
        }
    }

    /// Writes what the reader takes now.
    private func flush() throws(LineChannel.Closed) {
        while channel.isWritable, let next = queue.next() { try channel.write([next]) }
        // Who asks and asks and never reads is let go, as at a socket.
        guard queue.count <= ReplyQueue.mostWaiting else { throw LineChannel.Closed() }
    }

    /// Serves the view and the page, where there are any: their keys and wishes act on the session.
    func serve(_ session: inout BridgeSession, atMicroseconds now: Int) {
        view?.serve(&session, atMicroseconds: now)
        dashboard?.room.serve(&session, hasBegun: session.messageCount > 0)
    }

    func take(
        _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession
    ) throws(LineChannel.Closed) {
        history.take(outputs, session)
        dashboard?.take(outputs, session)
        view?.take(outputs)
        var lines: [String] = []
        for output in outputs {
            switch output {
            case .reply(let reply): add(reply, to: &lines)
            case .live(let live): add(live, to: &lines)
            case .notice(let notice): diagnostics.notice("bridge", notice)
            case .mark, .battery, .log: break
            }
        }
        if !lines.isEmpty { try channel.write(lines) }
        try flush()
    }

    private func add(_ reply: BeatlineReply, to lines: inout [String]) {
        switch (style, reply) {
        case (.replies, _) where !waits, (.metrics, .metric) where !waits: queue.push(reply)
        case (.replies, _), (.metrics, .metric): lines.append(reply.text)
        case (_, .warning(let warning)):
            diagnostics.notice(
                "bridge",
                .init(
                    .warning, code: warning.code, warning.text ?? warning.code, line: warning.line))
        default: break
        }
    }

    private func add(_ live: LiveOutput, to lines: inout [String]) {
        guard style == .plain else { return }
        switch live {
        case .decision(let text): lines.append("        " + text)
        case .figures(let figures)
        where Int(figures.sessionSeconds.rounded()) % Self.plainSeconds == 0:
            lines.append(Self.line(figures))
        default: break
        }
    }

    static func line(_ figures: LiveFigures) -> String {
        let seconds = Int(figures.sessionSeconds.rounded())
        let time = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        let padded = String(repeating: " ", count: max(0, 6 - time.count)) + time
        let rate = figures.breathsPerMinute.map { "\(LiveSummary.tenths($0))/min" } ?? "–"
        return "\(padded)  heart \(LiveSummary.tenths(figures.heartRate.value))  RMSSD "
            + "\(LiveSummary.tenths(figures.rmssd.value)) ms  coherence "
            + "\(LiveSummary.percent(figures.coherence.value))  breath \(rate) "
            + "\(figures.pacing.rawValue)"
            + (figures.stream == .ok ? "" : "  \(figures.stream.rawValue)")
    }
}
