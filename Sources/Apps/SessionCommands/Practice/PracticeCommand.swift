import ArgumentParser
import CommandSupport

/// `hrv practice`: sits, breathing and intervals, and what becomes of them.
struct PracticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "practice",
        abstract: "A meditation timer, breathing presets and intervals; streaks and a calendar.",
        discussion: """
            hrv practice timer --for 15 --then 3
            hrv practice breathe box
            hrv practice interval --work 20 --rest 10 --rounds 8
            hrv practice again
            hrv practice status
            hrv practice streak

            One activity at a time: a practice ends with code 75 where a session or another practice runs, \
            unless --force takes its place.
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Begin",
                subcommands: [
                    PracticeTimerCommand.self, PracticeBreatheCommand.self,
                    PracticeIntervalCommand.self, PracticeAgainCommand.self,
                ]),
            CommandGroup(
                name: "What runs",
                subcommands: [
                    PracticeStatusCommand.self, PracticePauseCommand.self,
                    PracticeResumeCommand.self, PracticeNextCommand.self,
                    PracticeExtendCommand.self, PracticeEndCommand.self,
                    PracticeCancelCommand.self,
                ]),
            CommandGroup(
                name: "The log",
                subcommands: [
                    PracticeListCommand.self, PracticeShowCommand.self, PracticeAddCommand.self,
                    PracticeEditCommand.self, PracticeDeleteCommand.self,
                    PracticeExportCommand.self, PracticeImportCommand.self,
                ]),
            CommandGroup(
                name: "Days",
                subcommands: [
                    PracticeStreakCommand.self, PracticeGoalCommand.self,
                    PracticeMilestonesCommand.self,
                    PracticeCalendarCommand.self,
                    PracticeMinutesCommand.self, PracticeRestCommand.self,
                ]),
            CommandGroup(
                name: "Plans, reminders and settings",
                subcommands: [
                    PracticePresetsCommand.self, RemindCommand.self, PracticeSettingsCommand.self,
                ]),
        ])
}
