import ArgumentParser
import BatchRuns
import CommandSupport
import PhysioTypes
import RecordingFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `hrv batch MANIFEST|FOLDER... --into DIR`.
struct BatchRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Begin a batch, or go on with it (the default).",
        discussion: """
            A manifest is a table of comma-separated values with the column path; further columns of ours are id, signal, \
            rate, unit, format, annotator, start, part and sha256, and all others are copied to the rows. Or name folders, which \
            are searched, or - for paths on standard input, one a line, or with a 0 behind each.

            The folder DIR gets rows/*.csv.gz in the order of the manifest, failed/*.csv with a sentence for each recording \
            that could not be analysed, and done/*.json. The same command goes on where it was ended.
            """)

    @Argument(help: "A manifest, folders, or - for paths.")
    var inputs: [String]

    @Option(help: ArgumentHelp("The folder of the batch.", valueName: "DIR"))
    var into: String

    @Flag(help: "Put what is in the folder aside, and begin anew.")
    var restart = false

    @Option(
        help: "Name the metrics as this tool does, or for databases (sql); the numbers stay ours.")
    var names: OutputOptions.NamingSchemeOption?

    @OptionGroup var rows: RowOptions
    @OptionGroup(title: "Work") var work: BatchLimitOptions

    func run() async throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: work.quiet)
        try Self.runReportingErrors(diagnostics) { () throws(BatchFailure) in
            let manifest = try BatchInputs.manifest(inputs, leavingOut: into) {
                diagnostics.summary($0)
            }
            guard !manifest.records.isEmpty else {
                throw BatchFailure(.noInput, "there are no recordings to analyse")
            }
            let plan = BatchPlan(
                version: ToolkitVersion.current,
                options: BatchCommandSupport.arguments(rows, names),
                manifest: manifest)
            try BatchCommandSupport.check(manifest, rows, names)
            let folder = BatchFolder(into)
            if restart, let archivePath = try folder.archiveBatch() {
                diagnostics.summary("the batch that was in \(folder.path) is in \(archivePath) now")
            }
            try folder.make()
            let lock = try folder.lock()
            let opened = try folder.begin(plan, checksums: work.checksums)
            return try BatchCommandSupport.run(
                folder, opened, rows, names, work, diagnostics, holding: lock)
        }
    }

    /// Does the work, and ends with its exit code.
    static func runReportingErrors(
        _ diagnostics: Diagnostics, _ work: () throws(BatchFailure) -> ExitStatus
    ) throws {
        let status: ExitStatus
        do throws(BatchFailure) {
            status = try work()
        } catch {
            if error.kind != .closed { diagnostics.error(error.text, code: error.code) }
            status = error.status
        }
        throw status.exitCode
    }
}

extension BatchFailure {
    var status: ExitStatus {
        switch kind {
        case .usage: .usage
        case .noInput: .noInput
        case .badData: .badData
        case .unavailable: .unavailable
        case .closed: .ok
        case .cannotCreate: .cannotCreate
        case .io: .ioError
        case .occupied: .occupied
        case .internalError: .internalError
        }
    }

    var code: String {
        switch kind {
        case .usage: "usage"
        case .noInput: "no_input"
        case .badData: "bad_data"
        case .unavailable: "unavailable"
        case .closed: "closed"
        case .cannotCreate: "cannot_create"
        case .io: "io"
        case .occupied: "occupied"
        case .internalError: "internal"
        }
    }
}
