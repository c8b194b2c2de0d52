import Synchronization

/// A person's calendar, desktop and workouts, asked at each estimate of the state.
package final class PersonSurroundings: Sendable {
    private let calendar: Mutex<CalendarFile?>
    private let reporter: ContextReporter?
    private let workouts: @Sendable (Double) -> WorkoutStatus

    /// - Parameter workouts: reports the workouts at a moment, s since 1970; asked every 30 s.
    package init(
        calendar: CalendarFile? = nil, reporter: ContextReporter? = nil,
        workouts: @escaping @Sendable (Double) -> WorkoutStatus = { _ in WorkoutStatus() }
    ) {
        self.calendar = Mutex(calendar)
        self.reporter = reporter
        self.workouts = workouts
    }

    /// Goes on reading reports of the desktop, every 30 s, until ``close()``.
    package func start() { reporter?.start() }

    /// - Parameter seconds: since 1970, UTC.
    package func snapshot(atSeconds seconds: Double) -> Surroundings {
        Surroundings(
            isBusy: calendar.withLock { $0?.isBusy(atSeconds: seconds) },
            nextEventSeconds: calendar.withLock { $0?.nextStartSeconds(after: seconds) },
            desktop: reporter?.reports ?? [], workout: workouts(seconds))
    }

    /// Returns the notices for the person, since the last call.
    package func drainNotices() -> [String] {
        calendar.withLock { $0?.drainNotices() ?? [] } + (reporter?.drainNotices() ?? [])
    }

    package func close() { reporter?.close() }
}
