import CommandSupport
import Foundation
import LiveSession
import TerminalView

extension LiveCommand {
    /// True where the full-screen view is shown: standard output is a terminal, the session runs in time with
    /// the clock, and the keys can come from somewhere.
    var showsView: Bool {
        let readsTerminal = bridge == "-" && isatty(STDIN_FILENO) == 1
        let isRealTime = clock == .wall || (clock == nil && (dashboard || !source.isExcluded))
        let terminalType = ProcessInfo.processInfo.environment["TERM"] ?? ""
        return Terminal.isStandardOutput && !ndjson && isRealTime && !readsTerminal
            && !["", "dumb"].contains(terminalType)
    }

    /// The full-screen view; nil where it is not shown.
    func view(minutes: Double?) -> LiveView? {
        guard showsView else { return nil }
        let environment = ProcessInfo.processInfo.environment
        let notice = FirstRunNotice(environment: environment)
        return LiveView(
            title: title, durationSeconds: minutes.map { 60 * $0 },
            keys: bridge != "-" && isatty(STDIN_FILENO) == 1
                ? .standardInput : .controllingTerminal,
            notice: notice.isDue ? notice : nil, environment: environment)
    }

    /// Shows the notice before the lines, once, if they are shown on a terminal.
    func showNotice() {
        guard Terminal.isStandardOutput, isatty(STDERR_FILENO) == 1, !ndjson else { return }
        let notice = FirstRunNotice(environment: ProcessInfo.processInfo.environment)
        guard notice.isDue else { return }
        for sentence in FirstRunNotice.sentences {
            Diagnostics(isQuiet: false).summary(sentence)
        }
        notice.markShown()
    }
}
