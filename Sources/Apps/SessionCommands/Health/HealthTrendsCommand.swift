import ArgumentParser
import CommandSupport
import HRVReports
import HealthHistory
import HealthTimeline

/// `hrv health trends`: RMSSD, resting rate and sleep over the days.
struct HealthTrendsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trends",
        abstract: "Show RMSSD, resting rate and sleep over the last 7, 30 or 90 days.",
        discussion: """
            Nights after breathing are those with a session of one's own in the 4 h before them. From \
            ten nights of each kind on, the difference of the medians is given with the interval that \
            holds it with 95 % probability (bootstrap).
            """)

    @Option(help: "How far back.")
    var days: HistoryTrendsCommand.TrendPeriod = .month

    @Option(help: "Of the bootstrap.")
    var seed: UInt64 = 1

    @OptionGroup var options: HealthOptions

    func run() throws {
        try options.run { store, diagnostics in
            let clock = try HealthDateContext(store)
            let last = clock.today
            let range = last.adding(days: 1 - days.rawValue)...last
            let data = try clock.data(store, range, options.location.history)
            let sections = TimelineBuilder.sections(
                of: data, from: range.lowerBound, through: last, options: clock.options())
            let recoveries = sections.flatMap(\.entries).compactMap { entry -> RecoveryEntry? in
                if case .recovery(let recovery) = entry { recovery } else { nil }
            }
            let trends = HealthTrends(
                recoveries, breathing: data.breathing, through: last, days: days.rawValue,
                seed: seed)
            try options.write(text(trends))
            if trends.trends.allSatisfy(\.points.isEmpty) {
                try store.reportNoResults(
                    "no nights in the last \(days.rawValue) days", diagnostics)
            }
        }
    }

    private func text(_ trends: HealthTrends) -> String {
        switch options.shape {
        case .table: return table(trends)
        case .csv:
            let rows = trends.trends.flatMap { trend in
                trend.points.map { point -> HealthRows.Row in
                    [
                        ("figure", .text(trend.metric.rawValue)), ("date", .text(point.date.text)),
                        ("value", .number(point.value)),
                    ]
                }
            }
            return HealthRows(columns: ["figure", "date", "value"], rows: rows).text(.csv) { "" }
        case .json: return object(trends).prettyText + "\n"
        case .ndjson: return trends.trends.map { Self.object($0).compactText + "\n" }.joined()
        }
    }

    private func object(_ trends: HealthTrends) -> OrderedJSON {
        .object([
            ("from", .text(trends.first.text)), ("to", .text(trends.last.text)),
            ("seed", .integer(Int(clamping: seed))),
            ("trends", .array(trends.trends.map(Self.object))),
        ])
    }

    private static func object(_ trend: HealthTrends.Trend) -> OrderedJSON {
        let breathing = trend.breathing
        let row: HealthRows.Row = [
            ("figure", .text(trend.metric.rawValue)), ("median", OrderedJSON(trend.median)),
            (
                "points",
                .array(
                    trend.points.map {
                        .object([("date", .text($0.date.text)), ("value", .number($0.value))])
                    })
            ),
            (
                "breathing",
                Self.object([
                    ("n_with", .integer(breathing.countWithBreathing)),
                    ("n_without", .integer(breathing.countWithoutBreathing)),
                    ("median_with", OrderedJSON(breathing.medianWithBreathing)),
                    ("median_without", OrderedJSON(breathing.medianWithoutBreathing)),
                    ("difference", OrderedJSON(breathing.difference)),
                    ("low", OrderedJSON(breathing.interval?.lowerBound)),
                    ("high", OrderedJSON(breathing.interval?.upperBound)),
                ])
            ),
        ]
        return HealthRows.object(row, ["median": .noSamples])
    }

    /// The comparison of nights; where the difference is missing, `reason` says so once more.
    private static func object(_ row: HealthRows.Row) -> OrderedJSON {
        let isMissing = row.contains { $0.0 == "difference" && $0.1 == .null }
        let reasonRow: HealthRows.Row = isMissing ? [("reason", .text("too_few"))] : []
        return HealthRows.object(
            row + reasonRow,
            [
                "median_with": .noSamples, "median_without": .noSamples,
                "difference": .tooFewValues,
                "low": .tooFewValues, "high": .tooFewValues,
            ])
    }

    private func table(_ trends: HealthTrends) -> String {
        guard trends.trends.contains(where: { !$0.points.isEmpty }) else {
            return "No nights in the last \(days.rawValue) days.\n"
        }
        let rows = trends.trends.map { trend in
            let breathing = trend.breathing
            let interval = breathing.interval.map {
                "\(Self.number($0.lowerBound, trend)) to \(Self.number($0.upperBound, trend))"
            }
            return [
                Self.title(trend.metric), "\(trend.points.count)",
                Self.number(trend.median, trend),
                Self.number(breathing.medianWithBreathing, trend)
                    + " (\(breathing.countWithBreathing))",
                Self.number(breathing.medianWithoutBreathing, trend)
                    + " (\(breathing.countWithoutBreathing))",
                Self.number(breathing.difference, trend), interval ?? "too few nights",
            ]
        }
        let titles = [
            "", "days", "median", "after breathing (n)", "without (n)", "difference", "95 %",
        ]
        return TextColumns.text(
            titles: titles, rows: rows, rightAligned: [false, true, true, true, true, true, false])
    }

    private static func title(_ metric: HealthTrends.Metric) -> String {
        switch metric {
        case .rmssd: "RMSSD, ms"
        case .restingHeartRate: "resting rate, bpm"
        case .sleep: "sleep, h"
        }
    }

    private static func number(_ value: Double?, _ trend: HealthTrends.Trend) -> String {
        guard let value else { return "–" }
        let displayValue = trend.metric == .sleep ? value / 3600 : value
        return "\((displayValue * 10).rounded() / 10)"
    }
}
