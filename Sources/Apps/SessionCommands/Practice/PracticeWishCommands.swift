import ArgumentParser
import CommandSupport
import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory

/// A command that asks the program which runs an activity for something.
protocol PracticeWishCommand: ParsableCommand {
    var wish: PracticeInput { get }
    var options: PracticeWishOptions { get }
}

struct PracticeWishOptions: ParsableArguments {
    @OptionGroup var place: DatabaseOption

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    var diagnostics: Diagnostics { Diagnostics(isQuiet: quiet) }
}

extension PracticeWishCommand {
    func run() throws { try options.send(wish) }
}

extension PracticeWishOptions {
    /// Has the running activity told; ends with 66 where nothing runs.
    func send(_ wish: PracticeInput) throws {
        let diagnostics = diagnostics
        let store = try place.open(diagnostics)
        let isTold: Bool
        do throws(HistoryError) {
            if let activity = try store.activity() {
                isTold = try store.wish(wish.wish, of: activity.id)
            } else {
                isTold = false
            }
        } catch {
            throw error.exit(diagnostics)
        }
        guard isTold else { throw PracticeStatus.nothing(store, diagnostics) }
    }
}

struct PracticePauseCommand: PracticeWishCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause what runs, in whichever program.")
    @OptionGroup var options: PracticeWishOptions
    var wish: PracticeInput { .pause }
}

struct PracticeNextCommand: PracticeWishCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Begin the next part now; breathing ends with the breath in progress.")
    @OptionGroup var options: PracticeWishOptions
    var wish: PracticeInput { .next }
}

struct PracticeExtendCommand: PracticeWishCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend", abstract: "Make the part that goes on longer.")

    @Argument(help: ArgumentHelp("0.1 to 1440.", valueName: "min"))
    var minutes: Double

    @OptionGroup var options: PracticeWishOptions
    var wish: PracticeInput { .extend(minutes: minutes) }

    func validate() throws {
        do { _ = try wish.checked() } catch { throw ValidationError(error.message) }
    }
}

struct PracticeEndCommand: PracticeWishCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End what runs, and keep it as far as it counts.")
    @OptionGroup var options: PracticeWishOptions
    var wish: PracticeInput { .end }
}

struct PracticeCancelCommand: PracticeWishCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "End what runs, and keep nothing.")
    @OptionGroup var options: PracticeWishOptions
    var wish: PracticeInput { .cancel }
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
        let store = try options.place.open(diagnostics)
        let entry: PracticeEntry?
        do throws(HistoryError) {
            if let activity = try store.activity(),
                try store.wish(PracticeInput.resume.wish, of: activity.id)
            {
                return
            }
            entry = try store.interruptedPractice()
        } catch {
            throw error.exit(diagnostics)
        }
        let clock = SystemPracticeClock()
        guard let entry, let kept = KeptPractice(entry, clock: clock), kept.canBeTakenUp(clock)
        else { throw PracticeStatus.nothing(store, diagnostics) }
        try await PracticeDesk(options).takeUp(kept, store)
    }
}
