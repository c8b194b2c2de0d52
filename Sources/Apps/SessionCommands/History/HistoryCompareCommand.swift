import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import SessionHistory

/// `hrv history compare`: two sessions beside each other.
struct HistoryCompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare a session with the one before it, or with another.")

    @Argument(help: "Id of the session, its first digits, or last.")
    var session = "last"

    @Argument(help: "The one to compare it with (default: the one before it).")
    var other: String?

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, _ in
            let second = try store.details(try store.session(named: session))
            let first: BreathingSession
            if let other {
                first = try store.session(try store.session(named: other))
            } else if let previous = second.previous {
                first = previous
            } else {
                throw HistoryError.noSession("before \(second.session.id.uuidString.prefix(8))")
            }
            try options.write(text(SessionComparison(first, second.session)))
        }
    }

    private func text(_ comparison: SessionComparison) -> String {
        let (first, second) = (comparison.first, comparison.second)
        switch options.shape {
        case .table:
            return TextColumns.text(
                titles: ["", Self.dateText(first), Self.dateText(second), "change"],
                rows: comparison.rows.map {
                    [$0.name, $0.text($0.first), $0.text($0.second), $0.changeText ?? "–"]
                }, rightAligned: [false, true, true, true])
        case .csv:
            return "figure,first,second,change\n"
                + comparison.rows.map { row in
                    [row.field]
                        + [row.first, row.second, row.difference].map(SessionTable.number)
                }.map { $0.joined(separator: ",") + "\n" }.joined()
        case .json, .ndjson:
            func number(_ value: Double?) -> OrderedJSON { value.map { .number($0) } ?? .null }
            let object = OrderedJSON.object(
                [("first", .text(first.id.uuidString)), ("second", .text(second.id.uuidString))]
                    + comparison.rows.map { row in
                        (
                            row.field,
                            .object([
                                ("first", number(row.first)), ("second", number(row.second)),
                                ("change", number(row.difference)),
                            ])
                        )
                    })
            return (options.shape == .json ? object.prettyText : object.compactText) + "\n"
        }
    }

    private static func dateText(_ session: BreathingSession) -> String {
        String(
            LocalTime.text(session.startedAt, utcOffsetSeconds: session.utcOffsetSeconds)
                .prefix(10))
    }
}
