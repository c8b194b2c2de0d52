/// The content of one input as a reader gives it: its beats, and how they were found.
public struct Recording: Sendable, Equatable {
    /// Name of the format found, as `hrv formats` lists it.
    public let format: String
    /// The intervals between beats.
    public let rr: RRSeries
    /// Date and time of day at second 0, as the file states it, if it does; with `Z` at the end, or
    /// as `unix:` and seconds, in UTC, which says nothing of the clock on the wall.
    public let startDate: String?
    /// Changes of the clock on the wall during the recording, as to and from summer time, as far as
    /// the file shows them; ascending.
    public let clockChanges: [ClockChange]
    /// The way in which the input was read: unit, columns, annotator.
    public let recipe: Recipe
    /// The notices about the input that the person should read.
    public let notices: [Notice]
    /// Breathing as the shape of the beats in its ECG shows it, on the clock of ``rr``; empty
    /// without an ECG.
    public let breathing: [BreathingEpoch]
    /// The rhythms of the ECG that the beats were found in; nil without classes of beats.
    package var rhythms: RhythmSummary?

    public init(
        format: String, rr: RRSeries, startDate: String? = nil, recipe: Recipe = Recipe(),
        notices: [Notice] = [], clockChanges: [ClockChange] = [],
        breathing: [BreathingEpoch] = []
    ) {
        self.format = format
        self.rr = rr
        self.startDate = startDate
        self.clockChanges = clockChanges
        self.recipe = recipe
        self.notices = notices
        self.breathing = breathing
    }

    /// The same recording with other notices.
    package func with(notices: [Notice]) -> Recording {
        var recording = Recording(
            format: format, rr: rr, startDate: startDate, recipe: recipe, notices: notices,
            clockChanges: clockChanges, breathing: breathing)
        recording.rhythms = rhythms
        return recording
    }
}

/// A change of the clock on the wall during a recording, as to and from summer time.
public struct ClockChange: Sendable, Equatable {
    /// The time of the change; s from the start of the recording.
    public let seconds: Double
    /// The time by which the clock is ahead from then on, compared with one that was not changed
    /// since second 0; s.
    public let shiftSeconds: Double

    public init(seconds: Double, shiftSeconds: Double) {
        self.seconds = seconds
        self.shiftSeconds = shiftSeconds
    }
}
