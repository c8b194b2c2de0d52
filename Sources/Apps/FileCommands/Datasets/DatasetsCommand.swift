import ArgumentParser
import CommandSupport

/// `hrv datasets`: published recordings, found, fetched and checked.
struct DatasetsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datasets",
        abstract: "Find, fetch and check published data sets.",
        discussion: """
            A record of a set is named mitdb:100 wherever a recording may stand, and mitdb:* are all of them. Sets lie \
            where the system keeps data, or in the folder that RESONANCE_DATASETS names.
            """,
        subcommands: [
            DatasetsListCommand.self, DatasetsInfoCommand.self, DatasetsFetchCommand.self,
            DatasetsVerifyCommand.self, DatasetsPathCommand.self,
        ],
        defaultSubcommand: DatasetsListCommand.self)
}
