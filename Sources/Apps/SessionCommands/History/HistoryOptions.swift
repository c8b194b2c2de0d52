import ArgumentParser
import CommandSupport
import Foundation
import SessionHistory

/// The shapes in which a history is given.
enum HistoryShape: String, ExpressibleByArgument, CaseIterable {
    case table, csv, json, ndjson
}

extension HistoryShape: StandardOutputShape {}

/// The options for the history to use, and for how it is given. Spelled the same in every command.
struct HistoryOptions: ParsableArguments {
    @OptionGroup var location: DatabaseOption

    @Option(help: "Shape of the result (default: table on a terminal, csv otherwise).")
    var output: HistoryShape?

    @Flag(help: "Short for --output json.")
    var json = false

    @Flag(help: "Short for --output ndjson.")
    var ndjson = false

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "path"))
    var out: String?

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func validate() throws {
        guard [json, ndjson, output != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("choose one of --output, --json and --ndjson")
        }
    }

    var shape: HistoryShape {
        if json { return .json }
        if ndjson { return .ndjson }
        return output ?? (out == nil && Terminal.isStandardOutput ? .table : .csv)
    }

    var diagnostics: Diagnostics { Diagnostics(isQuiet: quiet) }

    /// Does something with the history, and turns what goes wrong into a sentence and a code.
    func run(
        _ action: (SessionStore, Diagnostics) throws -> Void
    ) throws {
        Interruption.install()
        let diagnostics = diagnostics
        do {
            try action(try location.open(diagnostics), diagnostics)
        } catch let error as HistoryError {
            throw error.exitCode(diagnostics)
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }

    /// Writes the whole result.
    func write(_ text: String) throws(OutputSink.Failure) {
        let sink = try OutputSink(path: out)
        try sink.write(text)
        try sink.finish()
    }
}

/// A range of dates. Spelled the same in every command.
struct DateRangeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The first day, such as 2026-11-01.", valueName: "date"))
    var from: String?

    @Option(help: ArgumentHelp("The last day.", valueName: "date"))
    var to: String?

    func validate() throws {
        for (name, text) in [("--from", from), ("--to", to)] {
            guard let text else { continue }
            guard LocalTime.day(text) != nil else {
                throw ValidationError("\(name) \(text): no date such as 2026-11-22")
            }
        }
        if let first, let end, first >= end {
            throw ValidationError("--to lies before --from")
        }
    }

    var first: Date? { from.flatMap { LocalTime.day($0)?.start } }
    /// The end of the last day.
    var end: Date? { to.flatMap { LocalTime.day($0)?.end } }
}

extension SessionStore {
    /// The session that a word on the command line means: an id, the beginning of one, or `last`.
    func session(named word: String) throws(HistoryError) -> UUID {
        if word == "last" {
            guard let last = try last() else {
                throw .noSession("is there yet")
            }
            return last.id
        }
        let ids = try ids(beginningWith: word)
        if ids.count > 1 {
            throw .invalidSetting(
                "\(word) begins the ids of \(ids.count) sessions: "
                    + ids.prefix(4).map(\.uuidString).joined(separator: ", "))
        }
        guard let id = ids.first else { throw .noSession(word) }
        return id
    }
}
