/// What a reader makes of one input: its beats, and how they were found.
public struct Recording: Sendable, Equatable {
    /// Name of the format found, as `hrv formats` lists it.
    public let format: String
    /// The intervals between beats.
    public let rr: RRSeries
    /// Date and time of day at which the recording starts, as the file states it, if it does.
    public let startDate: String?
    /// How the input was read: unit, columns, annotator.
    public let recipe: Recipe
    /// What the person should know about the input.
    public let notices: [Notice]
    /// Breathing as the shape of the beats in its ECG shows it, on the clock of ``rr``; empty
    /// without an ECG.
    public let breathing: [BreathingStretch]

    public init(
        format: String, rr: RRSeries, startDate: String? = nil, recipe: Recipe = Recipe(),
        notices: [Notice] = [], breathing: [BreathingStretch] = []
    ) {
        self.format = format
        self.rr = rr
        self.startDate = startDate
        self.recipe = recipe
        self.notices = notices
        self.breathing = breathing
    }
}
