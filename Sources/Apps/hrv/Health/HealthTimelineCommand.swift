import ArgumentParser
import HealthHistory
import HealthTimeline

/// `hrv health timeline`: the last days, newest first.
struct HealthTimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show the days: workouts, nights, breathing.")

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case workouts, nights, breathing
    }

    @OptionGroup var range: HealthRangeOptions

    @Option(help: "Show only these; repeatable.")
    var only: [Kind] = []

    @Option(help: "Rules by which days are made.")
    var like: TimelineOptions.Rules = .standard

    @Flag(help: "Every copy of a workout by itself.")
    var allSources = false

    @Option(help: "Units of distances and splits.")
    var units: TimelineOptions.Units = .metric

    @Flag(help: "Sources by their names, which may be those of persons, instead of by model.")
    var names = false

    @OptionGroup var options: HealthOptions

    func run() throws {
        try options.run { store, diagnostics in
            let clock = try HealthClock(store)
            let days = range.range(today: clock.today, usual: 7)
            let data = try clock.data(store, days, options.place.history)
            var sections = TimelineMaker.sections(
                of: data, from: days.lowerBound, through: days.upperBound,
                options: clock.options(like, units, showsAllSources: allSources))
            if !only.isEmpty { sections = sections.compactMap(chosen) }
            let text = TimelineText(
                sections: sections, sources: data.sources, namesSources: names, clock: clock,
                units: units)
            let export = try store.status().exportMs
            try options.write(text.text(options.shape, exportMs: export))
            try tellOfEmptyDays(sections, store, diagnostics)
        }
    }

    private func chosen(_ section: TimelineSection) -> TimelineSection? {
        let entries = section.entries.filter { entry in
            switch entry {
            case .workout: only.contains(.workouts)
            case .recovery: only.contains(.nights)
            case .breathing: only.contains(.breathing)
            }
        }
        return entries.isEmpty ? nil : TimelineSection(date: section.date, entries: entries)
    }

    private func tellOfEmptyDays(
        _ sections: [TimelineSection], _ store: HealthStore, _ diagnostics: Diagnostics
    ) throws {
        guard sections.isEmpty else { return }
        if let newest = try store.newestDay() {
            diagnostics.summary(
                "nothing on these days; the newest with records is \(newest.text): --to \(newest.text)"
            )
        } else {
            diagnostics.summary("no health records yet: hrv health import export.zip")
        }
    }
}
