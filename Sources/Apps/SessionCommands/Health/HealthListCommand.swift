import ArgumentParser
import CommandSupport
import HealthHistory
import HealthTimeline

/// The option for the names of sources. Spelled the same in every command.
struct HealthNamingOption: ParsableArguments {
    @Flag(help: "Sources by their names, which may be those of persons, instead of by model.")
    var names = false

    /// JSON of entries whose sources count in the list.
    func json(_ data: HealthData) -> TimelineJSON {
        var json = TimelineJSON(sources: data.sources)
        json.showsSourceNames = names
        return json
    }
}

/// The option for the units of distances. Spelled the same in every command.
struct HealthUnitsOption: ParsableArguments {
    @Option(help: "Units of distances and splits.")
    var units: TimelineOptions.Units = .metric
}

/// The options for the list of workouts.
struct WorkoutListingOptions: ParsableArguments {
    @Flag(help: "Every copy of a workout by itself.")
    var allSources = false

    @OptionGroup var unitsOption: HealthUnitsOption
}

/// A command that lists days: which days, which records, and how they are written.
///
/// Its groups stand in the command itself: in debug builds, each group inside a group is checked several times.
protocol HealthListCommand: ParsableCommand {
    var range: HealthRangeOptions { get }
    var naming: HealthNamingOption { get }
    var options: HealthOptions { get }
}

extension HealthListCommand {
    /// Makes the days, and hands them over.
    ///
    /// - Parameter usualDays: days before the last one where none are given.
    func list(
        usualDays: Int, like rules: TimelineOptions.Rules = .standard,
        _ workouts: WorkoutListingOptions? = nil, _ action: (HealthListOutput) throws -> Void
    ) throws {
        try options.run { store, diagnostics in
            let clock = try HealthDateContext(store)
            let days = range.range(today: clock.today, usualDays: usualDays)
            let data = try clock.data(store, days, options.location.history)
            let units = workouts?.unitsOption.units ?? .metric
            let sections = TimelineBuilder.sections(
                of: data, from: days.lowerBound, through: days.upperBound,
                options: clock.options(
                    rules, units, showsAllSources: workouts?.allSources ?? false))
            try action(
                HealthListOutput(
                    store: store, diagnostics: diagnostics, clock: clock, data: data, units: units,
                    sections: sections, naming: naming, options: options))
        }
    }
}

/// The days of a list on their way to the person.
struct HealthListOutput {
    let store: HealthStore
    let diagnostics: Diagnostics
    let clock: HealthDateContext
    let data: HealthData
    let units: TimelineOptions.Units
    let sections: [TimelineSection]
    let naming: HealthNamingOption
    let options: HealthOptions

    var shape: HistoryShape { options.shape }

    /// The sections with those entries alone that are wanted; days without one are left out.
    func sections(where isWanted: (TimelineEntry) -> Bool) -> [TimelineSection] {
        sections.compactMap { section in
            let entries = section.entries.filter(isWanted)
            return entries.isEmpty ? nil : TimelineSection(date: section.date, entries: entries)
        }
    }

    func text(of sections: [TimelineSection]) -> TimelineText {
        TimelineText(
            sections: sections, sources: data.sources, showsSourceNames: naming.names, clock: clock,
            units: units)
    }

    /// Entries as one array of JSON.
    func jsonArray(of entries: [TimelineEntry]) -> String {
        let json = naming.json(data)
        return "[\n" + entries.map { json.text(of: $0) }.joined(separator: ",\n") + "\n]\n"
    }

    /// Writes the answer; for an empty one it states what to do.
    ///
    /// - Parameter emptyMessage: what an empty answer does not have.
    func write(_ text: String, isEmpty: Bool, emptyMessage: String) throws {
        try options.write(text)
        guard isEmpty else { return }
        try store.reportNoResults(emptyMessage, diagnostics) { "--to \($0.text)" }
    }
}
