import ArgumentParser
import CommandSupport
import Foundation
import LiveSession
import PracticePlans
import PracticeRuntime
import SessionHistory

/// `hrv practice remind run`: delivers reminders until it is ended.
struct RemindRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Tell reminders at their times, until it is ended.",
        discussion: """
            One program tells the reminders of a history: a second one ends with 75. Without anything that could show \
            one (no message bus of a desktop, no notify-send, no command, no webhook) it ends with 69.
            """)

    @OptionGroup var location: DatabaseOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    func run() throws {
        let wake = WakeSignal()
        Interruption.install(waking: wake)
        let diagnostics = Diagnostics(isQuiet: quiet)
        let store = try location.open(diagnostics)
        let lock = ReminderLock(database: store.path)
        guard lock.acquire() else {
            diagnostics.error(
                "another program tells these reminders already: hrv practice remind run, or hrv dashboard",
                code: "occupied")
            throw ExitStatus.occupied.exitCode
        }
        defer { lock.release() }
        let environment = ProcessInfo.processInfo.environment
        try ReminderChannels.check(store, environment, diagnostics)
        diagnostics.summary("reminders are told from now on; Ctrl-C ends")
        ReminderService(
            ReminderChannels.serviceConfiguration(store, environment, diagnostics), wake: wake
        )
        .run { Interruption.code == nil }
    }
}

/// `hrv practice remind check`: one look, for timers of the system.
struct RemindCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Tell what is due now, and end.",
        discussion: """
            For those who have a timer of their own, such as cron. A reminder that is due is told once, whoever else \
            looks. It ends with 69 where nothing could show a reminder.
            """)

    @OptionGroup var location: DatabaseOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    /// Three attempts on up to four ways, each of which has 10 s at most.
    private static let timeoutSeconds = 150.0

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: quiet)
        let store = try location.open(diagnostics)
        let environment = ProcessInfo.processInfo.environment
        var serviceConfiguration = ReminderChannels.serviceConfiguration(
            store, environment, diagnostics)
        // No process stays to receive what is chosen.
        serviceConfiguration.offersActions = false
        try ReminderChannels.check(store, environment, diagnostics)
        do throws(HistoryError) {
            try ReminderService(serviceConfiguration).check(timeoutSeconds: Self.timeoutSeconds)
        } catch {
            throw error.exitCode(diagnostics)
        }
    }
}

/// The channels on which this program can deliver reminders.
enum ReminderChannels {
    static func serviceConfiguration(
        _ store: SessionStore, _ environment: [String: String], _ diagnostics: Diagnostics
    ) -> ReminderService.Configuration {
        ReminderService.Configuration(
            store: store, environment: environment,
            language: store.practiceLanguage()
        ) { diagnostics.summary($0) }
    }

    /// Ends with 69 where none of the reminders could be shown.
    static func check(
        _ store: SessionStore, _ environment: [String: String], _ diagnostics: Diagnostics
    ) throws {
        let channels: [ReminderChannel]
        do throws(HistoryError) {
            channels = try store.reminders().flatMap(\.channels)
        } catch {
            throw error.exitCode(diagnostics)
        }
        let isPossible = channels.contains {
            ReminderDispatcher.isPossible($0, isServingPage: false, environment: environment)
        }
        guard isPossible || channels.isEmpty else {
            diagnostics.error(
                "nothing here can show a reminder: there is no message bus of a desktop and no notify-send; "
                    + "hrv dashboard tells those of the page", code: "no_deliverer")
            throw ExitStatus.unavailable.exitCode
        }
    }
}
