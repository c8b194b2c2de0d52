import ArgumentParser
import CommandSupport
import HealthTimeline

/// `hrv health nights`: nights with stages and vitals, newest first.
struct HealthNightsCommand: HealthListCommand {
    static let configuration = CommandConfiguration(
        commandName: "nights", abstract: "List the nights, with stages and vitals.")

    @Option(help: "Rules by which nights are made.")
    var like: TimelineOptions.Rules = .standard

    @OptionGroup var range: HealthRangeOptions
    @OptionGroup var naming: HealthNamingOption
    @OptionGroup var options: HealthOptions

    func run() throws {
        try list(usualDays: 30, like: like) { list in
            let nights = list.sections { if case .recovery = $0 { true } else { false } }
            try list.write(
                text(nights, list), isEmpty: nights.isEmpty, emptyMessage: "no nights on these days"
            )
        }
    }

    private func text(_ nights: [TimelineSection], _ list: HealthListOutput) -> String {
        switch list.shape {
        case .json: list.jsonArray(of: nights.flatMap(\.entries))
        case .csv, .ndjson: list.text(of: nights).text(list.shape, exportMs: nil)
        case .table:
            nights.isEmpty ? "No nights on these days.\n" : Self.table(nights, list.clock)
        }
    }

    private static func table(_ sections: [TimelineSection], _ clock: HealthDateContext) -> String {
        let stages = ["Awake", "REM", "Core", "Deep", "Asleep"]
        let vitals = ["Resting HR", "HRV", "Resp Rate", "RMSSD"]
        let nights = sections.flatMap(\.entries).compactMap { entry -> RecoveryEntry? in
            if case .recovery(let night) = entry { night } else { nil }
        }
        let rows = nights.map { night in
            let cell = RecoveryCell(night, .english)
            let times = night.sleep.map {
                $0.start.text(homeZone: clock.homeZone) + "-"
                    + $0.end.text(homeZone: clock.homeZone)
            }
            return [night.date.text, times ?? "", cell.total ?? ""]
                + stages.map { name in
                    cell.stages.first { $0.label == name }?.duration ?? ""
                }
                + [night.sleep.map { CellNumberFormat.duration($0.inBedSeconds, .english) } ?? ""]
                + vitals.map { name in cell.vitals.first { $0.label == name }?.value ?? "" }
                + [cell.naps.map(\.value).joined(separator: ", ")]
        }
        let titles = ["date", "from-to", "total"] + stages + ["In bed"] + vitals + ["naps"]
        return TextColumns.text(
            titles: titles, rows: rows, rightAligned: titles.indices.map { $0 > 1 && $0 < 13 })
    }
}
