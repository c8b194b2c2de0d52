import ArgumentParser
import CommandSupport
import Foundation
import MusicSession
import SessionHistory

/// The options for what is known of a person besides the heart. Spelled the same in every command.
struct MusicSurroundingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Calendar (.ics); while an event of it goes on, the context is work.",
            valueName: "file"))
    var calendar: String?

    @Option(
        help: ArgumentHelp(
            "File, or program and its arguments, that says what the desktop does: one JSON object of focus, app, "
                + "category, meeting, idle_s, motion; read every 30 s.", valueName: "file|command"))
    var context: String?

    /// Opens what is asked for, and reads each once.
    ///
    /// - Throws: `ExitCode`, once the reason is reported.
    func open(
        _ location: DatabaseOption, clock: any MusicClock, _ diagnostics: Diagnostics
    ) throws -> PersonSurroundings {
        let reporter = try contextOrigin(diagnostics).map { ContextReporter($0, clock: clock) }
        let workouts = WorkoutMonitor(location)
        return PersonSurroundings(
            calendar: try calendarFile(diagnostics), reporter: reporter,
            workouts: { workouts.times(atSeconds: $0) })
    }

    /// The surroundings at this moment alone.
    func currentSurroundings(
        _ location: DatabaseOption, _ diagnostics: Diagnostics
    ) throws -> Surroundings {
        let clock = SystemMusicClock()
        let surroundings = try open(location, clock: clock, diagnostics)
        defer { surroundings.close() }
        let found = surroundings.snapshot(atSeconds: clock.unixSeconds)
        for notice in surroundings.drainNotices() { diagnostics.summary(notice) }
        return found
    }

    private func calendarFile(_ diagnostics: Diagnostics) throws -> CalendarFile? {
        guard let calendar else { return nil }
        do throws(CalendarFile.Failure) {
            return try CalendarFile(path: calendar)
        } catch {
            diagnostics.error(calendar, "\(error)", code: "calendar")
            throw (error == .unreadable ? ExitStatus.noInput : .badData).exitCode
        }
    }

    private func contextOrigin(_ diagnostics: Diagnostics) throws -> ContextOrigin? {
        guard let context else { return nil }
        let environment = ProcessInfo.processInfo.environment
        guard let origin = ContextOrigin(context, environment: environment) else {
            diagnostics.error(
                context, "there is no such file, and no program of this name on the PATH",
                code: "context")
            throw ExitStatus.noInput.exitCode
        }
        return origin
    }
}
