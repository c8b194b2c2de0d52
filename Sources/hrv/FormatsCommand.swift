import ArgumentParser
import HRVReports
import PhysioRecordings

/// `hrv formats`: what is read and written.
struct FormatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats", abstract: "List the formats that are read and written.")

    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case table, json
    }

    @Option(help: "Shape of the list.")
    var output: Shape = .table

    @Flag(help: "Short for --output json.")
    var json = false

    private static let written: [(name: String, summary: String)] = [
        ("table", "text for a terminal, rounded"),
        ("csv", "one row a recording or window, full precision"),
        ("json", "one document: an array of rows"),
        ("ndjson", "one row a line, as soon as it is ready"),
        ("html", "one self-contained page with figures"),
        ("svg", "one drawing, of hrv spectrum and hrv correct"),
    ]

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: false)
        Interruption.install()
        do throws(OutputSink.Failure) {
            let sink = try OutputSink(path: nil)
            try sink.write(json || output == .json ? document : table)
            try sink.finish()
        } catch {
            throw AnalyzeCommand.exitCode(error, diagnostics)
        }
    }

    private var table: String {
        func lines(_ rows: [(name: String, summary: String)]) -> String {
            rows.map { row in
                let space = String(repeating: " ", count: max(1, 22 - row.name.count))
                return "  \(row.name)\(space)\(row.summary)\n"
            }.joined()
        }
        return "Read:\n" + lines(RecordingFormat.all.map { ($0.name, $0.summary) })
            + "Written:\n" + lines(Self.written)
    }

    private var document: String {
        func array(_ rows: [(name: String, summary: String)]) -> JSONText {
            .array(
                rows.map { .object([("name", .text($0.name)), ("summary", .text($0.summary))]) })
        }
        return JSONText.object([
            ("read", array(RecordingFormat.all.map { ($0.name, $0.summary) })),
            ("written", array(Self.written)),
        ]).pretty + "\n"
    }
}
