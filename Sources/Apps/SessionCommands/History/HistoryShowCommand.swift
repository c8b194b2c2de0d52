import ArgumentParser
import CommandSupport
import SessionHistory

/// `hrv history show`: one session.
struct HistoryShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a session: what it came to, and second by second.")

    @Argument(help: "Id of the session, its first digits, or last.")
    var session = "last"

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, _ in
            let details = try store.details(try store.session(named: session))
            switch options.shape {
            case .table: try options.write(SessionText.text(details))
            case .csv: try options.write(SessionExportFormat.csv.text(of: details))
            case .json:
                try options.write(
                    SessionExportFormat.json(SessionDocument(details), isPretty: true) + "\n")
            case .ndjson:
                try options.write(SessionExportFormat.json(SessionDocument(details)) + "\n")
            }
        }
    }
}
