import CommandSupport
import Foundation
import LivePipeline
import LiveProtocol
import LiveSession
import PhysioTypes
import SensorProtocol
import TerminalView

/// The output of a session on standard output and on standard error.
final class LivePrinter: SessionObserver {
    enum Style {
        /// The figures of every second, as lines of the line protocol.
        case metrics
        /// The cues of the breath, as lines of the line protocol.
        case cues
        /// A line for a person every five seconds, and every decision of the pacer.
        case plain
        /// Nothing: the view shows it.
        case silent
        /// Nothing: a bridge is answered there, also with what was wrong with its lines.
        case bridgeReplies
        /// Nothing, and on standard error only what goes wrong.
        case errors
    }

    private let style: Style
    private let diagnostics: Diagnostics
    private let channel: LineChannel
    /// Lines for a reader that is not waited for.
    private var queue = ReplyQueue()
    private let waitsForReader: Bool
    private var isClosed = false

    static let plainLineIntervalSeconds = 5
    /// A terminal has so long for what it has not taken; ms.
    private static let closeTimeoutMs = 200

    /// - Parameter waitsForReader: whether writing waits for the reader; else what it does not read is dropped, the figures
    ///   first.
    init(style: Style, waitsForReader: Bool, _ diagnostics: Diagnostics) {
        self.style = style
        self.waitsForReader = waitsForReader
        channel = LineChannel(
            input: STDIN_FILENO, output: STDOUT_FILENO, waitsForTerminal: waitsForReader)
        self.diagnostics = diagnostics
    }

    /// The end, and no error, once no one reads any more.
    func drainCommands() -> [SessionCommand] { isClosed ? [.end] : [] }

    func notify(_ notice: Notice) {
        switch notice.kind {
        case .note where style == .errors: break
        case .note: diagnostics.summary(notice.text)
        default: diagnostics.error(notice.text, code: notice.code)
        }
    }

    func follow(_ progress: SessionProgress) { flush() }

    /// Writes what still waits, unless the reader does not take it within a second.
    func sessionEnded() {
        let end = ContinuousClock.now + .seconds(1)
        while !isClosed, !queue.isEmpty, ContinuousClock.now < end {
            flush()
            if !queue.isEmpty { usleep(10_000) }
        }
        channel.drain(withinMs: Self.closeTimeoutMs)
    }

    func receive(
        _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
        atMicroseconds now: Int
    ) {
        var lines: [String] = []
        for output in outputs {
            switch output {
            case .reply(let reply): add(reply, to: &lines)
            case .live(let live): add(live, to: &lines)
            case .notice(let notice) where style != .errors:
                diagnostics.notice("bridge", notice)
            case .notice: break
            case .mark, .battery, .log: break
            }
        }
        if !lines.isEmpty { attempt { try channel.write(lines) } }
        flush()
    }

    /// Writes what the reader takes now.
    private func flush() {
        attempt {
            while channel.isWritable, let next = queue.next() { try channel.write([next]) }
        }
        // Who never reads is let go, as at a socket.
        if queue.count > ReplyQueue.maxPendingReplies { isClosed = true }
    }

    private func attempt(_ write: () throws -> Void) {
        guard !isClosed else { return }
        do { try write() } catch { isClosed = true }
    }

    private func add(_ reply: BeatlineReply, to lines: inout [String]) {
        switch (style, reply) {
        case (.metrics, .metric), (.cues, .pace), (.cues, .haptic):
            if waitsForReader { lines.append(reply.text) } else { queue.push(reply) }
        case (.bridgeReplies, _), (.errors, _): break
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
        where Int(figures.sessionSeconds.rounded()) % Self.plainLineIntervalSeconds == 0:
            lines.append(Self.line(figures))
        default: break
        }
    }

    static func line(_ figures: LiveFigures) -> String {
        let seconds = Int(figures.sessionSeconds.rounded())
        let clockText = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        let padded = String(repeating: " ", count: max(0, 6 - clockText.count)) + clockText
        let rate = figures.breathsPerMinute.map { "\(LiveSummary.tenths($0))/min" } ?? "–"
        return "\(padded)  heart \(LiveSummary.tenths(figures.heartRate.value))  RMSSD "
            + "\(LiveSummary.tenths(figures.rmssd.value)) ms  coherence "
            + "\(LiveSummary.percent(figures.coherence.value))  pacer \(rate) "
            + "\(figures.pacing.rawValue)\(Self.respirationText(figures))"
            + (figures.stream == .ok ? "" : "  \(figures.stream.rawValue)")
    }

    /// The rate that the person breathes at, where it is known, and whether it is the pacer's.
    private static func respirationText(_ figures: LiveFigures) -> String {
        let rate = figures.respiration.value.map { ", breath \(LiveSummary.tenths($0))/min" } ?? ""
        return switch figures.followOutcome {
        case .following: rate + ", followed"
        case .notFollowing: rate + ", not followed"
        case .unknown, nil: rate
        }
    }
}
