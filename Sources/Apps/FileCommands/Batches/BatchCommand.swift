import ArgumentParser
import CommandSupport

/// `hrv batch`: many recordings, by a run that can be ended and goes on.
struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Analyse many recordings; what was ended goes on.",
        subcommands: [
            BatchRunCommand.self, BatchStatusCommand.self, BatchRetryCommand.self,
            BatchExportCommand.self, BatchReportCommand.self,
            BatchWorkerCommand.self,
        ],
        defaultSubcommand: BatchRunCommand.self)
}
