import HRVFeatures
import PhysioTypes

extension HTMLReport {
    private static let overviewKeys: [MetricKey] = [.meanNN, .sdnn, .rmssd, .lf, .hf, .lfhf]

    /// One line a recording, linked to its section.
    static func overview(_ entries: [ReportEntry]) -> Markup {
        let head = compactTableHead(
            ["Recording", "Beats", "Duration", "Coverage", "Artefacts"], overviewKeys)
        let lines = entries.enumerated().map { line($1, id: sectionID($0)) }
        let table = Markup(
            "table", ["class": "compact"],
            [
                Markup("caption", ["class": "unseen"], text: "All recordings"), head,
                Markup("tbody", [:], lines),
            ])
        return Markup(
            "section", ["class": "overview", "aria-labelledby": "overview"],
            [
                Markup("h2", ["id": "overview"], text: "Overview"),
                scrollBox(table, label: "All recordings"), legend(entries),
            ])
    }

    /// Returns the meaning of the signs in the cells, if there are any.
    private static func legend(_ entries: [ReportEntry]) -> Markup {
        let metrics = entries.filter { $0.result.rows.count == 1 }.flatMap { entry in
            overviewKeys.compactMap { entry.result.rows[0][$0.rawValue] }
        }
        var lines: [String] = []
        if metrics.contains(where: { $0.value == nil }) {
            lines.append("\(ReportNumber.missing) no value; the recording's own table says why")
        }
        if metrics.contains(where: \.isForced) {
            lines.append("* forced although the data speak against it; see the recording's table")
        }
        guard !lines.isEmpty else { return .nothing }
        return Markup("ul", ["class": "reasons"], lines.map { Markup("li", text: $0) })
    }

    private static func line(_ entry: ReportEntry, id: String) -> Markup {
        // Of a recording that is split by the clock the first row is the whole.
        let hasSegments = entry.result.rows.first?.segment != nil
        let rows = hasSegments ? Array(entry.result.rows.prefix(1)) : entry.result.rows
        var name = [Markup("a", ["href": "#\(id)"], [Markup("bdi", text: entry.name)])]
        if rows.count > 1 {
            name.append(
                Markup("span", ["class": "reason"], text: "medians of \(rows.count) windows"))
        }
        if warningCount(entry.result) > 0 {
            let count = ReportNumber.count(warningCount(entry.result), "warning")
            name.append(Markup("span", ["class": "reason"], [Markup("b", text: count)]))
        }
        return Markup(
            "tr", [:],
            [
                Markup("th", ["scope": "row"], name),
                medianText(rows, { Double($0.beatCount) }, ReportNumber.exact),
                medianText(rows, \.durationSeconds, ReportNumber.duration),
                medianText(rows, \.coverage) { ReportNumber.percent(share: $0) },
                artefacts(median(rows.compactMap { $0.artefacts?.artefactShare })),
            ] + overviewKeys.map { number(overviewValueText(rows, $0)) })
    }

    private static func medianText(
        _ rows: [AnalysisRow], _ value: (AnalysisRow) -> Double, _ text: (Double) -> String
    ) -> Markup {
        number(median(rows.map(value)).map(text) ?? ReportNumber.missing)
    }

    private static func overviewValueText(_ rows: [AnalysisRow], _ key: MetricKey) -> String {
        let metrics = rows.compactMap { $0[key.rawValue] }
        if metrics.count == 1 { return valueText(metrics[0]) }
        guard let medianValue = median(metrics.compactMap(\.value)) else {
            return ReportNumber.missing
        }
        return valueText(MetricResult(key: key.rawValue, value: medianValue))
    }

    private static func warningCount(_ result: AnalysisResult) -> Int {
        (result.notices + result.rows.flatMap(\.notices)).count { $0.kind == .warning }
    }

    /// The middle value, or the mean of the two in the middle; nil for none.
    private static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let upper = sorted[sorted.count / 2]
        return sorted.count.isMultiple(of: 2) ? (sorted[sorted.count / 2 - 1] + upper) / 2 : upper
    }
}
