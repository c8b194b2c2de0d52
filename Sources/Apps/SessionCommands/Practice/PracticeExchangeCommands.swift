import ArgumentParser
import CommandSupport
import Foundation
import PhysioTypes
import PracticeRuntime
import RecordingFiles
import SessionHistory

/// `hrv practice export`: the log as a file.
struct PracticeExportCommand: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case own, health }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the log to take it elsewhere.",
        discussion: """
            hrv practice export --output csv --out practice.csv
            hrv practice export --format health --json --out mindful.json

            The own format holds everything and is read again without a loss. The format health has the attributes \
            of Apple's health records, and no plans, notes and ratings.
            """)

    @Option(help: "own or health.")
    var format = Format.own

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, _ in
            let entries = try store.practices()
            let isJSON = options.shape == .json || options.shape == .ndjson
            let text =
                switch (format, isJSON) {
                case (.own, true): PracticeDocument.text(entries)
                case (.own, false): PracticeTableFile.text(entries)
                case (.health, true): HealthRecordFile.json(entries)
                case (.health, false): HealthRecordFile.csv(entries)
                }
            try options.write(text)
        }
    }
}

/// `hrv practice import`: entries out of files.
struct PracticeImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take in what another program or another history has kept.",
        discussion: """
            Read are files of hrv practice export, mindful minutes and workouts as CSV or JSON, and Insight Timer's \
            CSV. An entry that is there already, by its id or by its start and length, stays as it is.
            """)

    @Argument(help: ArgumentHelp("Files.", valueName: "file"))
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "Zone of times that have none (default: this computer's).", valueName: "zone"))
    var zone: String?

    @Option(
        help: ArgumentHelp(
            "Order of day and month in Insight Timer's dates, where a file leaves it open: day-first or month-first.",
            valueName: "order"))
    var dates: RRTextOptions.DateOrder?

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        if let zone, TimeZone(identifier: zone) == nil {
            throw ValidationError("--zone \(zone): no zone such as Europe/Berlin")
        }
        guard !files.isEmpty else { throw ValidationError("say which files") }
    }

    func run() throws {
        try options.run { store, diagnostics in
            var isComplete = true
            for file in files {
                guard let data = FileManager.default.contents(atPath: file) else {
                    diagnostics.error("\(file): it cannot be read", code: "not_found")
                    throw ExitStatus.noInput.exitCode
                }
                let reading: PracticeReading
                do throws(PracticeImportError) {
                    reading = try PracticeImport.read(
                        data, zone: zone.flatMap { TimeZone(identifier: $0) } ?? .current,
                        dates: dates,
                        now: Date(), version: ToolkitVersion.current)
                } catch {
                    diagnostics.error("\(file): \(error.text)", code: "not_practice")
                    throw ExitStatus.badData.exitCode
                }
                for error in reading.errors {
                    diagnostics.error(file, error, code: "line")
                    isComplete = false
                }
                if zone == nil, reading.hasTimesWithoutZone {
                    diagnostics.summary(
                        "\(file): its times have no zone and are taken as of "
                            + "\(TimeZone.current.identifier); --zone says another")
                }
                let count = try store.add(practices: reading.entries)
                diagnostics.summary(
                    "\(file): \(count) new, \(reading.entries.count - count) there already")
            }
            if !isComplete { throw ExitStatus.someFailed.exitCode }
        }
    }
}
