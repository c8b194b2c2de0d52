import ArgumentParser
import CommandSupport
import SessionHistory

/// `hrv history list`: kept sessions, newest first.
struct HistoryListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the sessions, newest first.")

    @OptionGroup var dates: DateRangeOptions

    @Flag(name: .customLong("apart"), help: "Simulated and replayed sessions instead of one's own.")
    var excluded = false

    @Option(help: "How many at most.")
    var limit = 50

    @Option(
        help: ArgumentHelp(
            "Go on where the list before ended, as it says.", valueName: "place"))
    var before: String?

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        guard (1...100_000).contains(limit) else {
            throw ValidationError("--limit is 1 to 100000")
        }
    }

    func run() throws {
        try options.run { store, diagnostics in
            let page = try store.sessions(
                SessionQuery(
                    excluded ? .excluded : .own, limit: limit, cursor: before,
                    startedFrom: dates.first,
                    startedBefore: dates.end))
            try options.write(SessionTable.text(page.sessions, options.shape))
            if let next = page.next {
                diagnostics.summary(
                    "\(page.sessions.count) of \(page.total) sessions: --before \(next) goes on")
            }
        }
    }
}
