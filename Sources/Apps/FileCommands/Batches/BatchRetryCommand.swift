import ArgumentParser
import BatchRuns
import CommandSupport
import PhysioTypes

/// `hrv batch retry DIR`: the recordings that failed once more.
struct BatchRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Try recordings that failed once more, with the options of the batch.",
        discussion: "The chunks in which they are are made anew.")

    @Argument(help: ArgumentHelp("The folder of the batch.", valueName: "DIR"))
    var folder: String

    @Option(help: "Only those that failed with this code, such as not_found.")
    var code: String?

    @OptionGroup(title: "Work") var work: BatchLimitOptions

    func run() async throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: work.quiet)
        try BatchRunCommand.runReportingErrors(diagnostics) { () throws(BatchFailure) in
            let folder = BatchFolder(folder)
            guard let plan = try folder.plan() else {
                throw BatchFailure(.noInput, "there is no batch in \(folder.path)")
            }
            guard plan.version == ToolkitVersion.current else {
                throw BatchFailure(
                    .usage,
                    "\(folder.path) was begun by version \(plan.version), and this is \(ToolkitVersion.current): begin it anew"
                )
            }
            let lock = try folder.lock()
            let worker: BatchWorkerCommand
            do {
                worker = try BatchWorkerCommand.parse(plan.options)
            } catch {
                throw BatchFailure(
                    .usage, "the options of \(folder.path) are not understood: \(plan.options)")
            }
            let (chunks, count, codes) = folder.failures(plan, code: code)
            if let code, count == 0 {
                throw BatchFailure(
                    .usage,
                    "nothing failed with the code \(code): "
                        + (codes.isEmpty
                            ? "nothing failed at all"
                            : "there are \(codes.sorted().joined(separator: ", "))"))
            }
            diagnostics.summary(
                count == 1
                    ? "1 failure is tried once more" : "\(count) failures are tried once more")
            return try BatchCommandSupport.run(
                folder,
                folder.resume(
                    plan, reopening: chunks, named: BatchInputs.named(plan.manifest),
                    checksums: work.checksums),
                worker.rows, worker.names, work, diagnostics, holding: lock)
        }
    }
}
