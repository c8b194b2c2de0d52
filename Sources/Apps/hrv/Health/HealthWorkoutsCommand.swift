import ArgumentParser
import HealthHistory
import HealthTimeline

/// `hrv health workouts`: workouts, and one of them in full.
struct HealthWorkoutsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workouts",
        abstract: "List the workouts, or show one with its splits.",
        subcommands: [WorkoutListCommand.self, WorkoutShowCommand.self],
        defaultSubcommand: WorkoutListCommand.self)
}

/// `hrv health workouts list`.
struct WorkoutListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the workouts, newest first.")

    @OptionGroup var range: HealthRangeOptions

    @Flag(help: "Every copy of a workout by itself.")
    var allSources = false

    @Option(help: "Units of distances and splits.")
    var units: TimelineOptions.Units = .metric

    @Flag(help: "Sources by their names, which may be those of persons, instead of by model.")
    var names = false

    @OptionGroup var options: HealthOptions

    func run() throws {
        try options.run { store, _ in
            let clock = try HealthClock(store)
            let days = range.range(today: clock.today, usual: 30)
            let data = try clock.data(store, days, options.place.history)
            let sections = TimelineMaker.sections(
                of: data, from: days.lowerBound, through: days.upperBound,
                options: clock.options(.standard, units, showsAllSources: allSources))
            let workouts = sections.compactMap { section -> TimelineSection? in
                let entries = section.entries.filter {
                    if case .workout = $0 { true } else { false }
                }
                return entries.isEmpty
                    ? nil : TimelineSection(date: section.date, entries: entries)
            }
            let text = TimelineText(
                sections: workouts, sources: data.sources, namesSources: names, clock: clock,
                units: units)
            guard options.shape == .json else {
                return try options.write(text.text(options.shape, exportMs: nil))
            }
            var json = TimelineJSON(sources: data.sources)
            json.namesSources = names
            let objects = workouts.flatMap(\.entries).map { json.text(of: $0) }
            try options.write("[\n" + objects.joined(separator: ",\n") + "\n]\n")
        }
    }
}

/// `hrv health workouts show`.
struct WorkoutShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a workout with its splits.")

    @Argument(help: "Id of the workout, its first digits, or last.")
    var workout: String

    @Option(help: "Units of distances and splits.")
    var units: TimelineOptions.Units = .metric

    @Flag(help: "Sources by their names, which may be those of persons, instead of by model.")
    var names = false

    @OptionGroup var options: HealthOptions

    func run() throws {
        try options.run { store, diagnostics in
            let clock = try HealthClock(store)
            guard let found = try store.workout(named: workout) else {
                diagnostics.error(
                    "no workout \(workout): hrv health workouts shows those there are",
                    code: "health")
                throw ExitStatus.noInput.exitCode
            }
            let data = try store.data(fromMs: found.startMs, toMs: found.startMs + 1)
            let detail = TimelineMaker.workout(
                found.id, in: data, options: clock.options(.standard, units))
            guard let detail else { throw ExitStatus.noInput.exitCode }
            try options.write(text(detail, data, clock))
        }
    }

    private func text(_ detail: WorkoutDetail, _ data: HealthData, _ clock: HealthClock) -> String {
        var json = TimelineJSON(sources: data.sources)
        json.namesSources = names
        switch options.shape {
        case .json, .ndjson: return json.text(of: .workout(detail.entry)) + "\n"
        case .csv: return WorkoutText.csv(detail)
        case .table:
            let source = data.sources[detail.entry.sourceIndex]
            return WorkoutText.table(
                detail, source: names ? source.name : source.model ?? "unknown", home: clock.home,
                units)
        }
    }
}
