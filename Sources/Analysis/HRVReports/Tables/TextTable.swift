import HRVFeatures
import PhysioTypes

/// Results for a terminal: rounded, aligned, with the reason beside every missing number.
public enum TextTable {
    /// More rows than this are listed one a line, with the main metrics only.
    private static let maxFullRowCount = 6
    private static let overview: [MetricKey] = [
        .meanNN, .sdnn, .rmssd, .pnn50, .lf, .hf, .lfhf,
    ]
    /// Powers are given once, under the short key.
    static let hiddenMetrics: Set<MetricKey> = [
        .ulfMsSquared, .vlfMsSquared, .lfMsSquared, .hfMsSquared, .vhfMsSquared,
        .totalPowerMsSquared,
    ]

    /// - Parameter width: columns of the terminal.
    public static func render(
        _ entries: [ReportEntry], names: MetricNamingScheme = .resonance, width: Int = 100
    ) -> String {
        let rows = entries.flatMap { entry in
            entry.result.rows.enumerated().map { Column(entry: entry, index: $0, row: $1) }
        }
        guard rows.count <= maxFullRowCount else { return listText(rows, names) }
        return blocks(of: rows, width: width).map { block($0, names) }.joined(separator: "\n")
    }

    private struct Column {
        let entry: ReportEntry
        let index: Int
        let row: AnalysisRow

        var title: String {
            let name = entry.name.split(separator: "/").last.map(String.init) ?? entry.name
            if let segment = row.segment, segment != "all" { return "\(name) \(segment)" }
            guard entry.result.rows.count > 1, row.segment == nil else { return name }
            return "\(name) @\(ReportNumber.fourSignificantDigits(row.startSeconds)) s"
        }
    }

    // MARK: Metrics down, recordings across

    private static let labelWidth = 26

    private static func blocks(of columns: [Column], width: Int) -> [[Column]] {
        let columnsPerBlock = max(1, (width - labelWidth) / cellWidth(columns))
        return stride(from: 0, to: columns.count, by: columnsPerBlock).map {
            Array(columns[$0..<min($0 + columnsPerBlock, columns.count)])
        }
    }

    /// A number and its interval are `812.3 [800.1, 825.0]`.
    private static func cellWidth(_ columns: [Column]) -> Int {
        let hasConfidenceIntervals = columns.contains { $0.row.uncertainty != nil }
        let maxTitleWidth = columns.map { min($0.title.count, 28) }.max() ?? 0
        return max(hasConfidenceIntervals ? 30 : 14, maxTitleWidth + 2)
    }

