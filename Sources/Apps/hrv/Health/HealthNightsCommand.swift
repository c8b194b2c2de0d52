import ArgumentParser
import HealthHistory
import HealthTimeline

/// `hrv health nights`: nights with stages and vitals, newest first.
struct HealthNightsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nights", abstract: "List the nights, with stages and vitals.")

    @OptionGroup var range: HealthRangeOptions

    @Option(help: "Rules by which nights are made.")
    var like: TimelineOptions.Rules = .standard

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
                options: clock.options(like))
            let nights = sections.compactMap { section -> RecoveryEntry? in
                guard case .recovery(let recovery)? = section.entries.last else { return nil }
                return recovery
            }
            try options.write(text(nights, data, clock))
        }
    }

    private func text(_ nights: [RecoveryEntry], _ data: HealthData, _ clock: HealthClock) -> String
    {
        var json = TimelineJSON(sources: data.sources)
        json.namesSources = names
        let objects = nights.map { json.text(of: .recovery($0)) }
        switch options.shape {
        case .json: return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
        case .ndjson: return objects.map { $0 + "\n" }.joined()
        case .csv:
            let sections = nights.map {
                TimelineSection(date: $0.date, entries: [.recovery($0)])
            }
            return TimelineText(
                sections: sections, sources: data.sources, namesSources: names, clock: clock
            ).text(.csv, exportMs: nil)
        case .table:
            return nights.isEmpty ? "No nights on these days.\n" : Self.table(nights, clock)
        }
    }

    private static func table(_ nights: [RecoveryEntry], _ clock: HealthClock) -> String {
        let stages = ["Awake", "REM", "Core", "Deep", "Asleep", "In bed"]
        let vitals = ["Resting HR", "HRV", "Resp Rate", "RMSSD"]
        let rows = nights.map { night in
            let cell = RecoveryCell(night, .english)
            let times = night.sleep.map {
                $0.start.text(home: clock.home) + "-" + $0.end.text(home: clock.home)
            }
            return [night.date.text, times ?? "", cell.total ?? ""]
                + stages.map { name in
                    cell.stages.first { $0.label == name }?.duration ?? ""
                }
                + vitals.map { name in cell.vitals.first { $0.label == name }?.value ?? "" }
                + [cell.naps.map(\.value).joined(separator: ", ")]
        }
        let titles = ["date", "from-to", "total"] + stages + vitals + ["naps"]
        return TextColumns.text(
            titles: titles, rows: rows, right: titles.indices.map { $0 > 1 && $0 < 13 })
    }
}
