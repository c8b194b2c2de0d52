import ArgumentParser
import CommandSupport
import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory

/// A command that asks the program which runs an activity for something.
protocol PracticeInputCommand: ParsableCommand {
    var input: PracticeInput { get }
    var options: PracticeInputOptions { get }
}

struct PracticeInputOptions: ParsableArguments {
    @OptionGroup var location: DatabaseOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    var diagnostics: Diagnostics { Diagnostics(isQuiet: quiet) }
}

extension PracticeInputCommand {
    func run() throws { try options.send(input) }
}

extension PracticeInputOptions {
    /// Sends the running activity a request; ends with 66 where nothing runs.
    func send(_ request: PracticeInput) throws {
        let diagnostics = diagnostics
        let store = try location.open(diagnostics)
        let isAccepted: Bool
        do throws(HistoryError) {
            if let activity = try store.activity() {
                isAccepted = try store.request(request.request, of: activity.id)
            } else {
                isAccepted = false
            }
        } catch {
            throw error.exitCode(diagnostics)
        }
        guard isAccepted else { throw PracticeStatus.notRunningExitCode(store, diagnostics) }
    }
}

struct PracticePauseCommand: PracticeInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause what runs, in whichever program.")
    @OptionGroup var options: PracticeInputOptions
    var input: PracticeInput { .pause }
}

struct PracticeNextCommand: PracticeInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Begin the next part now; breathing ends with the breath in progress.")
    @OptionGroup var options: PracticeInputOptions
    var input: PracticeInput { .next }
}

struct PracticeExtendCommand: PracticeInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend", abstract: "Make the part that goes on longer.")

    @Argument(help: ArgumentHelp("0.1 to 1440.", valueName: "min"))
    var minutes: Double

    @OptionGroup var options: PracticeInputOptions
    var input: PracticeInput { .extend(minutes: minutes) }

    func validate() throws {
        do { _ = try input.checked() } catch { throw ValidationError(error.message) }
    }
}

struct PracticeEndCommand: PracticeInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End what runs, and keep it as far as it counts.")
    @OptionGroup var options: PracticeInputOptions
    var input: PracticeInput { .end }
}

struct PracticeCancelCommand: PracticeInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "End what runs, and keep nothing.")
    @OptionGroup var options: PracticeInputOptions
    var input: PracticeInput { .cancel }
}

/// `hrv practice resume`: goes on after a pause, or with a practice whose program is gone.
struct PracticeResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Go on after a pause, or with a practice that was interrupted.",
        discussion: """
            Where the program of a practice is gone, such as after a crash, the practice goes on here where its \
            clock is: the time in between counts. One that has ended meanwhile is kept with its true end.
            """)

    @OptionGroup var options: PracticeStartOptions

    func run() async throws {
        let diagnostics = Diagnostics(isQuiet: options.quiet)
        let store = try options.location.open(diagnostics)
        let entry: PracticeEntry?
        do throws(HistoryError) {
            if let activity = try store.activity(),
                try store.request(PracticeInput.resume.request, of: activity.id)
            {
                return
            }
            entry = try store.interruptedPractice()
        } catch {
            throw error.exitCode(diagnostics)
        }
        let clock = SystemPracticeClock()
        guard let entry, let stored = StoredPractice(entry, clock: clock), stored.canResume(clock)
        else { throw PracticeStatus.notRunningExitCode(store, diagnostics) }
        try await PracticeLauncher(options).resume(stored, store)
    }
}
