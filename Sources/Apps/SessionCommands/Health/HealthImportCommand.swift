import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import HealthHistory
import HealthRecords
import HealthTimeline
import PhysioTypes

/// `hrv health import`: exports and FIT files into the store.
struct HealthImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Read an export of Apple Health, or FIT files.",
        discussion: """
            A later export of the same person changes exactly what is different: what was deleted on \
            the phone is deleted here. An older one, one that was cut off, and --since remove nothing. \
            All is done, or nothing: Ctrl-C leaves the records as they were.

            A folder is an unpacked export, or holds archives and FIT files, of which each is imported \
            under its own name.
            """)

    @Argument(help: "Files (export.zip, export.xml, .fit) and folders.")
    var paths: [String]

    @Option(help: ArgumentHelp("Leave out what is older.", valueName: "date"))
    var since: CivilDate?

    @Option(
        help: ArgumentHelp(
            "Zone of your home, such as Europe/Berlin (default: that of this machine at the first "
                + "import).", valueName: "zone"))
    var timeZone: String?

    @Option(help: ArgumentHelp("Source that leads; repeatable, best first.", valueName: "source"))
    var prefer: [String] = []

    @Flag(help: "Remove what the export does not have, though it is most of what is kept.")
    var replace = false

    @Flag(help: "Remove nothing.")
    var keepMissing = false

    @Flag(help: "Only tell what would change.")
    var dryRun = false

    @Option(
        help: ArgumentHelp("Largest size of an unpacked file (default: 16G).", valueName: "size"))
    var maxSize: ByteSize?

    @Flag(help: "No progress line.")
    var noProgress = false

    @OptionGroup var options: HealthOptions

    func validate() throws {
        if replace, keepMissing {
            throw ValidationError("choose one of --replace and --keep-missing")
        }
        if let timeZone, SystemZones.rules(named: timeZone) == nil {
            throw ValidationError("--time-zone \(timeZone): name one such as Europe/Berlin")
        }
    }

    func run() throws {
        try options.run(makesFile: !dryRun) { store, diagnostics in
            let progressLine = ImportProgressLine(isWanted: !noProgress && !options.delivery.quiet)
            let report = try store.importFiles(
                ImportPaths.files(paths), options: try importOptions(store)
            ) {
                progressLine.update($0)
                return true
            }
            progressLine.clear()
            if !prefer.isEmpty, !dryRun { try store.setPreferredSources(prefer) }
            for file in report.files { ImportMessages.report(file, diagnostics) }
            if dryRun { diagnostics.summary("nothing was written, because of --dry-run") }
            try options.write(ImportMessages.text(report, options.shape, isDryRun: dryRun))
            let status = ImportMessages.status(report, isStrict: options.delivery.strict)
            if status != .ok { throw status.exitCode }
        }
    }

    private func importOptions(_ store: HealthStore) throws -> ImportOptions {
        let clock = try HealthDateContext(store)
        var result = ImportOptions(systemZone: SystemZones.systemName, nowMs: clock.nowMs)
        result.sinceMs = since.map(clock.startMs)
        result.homeZone = timeZone
        result.missingRecordsPolicy = replace ? .remove : keepMissing ? .keep : .refuse
        result.isDryRun = dryRun
        result.maxByteCount = maxSize?.byteCount
        return result
    }
}

/// A number of bytes, such as `500M` or `16G`.
struct ByteSize: ExpressibleByArgument {
    let byteCount: Int64

    init?(argument: String) {
        let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
        let unitSize = argument.last.flatMap { units[Character($0.uppercased())] }
        let digits = unitSize == nil ? Substring(argument) : argument.dropLast()
        guard let count = Int64(digits), count > 0 else { return nil }
        let (product, isTooLarge) = count.multipliedReportingOverflow(by: unitSize ?? 1)
        guard !isTooLarge else { return nil }
        byteCount = product
    }
}

/// The progress line of an import.
final class ImportProgressLine {
    private let isWanted: Bool
    private var line: ProgressLine?
    /// The file that the line reports, and which of its two readings.
    private var shownPass: (fileIndex: Int, isFingerprinting: Bool)?

    init(isWanted: Bool) { self.isWanted = isWanted }

    func update(_ progress: ImportProgress) {
        guard let byteCount = progress.byteCount else { return }
        let currentPass = (progress.fileIndex, progress.isFingerprinting)
        if shownPass.map({ $0 != currentPass }) ?? true {
            clear()
            shownPass = currentPass
            line = ProgressLine(
                total: Int(byteCount >> 20) + 1, unit: "MB", isWanted: isWanted)
        }
        line?.update(done: Int(progress.bytesRead >> 20))
    }

    func clear() { line?.clear() }
}
