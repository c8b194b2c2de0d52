package import MusicSelection

/// Knowledge of a person's surroundings at a moment; nil for what is unknown.
package struct Surroundings: Sendable, Equatable {
    /// True if the calendar has a busy event now; nil without a calendar.
    package var isBusy: Bool?
    /// The start of the calendar's next event; s since 1970; nil where none begins within a day.
    package var nextEventSeconds: Double?
    /// Reports of the last half hour.
    package var desktop: [DesktopReport]
    package var workout: WorkoutStatus

    package init(
        isBusy: Bool? = nil, nextEventSeconds: Double? = nil, desktop: [DesktopReport] = [],
        workout: WorkoutStatus = WorkoutStatus()
    ) {
        self.isBusy = isBusy
        self.nextEventSeconds = nextEventSeconds
        self.desktop = desktop
        self.workout = workout
    }
}

/// The state of the workouts: one that runs, and the end of the last one.
package struct WorkoutStatus: Sendable, Equatable {
    package var isRunning: Bool
    /// s since 1970, UTC; nil where none is known.
    package var lastEndSeconds: Double?

    package init(isRunning: Bool = false, lastEndSeconds: Double? = nil) {
        self.isRunning = isRunning
        self.lastEndSeconds = lastEndSeconds
    }
}

extension ContextInputs {
    /// Takes what the surroundings say.
    package mutating func apply(_ surroundings: Surroundings) {
        isBusy = surroundings.isBusy
        desktop = surroundings.desktop
        isWorkout = surroundings.workout.isRunning
        workoutEndSeconds = surroundings.workout.lastEndSeconds
    }
}
