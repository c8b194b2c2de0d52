import ArgumentParser
import BatchRuns
import Foundation

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
        try BatchRunCommand.telling(diagnostics) { () throws(BatchFailure) in
            let folder = BatchFolder(folder)
            guard let plan = try folder.plan() else {
                throw BatchFailure(.noInput, "there is no batch in \(folder.path)")
            }
            let lock = try folder.lock()
            let worker: BatchWorkerCommand
            do {
                worker = try BatchWorkerCommand.parse(plan.options)
            } catch {
                throw BatchFailure(
                    .usage, "the options of \(folder.path) are not understood: \(plan.options)")
            }
            let count = folder.reopen(plan, code: code)
            diagnostics.summary("\(count) failures are tried once more")
            return try BatchWork.run(
                folder, folder.goOn(), worker.rows, worker.names, work, diagnostics, holding: lock)
        }
    }
}
