public import HRVFeatures

/// Two dialects on one recording, for a terminal and as JSON.
public struct ComparisonTable: Sendable {
    let file: String
    /// Names of the two sides.
    let first: String
    let second: String
    let comparison: DialectComparison

    public init(file: String, first: String, second: String, comparison: DialectComparison) {
        self.file = file
        self.first = first
        self.second = second
        self.comparison = comparison
    }

    // MARK: JSON

    /// One object: the differences with their causes, and the metrics without one.
    public var object: OrderedJSON {
        func keys(_ keys: [MetricKey]) -> OrderedJSON { .array(keys.map { .text($0.rawValue) }) }
        return .object([
            ("file", .text(file)), ("first", .text(first)), ("second", .text(second)),
            ("differences", .array(comparison.differences.map(Self.object))),
            ("equal", keys(comparison.equalKeys)), ("first_only", keys(comparison.firstOnlyKeys)),
            ("second_only", keys(comparison.secondOnlyKeys)),
        ])
    }

    private static func object(_ difference: DialectComparison.Difference) -> OrderedJSON {
        let causes = difference.causes.map { cause in
            OrderedJSON.object([
                ("setting", .text(cause.setting)), ("first", .text(cause.first)),
                ("second", .text(cause.second)), ("accounts_pct", .number(100 * cause.share)),
            ])
        }
        return .object([
            ("metric", .text(difference.key.rawValue)), ("first", .number(difference.first)),
            ("second", .number(difference.second)),
            ("difference_pct", difference.relativeDifference.map { .number(100 * $0) } ?? .null),
            ("single_setting", difference.singleCause.map { .text($0.setting) } ?? .null),
            ("settings", .array(causes)),
        ])
    }

    // MARK: Text

    /// One line a metric that differs, the choice that leaves the smallest rest beside it.
    public var text: String {
        let shownDifferences = comparison.differences.filter {
            !TextTable.hiddenMetrics.contains($0.key)
        }
        var rows = [["", first, second, "difference", "which setting"]]
        rows += shownDifferences.map { difference in
            [
                difference.key.rawValue, ReportNumber.fourSignificantDigits(difference.first),
                ReportNumber.fourSignificantDigits(difference.second),
                Self.percent(difference.relativeDifference),
                Self.reason(difference),
            ]
        }
        var lines = [file, ""] + Self.aligned(rows)
        if shownDifferences.isEmpty { lines = [file, "", "\(first) and \(second) agree."] }
        lines.append("")
        for (title, keys) in [
            ("The same on both sides", comparison.equalKeys),
            ("Only \(first)", comparison.firstOnlyKeys),
            ("Only \(second)", comparison.secondOnlyKeys),
        ] {
            let names = keys.filter { !TextTable.hiddenMetrics.contains($0) }.map(\.rawValue)
            if !names.isEmpty {
                lines += TextWrap.lines(
                    title + ": " + names.joined(separator: ", "), indentation: "  ")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func percent(_ share: Double?) -> String {
        guard let share else { return ReportNumber.missing }
        return (share > 0 ? "+" : "") + ReportNumber.fourSignificantDigits(100 * share) + " %"
    }

    private static func reason(_ difference: DialectComparison.Difference) -> String {
        guard let cause = difference.causes.first else { return "no setting alone" }
        let change = "\(cause.setting): \(cause.first) -> \(cause.second)"
        guard difference.singleCause == nil else { return change }
        let others = difference.causes.dropFirst().prefix(3).map {
            "\($0.setting) \(share($0))"
        }
        return "\(share(cause)) by \(change)"
            + (others.isEmpty ? "" : "; " + others.joined(separator: ", "))
    }

    private static func share(_ cause: DialectComparison.Cause) -> String {
        SVGNumber.trimmed(SVGNumber.fixed(100 * cause.share, decimals: 1)) + " %"
    }

    /// Numbers to the right, words to the left.
    private static func aligned(_ rows: [[String]]) -> [String] {
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = (0..<4).map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + space : space + row[column]
            }
            return (cells + [row[4]]).joined(separator: "  ")
        }
    }
}
