import ArgumentParser
import CommandSupport
import HRVReports
import HealthHistory
import HealthTimeline
import PhysioTypes

/// `hrv health sources`: what wrote the records.
struct HealthSourcesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: "List the devices and applications that records are from.",
        discussion: """
            Where several have the same night or workout, those that lead come first: --prefer sets \
            which. Their names may be those of persons: they are shown with --names alone. Without \
            them a source is its model, with a number where several have the same: unknown-2.
            """)

    @Option(
        help: ArgumentHelp(
            "Source that leads from now on, by its name or as listed; repeatable, best first.",
            valueName: "source"))
    var prefer: [String] = []

    @Flag(help: "Show names.")
    var names = false

    @OptionGroup var options: HealthOptions

    func run() throws {
        try options.run { store, diagnostics in
            if !prefer.isEmpty { try store.setPreferredSources(prefer) }
            let sources = try store.sources()
            let clock = try HealthDateContext(store)
            var rows = HealthRows(columns: columns, rows: sources.map(row))
            rows.reasons = [
                "model": .noModel, "rank": .decidedByRules, "first_ms": .noSamples,
                "last_ms": .noSamples,
            ]
            let text = rows.text(options.shape) { table(sources, clock) }
            try options.write(text)
            try store.reportIfEmpty(diagnostics)
        }
    }

    private var columns: [String] {
        (names ? ["name"] : [])
            + [
                "source", "origin", "model", "kind", "rank", "samples", "sleep", "stretches",
                "workouts",
            ]
            + ["first_ms", "last_ms"]
    }

    private func row(_ stored: StoredSource) -> HealthRows.Row {
        let name: HealthRows.Row = names ? [("name", .text(stored.source.name))] : []
        return name + [
            ("source", .text(stored.label)), ("origin", .text(stored.source.origin.rawValue)),
            ("model", OrderedJSON(stored.source.model)),
            ("kind", .text("\(stored.source.kind)")), ("rank", OrderedJSON(stored.rank)),
            ("samples", .integer(stored.sampleCount)), ("sleep", .integer(stored.sleepCount)),
            ("stretches", .integer(stored.beatSegmentCount)),
            ("workouts", .integer(stored.workoutCount)), ("first_ms", OrderedJSON(stored.firstMs)),
            ("last_ms", OrderedJSON(stored.lastMs)),
        ]
    }

    private func table(_ sources: [StoredSource], _ clock: HealthDateContext) -> String {
        guard !sources.isEmpty else { return "No health records yet.\n" }
        func day(_ ms: Int64?) -> String {
            guard let ms else { return "" }
            return CivilInstant(unixMs: ms, offsetMinutes: clock.homeZone.offsetMinutes(ms)).date
                .text
        }
        let rows = sources.map { stored in
            (names ? [stored.source.name] : []) + [
                stored.label, "\(stored.source.kind)",
                stored.rank.map { "\($0)" } ?? "",
                "\(stored.sampleCount)", "\(stored.sleepCount)", "\(stored.beatSegmentCount)",
                "\(stored.workoutCount)",
                day(stored.firstMs), day(stored.lastMs),
            ]
        }
        let titles =
            (names ? ["name"] : [])
            + [
                "source", "kind", "rank", "samples", "sleep", "stretches", "workouts", "first",
                "last",
            ]
        let textColumnCount = names ? 3 : 2
        return TextColumns.text(
            titles: titles, rows: rows,
            rightAligned: titles.indices.map { $0 >= textColumnCount && $0 < titles.count - 2 })
    }
}
