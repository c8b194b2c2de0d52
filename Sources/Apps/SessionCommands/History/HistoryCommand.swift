import ArgumentParser
import CommandSupport

/// `hrv history`: kept sessions.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List, show, compare, export and delete the sessions that were kept.",
        discussion: """
            Every session of hrv live is kept on this machine, for its owner alone; nothing is sent \
            anywhere. A session is named by its id, by the first digits of it, or by: last.

            Simulated and replayed sessions are listed with --apart; they enter no trend.
            """,
        subcommands: [
            HistoryListCommand.self, HistoryShowCommand.self, HistoryCompareCommand.self,
            HistoryTrendsCommand.self, HistoryExportCommand.self, HistoryImportCommand.self,
            HistoryRebuildCommand.self, HistoryDeleteCommand.self,
        ],
        defaultSubcommand: HistoryListCommand.self)
}
