import ArgumentParser
import CommandSupport

/// `hrv health`: workouts, nights and the breathing between them.
struct HealthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Workouts and nights from the watch, beside the breathing.",
        discussion: """
            Reads what a phone exports of Apple Health (export.zip, the unpacked folder, or \
            export.xml), and FIT files. What is read is kept on this machine, for its owner alone; \
            nothing is sent anywhere. On the phone: Health, your picture, Export All Health Data.

            hrv health import export.zip
            hrv health timeline
            """,
        subcommands: [
            HealthImportCommand.self, HealthTimelineCommand.self, HealthNightsCommand.self,
            HealthWorkoutsCommand.self, HealthTrendsCommand.self, HealthReviewCommand.self,
            HealthSourcesCommand.self, HealthWatchCommand.self, HealthStatusCommand.self,
            HealthExportCommand.self,
            HealthDeleteCommand.self,
        ],
        defaultSubcommand: HealthTimelineCommand.self)
}
