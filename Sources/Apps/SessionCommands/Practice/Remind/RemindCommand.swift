import ArgumentParser
import CommandSupport

/// `hrv practice remind`: reminders that come only when they are needed.
struct RemindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind", abstract: "Be reminded to practise, only when it is needed.",
        discussion: """
            hrv practice remind add --at 07:00 --days mon-fri --text "Time to sit" --unless mindful
            hrv practice remind list
            hrv practice remind run

            Reminders are told while hrv practice remind run or hrv dashboard runs; install has the system begin it \
            with your session. A reminder whose time passed while the computer slept comes when it wakes, within \
            its grace and on the same day.
            """,
        subcommands: [
            RemindAddCommand.self, RemindListCommand.self, RemindEditCommand.self,
            RemindDeleteCommand.self, RemindSnoozeCommand.self, RemindRunCommand.self,
            RemindCheckCommand.self, RemindInstallCommand.self, RemindSuggestCommand.self,
        ])
}
