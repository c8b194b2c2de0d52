import ArgumentParser
import CommandSupport
import HealthTimeline

/// `hrv health timeline`: the last days, newest first.
struct HealthTimelineCommand: HealthListCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show the days: workouts, nights, breathing.")

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case workouts, nights, breathing
    }

    @Option(help: "Show only these; repeatable.")
    var only: [Kind] = []

    @Option(help: "Rules by which days are made.")
    var like: TimelineOptions.Rules = .standard

    @OptionGroup var workouts: WorkoutListingOptions
    @OptionGroup var range: HealthRangeOptions
    @OptionGroup var naming: HealthNamingOption
    @OptionGroup var options: HealthOptions

    func run() throws {
        try list(usualDays: 7, like: like, workouts) { list in
            let sections = only.isEmpty ? list.sections : list.sections(where: isChosen)
            let exportedMs = try list.store.status().exportedMs
            try list.write(
                list.text(of: sections).text(list.shape, exportMs: exportedMs),
                isEmpty: sections.isEmpty, emptyMessage: "nothing on these days")
        }
    }

    private func isChosen(_ entry: TimelineEntry) -> Bool {
        switch entry {
        case .workout: only.contains(.workouts)
        case .recovery: only.contains(.nights)
        case .breathing: only.contains(.breathing)
        }
    }
}
