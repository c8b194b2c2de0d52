import ArgumentParser
import CommandSupport
import HealthHistory
import HealthTimeline
import PhysioTypes

/// `hrv health export`: what is kept, for other programs.
struct HealthExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the kept records as JSON or CSV, or the beats as R-R intervals.",
        discussion: """
            json is one object of samples, sleep, stretches and workouts; csv a row a record; rr every \
            R-R interval of the watch's stretches and of FIT files, one a line, in ms; a line with # \
            says when a stretch began, and where a beat is missing. Days as hrv health timeline makes \
            them are given by hrv health timeline --json.

            Devices are given by model: names, which may be those of persons, with --names alone.
            """)

    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case json, csv, rr
    }

    @Option(help: "Shape of the result (default: json).")
    var output: Shape?

    @Flag(help: "Short for --output json.")
    var json = false

    @Option(help: ArgumentHelp("The first day, such as 2026-11-01.", valueName: "date"))
    var from: CivilDate?

    @Option(help: ArgumentHelp("The last day.", valueName: "date"))
    var to: CivilDate?

    @Flag(help: "Sources by their names, which may be those of persons, instead of by model.")
    var names = false

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "path"))
    var out: String?

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    @OptionGroup var location: HealthLocationOption

    func validate() throws {
        if json, output != nil { throw ValidationError("choose one of --output and --json") }
        if let from, let to, to < from { throw ValidationError("--to lies before --from") }
    }

    func run() throws {
        try HealthOptions.run(at: location, Diagnostics(isQuiet: quiet)) { store, diagnostics in
            let clock = try HealthDateContext(store)
            let fromMs = from.map(clock.startMs) ?? .min
            let toMs = to.map { clock.startMs(of: $0.adding(days: 1)) } ?? .max
            let records = HealthRecordsText(
                try store.data(fromMs: fromMs, toMs: toMs), within: fromMs..<toMs,
                showsSourceNames: names)
            let sink = try OutputSink(path: out)
            switch output ?? .json {
            case .json:
                try sink.write(records.json, isPretty: false)
                try sink.write("\n")
            case .csv: for line in records.csvLines { try sink.write(line) }
            case .rr: for line in records.intervalLines { try sink.write(line) }
            }
            try sink.finish()
            try store.reportIfEmpty(diagnostics)
        }
    }
}
