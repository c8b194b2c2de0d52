import ArgumentParser
import HealthHistory
import HealthRecords
import HealthTimeline

/// `hrv health export`: what is kept, for other programs.
struct HealthExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the days as JSON or CSV, or the beats as R-R intervals.",
        discussion: """
            json is the timeline of all days, csv a row an entry, rr every R-R interval of the watch's \
            stretches and of FIT files, one a line, in ms; a line with # says when a stretch began. \
            Devices are given by model: names, which may be those of persons, with --names alone.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case json, csv, rr
    }

    @Option(help: "Format of the file.")
    var format: Format = .json

    @Option(help: ArgumentHelp("The first day, such as 2026-11-01.", valueName: "date"))
    var from: CivilDate?

    @Option(help: ArgumentHelp("The last day.", valueName: "date"))
    var to: CivilDate?

    @Flag(help: "Sources by their names, which may be those of persons, instead of by model.")
    var names = false

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "path"))
    var out: String?

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    @OptionGroup var place: HealthPlaceOption

    func run() throws {
        var options = HealthOptions()
        options.place = place
        options.delivery.out = out
        options.delivery.quiet = quiet
        try options.run { store, _ in
            let clock = try HealthClock(store)
            let status = try store.status()
            let first = from ?? clock.date(status.firstMs) ?? clock.today
            let last = max(first, to ?? max(clock.today, clock.date(status.lastMs) ?? clock.today))
            let data = try clock.data(store, first...last, place.history)
            let text =
                switch format {
                case .rr:
                    Self.intervals(
                        data,
                        within: clock.startMs(of: first)..<clock.startMs(of: last.adding(days: 1)))
                case .json, .csv:
                    TimelineText(
                        sections: TimelineMaker.sections(
                            of: data, from: first, through: last, options: clock.options()),
                        sources: data.sources, namesSources: names, clock: clock
                    ).text(format == .json ? .json : .csv, exportMs: status.exportMs)
                }
            try options.write(text)
        }
    }

    /// No interval crosses a gap or two stretches.
    private static func intervals(_ data: HealthData, within range: Range<Int64>) -> String {
        var parts: [(startMs: Int64, lines: [String])] = []
        for stretch in data.stretches where range.contains(stretch.start.unixMs) {
            let lines = stretch.ticks.indices.dropFirst().map { index in
                stretch.isAfterGap[index]
                    ? "# gap"
                    : "\((Int(stretch.ticks[index]) - Int(stretch.ticks[index - 1])) * 10)"
            }
            parts.append((stretch.firstBeatMs, Array(lines)))
        }
        for workout in data.workouts where range.contains(workout.start.unixMs) {
            guard let beats = workout.beats else { continue }
            let gaps = Set(beats.gapIndices)
            let lines = beats.intervalsMs.enumerated().flatMap { index, interval in
                (gaps.contains(index) ? ["# gap"] : []) + ["\(interval)"]
            }
            parts.append((beats.startMs, lines))
        }
        return parts.sorted { $0.startMs < $1.startMs }.map { part in
            "# \(part.startMs)\n" + part.lines.map { $0 + "\n" }.joined()
        }.joined()
    }
}

extension HealthClock {
    /// The day of a moment at home.
    func date(_ ms: Int64?) -> CivilDate? {
        ms.map { CivilInstant(unixMs: $0, offsetMinutes: home.offsetMinutes($0)).date }
    }
}