    private static func block(_ columns: [Column], _ names: MetricNamingScheme) -> String {
        let width = cellWidth(columns)
        var lines: [String] = []
        func add(_ label: String, _ cells: [String]) {
            let text = cells.map { padded($0, to: width, right: true) }.joined()
            lines.append(padded(label, to: labelWidth, right: false) + text)
        }
        add("", columns.map { shortened($0.title) })
        add("format", columns.map(\.entry.result.format))
        add(
            "duration (s)",
            columns.map { ReportNumber.fourSignificantDigits($0.row.durationSeconds) })
        add("NN intervals", columns.map { "\($0.row.beatCount)" })
        add(
            "coverage (%)",
            columns.map { ReportNumber.fourSignificantDigits(100 * $0.row.coverage) })
        add("artefacts (%)", columns.map { artefacts($0.row) })
        for kind in CorrectionEvent.Kind.allCases {
            let counts = columns.map { $0.row.artefacts?.counts[kind] ?? 0 }
            if counts.contains(where: { $0 > 0 }) {
                add("  " + kind.rawValue, counts.map { "\($0)" })
            }
        }
        if columns.contains(where: { $0.row.artefacts?.irregularCount ?? 0 > 0 }) {
            add(
                "irregular (%)",
                columns.map {
                    $0.row.artefacts.map { ReportNumber.fourSignificantDigits($0.irregularPercent) }
                        ?? ""
                })
        }
        for family in MetricDefinition.Family.allCases {
            let definitions = MetricDefinition.all.filter {
                $0.family == family && !hiddenMetrics.contains($0.key)
                    && isReported($0.key, columns)
            }
            guard !definitions.isEmpty else { continue }
            lines.append("")
            lines.append(family.rawValue)
            for definition in definitions {
                guard let name = names.name(of: definition.key) else { continue }
                let unit =
                    definition.unit.isEmpty || names == .kubios ? "" : " (\(definition.unit))"
                add("  " + name + unit, columns.map { cell($0.row, definition.key.rawValue) })
            }
        }
        let customMetrics = columns.first?.row.metrics.dropFirst(MetricDefinition.all.count) ?? []
        for metric in customMetrics {
            add("  " + metric.key, columns.map { cell($0.row, metric.key) })
        }
        lines.append("")
        lines += legend(columns)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func artefacts(_ row: AnalysisRow) -> String {
        row.artefacts.map { ReportNumber.fourSignificantDigits($0.artefactPercent) }
            ?? ResultTable.noCorrectionReason.code
    }

    /// Returns true if a program whose conventions are followed has the metric at all.
    private static func isReported(_ key: MetricKey, _ columns: [Column]) -> Bool {
        columns.contains { column in
            if case .notGiven? = column.row[key.rawValue]?.reason { false } else { true }
        }
    }

    private static func cell(_ row: AnalysisRow, _ key: String) -> String {
        let interval = row.uncertainty?.intervals[key].map { " " + ReportNumber.interval($0) }
        return cell(row[key]) + (interval ?? "")
    }

    private static func cell(_ metric: MetricResult?) -> String {
        guard let metric else { return "" }
        guard let value = metric.value else { return metric.reason?.code ?? "" }
        let isCount =
            MetricKey(rawValue: metric.key).map { MetricDefinition.of($0).unit } == "count"
        return (isCount ? "\(Int(value))" : ReportNumber.fourSignificantDigits(value))
            + (metric.isForced ? "!" : "")
    }

    /// Returns the meaning of the words and marks in the cells, if they occur.
    private static func legend(_ columns: [Column]) -> [String] {
        var legendEntries: [(String, String)] = []
        if columns.contains(where: { $0.row.artefacts == nil }) {
            legendEntries.append(
                (
                    ResultTable.noCorrectionReason.code,
                    "\(ResultTable.noCorrectionReason.text) (artefacts)"
                ))
        }
        var hasForcedMetrics = false
        for metric in columns.flatMap(\.row.metrics) {
            hasForcedMetrics = hasForcedMetrics || metric.isForced
            guard metric.value == nil, let reason = metric.reason, reason.code != "not_given",
                !legendEntries.contains(where: { $0.0 == reason.code })
            else { continue }
            legendEntries.append((reason.code, "\(reason.text) (\(metric.key))"))
        }
        var lines = legendEntries.map { "\($0): \($1)" }
        if columns.contains(where: { $0.row.uncertainty != nil }) {
            lines.append("[...]: 95 % interval; of metrics without one --json says why")
        }
        if hasForcedMetrics {
            lines.append("!: given although the data speak against it (--force)")
        }
        return lines
    }

    // MARK: Windows, one a line

    private static func listText(_ columns: [Column], _ names: MetricNamingScheme) -> String {
        let titles = overview.map { names.name(of: $0) ?? $0.rawValue }
        let nameWidth = max(12, (columns.map { min($0.title.count, 40) }.max() ?? 0) + 2)
        var lines: [String] = []
        func add(_ name: String, _ cells: [String]) {
            lines.append(
                padded(name, to: nameWidth, right: false)
                    + cells.map { padded($0, to: 14, right: true) }.joined())
        }
        add("", ["beats", "coverage (%)", "artefacts (%)"] + titles)
        for column in columns {
            add(
                shortened(column.title, to: 40),
                [
                    "\(column.row.beatCount)",
                    ReportNumber.fourSignificantDigits(100 * column.row.coverage),
                    artefacts(column.row),
                ]
                    + overview.map { cell(column.row[$0.rawValue]) })
        }
        lines.append("")
        lines.append("Every metric: --output csv or --output json.")
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Text

    static func shortened(_ text: String, to limit: Int = 28) -> String {
        text.count <= limit ? text : text.prefix(limit / 2 - 1) + ".." + text.suffix(limit / 2 - 1)
    }

    static func padded(_ text: String, to width: Int, right: Bool) -> String {
        let space = String(repeating: " ", count: max(right ? 1 : 0, width - text.count))
        return right ? space + text : text + space
    }
}
