import HRVFeatures
import PhysioTypes

extension HTMLReport {
    /// The metrics of the compact tables.
    static let compactTableKeys: [MetricKey] = [.meanNN, .sdnn, .rmssd, .pnn50, .lf, .hf, .lfhf]

    /// One line a window, in a box of its own that scrolls.
    static func windows(_ rows: [AnalysisRow]) -> Markup {
        let hasSegments = rows.first?.segment != nil
        let head = compactTableHead(
            [hasSegments ? "Stretch" : "Start", "Duration", "Beats", "Coverage", "Artefacts"],
            compactTableKeys)
        let table = Markup(
            "table", ["class": "compact"],
            [
                Markup("caption", ["class": "unseen"], text: "Metrics of each window"), head,
                Markup("tbody", [:], rows.map(line)),
            ])
        return Markup(
            "div", ["class": "windows"],
            [
                Markup("h3", text: hasSegments ? "Day and night" : "Windows"),
                scrollBox(table, label: "Metrics of each window"),
            ]
                + [missingReasons(rows), forcedMetricReasons(rows)])
    }

    /// A table wider than a phone scrolls alone, also by the keyboard; the page stays put.
    static func scrollBox(_ table: Markup, label: String) -> Markup {
        Markup(
            "div", ["class": "scroll", "role": "region", "aria-label": label, "tabindex": "0"],
            [table])
    }

    static func compactTableHead(_ names: [String], _ keys: [MetricKey]) -> Markup {
        let metrics = keys.map { key in
            let unit = displayText(unit: MetricDefinition.of(key).unit)
            let unitMarkup = unit.isEmpty ? Markup.nothing : Markup("small", text: " " + unit)
            return Markup("th", ["scope": "col"], [Markup(text: shortName(key)), unitMarkup])
        }
        return Markup(
            "thead", [:],
            [Markup("tr", [:], names.map { Markup("th", ["scope": "col"], text: $0) } + metrics)])
    }

    /// - Parameter share: nil where no correction was run.
    static func artefacts(_ share: Double?) -> Markup {
        number(share.map { ReportNumber.percent(share: $0) } ?? ReportNumber.missing)
    }

    static func number(_ text: String) -> Markup {
        Markup("td", ["class": "number"], text: text)
    }

    private static func line(_ row: AnalysisRow) -> Markup {
        let metrics = compactTableKeys.map { key in
            number(row[key.rawValue].map(valueText) ?? ReportNumber.missing)
        }
        return Markup(
            "tr", [:],
            [
                Markup(
                    "th", ["scope": "row"],
                    text: row.segment ?? ReportNumber.clock(row.startSeconds)),
                number(ReportNumber.duration(row.durationSeconds)), number("\(row.beatCount)"),
                number(ReportNumber.percent(share: row.coverage)),
                artefacts(row.artefacts?.artefactShare),
            ] + metrics)
    }

    /// Returns the reasons for dashes: a line for each metric, however many windows lack it.
    private static func missingReasons(_ rows: [AnalysisRow]) -> Markup {
        let lines = compactTableKeys.compactMap { key in
            reasons(rows.compactMap { $0[key.rawValue] }.filter { $0.value == nil }, key, of: rows)
        }
        guard !lines.isEmpty else { return .nothing }
        return Markup(
            "ul", ["class": "reasons"],
            lines.map { Markup("li", text: "\(ReportNumber.missing) " + $0) })
    }

    private static func forcedMetricReasons(_ rows: [AnalysisRow]) -> Markup {
        let lines = compactTableKeys.compactMap { key in
            reasons(rows.compactMap { $0[key.rawValue] }.filter(\.isForced), key, of: rows)
        }
        guard !lines.isEmpty else { return .nothing }
        return Markup(
            "ul", ["class": "reasons"],
            lines.map { Markup("li", text: "* forced: " + $0) })
    }

    private static func reasons(
        _ metrics: [MetricResult], _ key: MetricKey, of rows: [AnalysisRow]
    ) -> String? {
        guard let first = metrics.first?.reason else { return nil }
        let others = metrics.contains { $0.reason != first } ? ", for example" : ""
        return "\(shortName(key)) in \(metrics.count) of \(rows.count) windows\(others): "
            + first.text
    }
}
