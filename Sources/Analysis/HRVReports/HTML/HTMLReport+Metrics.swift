import HRVFeatures
import PhysioTypes

extension HTMLReport {
    /// The few numbers most readers come for.
    static func highlights(_ row: AnalysisRow) -> Markup {
        let keys: [MetricKey] = [.meanHR, .sdnn, .rmssd, .pnn50, .lfhf]
        return Markup(
            "ul", ["class": "highlights"],
            keys.compactMap { key in row[key.rawValue].map { highlight($0, key) } })
    }

    private static func highlight(_ metric: MetricResult, _ key: MetricKey) -> Markup {
        let unit = displayText(unit: MetricDefinition.of(key).unit)
        var parts = [
            Markup("span", ["class": "name"], text: shortName(key)),
            Markup(
                "span", ["class": "number"],
                [
                    Markup(text: valueText(metric)),
                    metric.value == nil ? .nothing : Markup("small", text: " \(unit)"),
                ]),
        ]
        if let reason = metric.reason { parts.append(reasonText(metric, reason)) }
        return Markup("li", [:], parts)
    }

    /// Every metric of a row, one table a family of the catalogue.
    static func metrics(_ row: AnalysisRow) -> Markup {
        let reportedMetrics = row.metrics.filter { metric in
            if case .notGiven? = metric.reason { false } else { true }
        }
        let groups = grouped(reportedMetrics) {
            definition($0)?.family.rawValue ?? "Further metrics"
        }
        let tables = groups.map { group in
            table(group, row, heading: definition(group[0])?.family.rawValue ?? "Further metrics")
        }
        return Markup(
            "div", ["class": "metrics"],
            [Markup("h3", text: "Metrics"), Markup("div", ["class": "families"], tables)])
    }

    private static func table(
        _ metrics: [MetricResult], _ row: AnalysisRow, heading: String
    ) -> Markup {
        let head = ["Metric", "Value", "Unit", "What it is"].map {
            Markup("th", ["scope": "col"], text: $0)
        }
        return Markup(
            "table", ["class": "family"],
            [
                Markup("caption", text: heading),
                Markup("thead", [:], [Markup("tr", [:], head)]),
                Markup("tbody", [:], metrics.map { line($0, row) }),
            ])
    }

    private static func line(_ metric: MetricResult, _ row: AnalysisRow) -> Markup {
        let definition = definition(metric)
        var explanation = [Markup(text: displayText(unit: definition?.title ?? ""))]
        if let reason = metric.reason { explanation.append(reasonText(metric, reason)) }
        explanation.append(interval(metric, row))
        return Markup(
            "tr", [:],
            [
                Markup("th", ["scope": "row"], text: metric.key),
                Markup("td", ["class": "number"], text: valueText(metric)),
                Markup("td", ["class": "unit"], text: displayText(unit: definition?.unit ?? "")),
                Markup("td", [:], explanation),
            ])
    }

    /// The interval, or why a number has none; nothing where none was asked for.
    private static func interval(_ metric: MetricResult, _ row: AnalysisRow) -> Markup {
        guard let uncertainty = row.uncertainty else { return .nothing }
        if let interval = uncertainty.intervals[metric.key] {
            return Markup(
                "span", ["class": "interval"], text: "95 %: " + ReportNumber.interval(interval))
        }
        guard let reason = uncertainty.reasons[metric.key] else { return .nothing }
        return Markup("span", ["class": "reason"], text: "no interval: " + reason.text)
    }

    /// Returns the reason that there is no number, or that the number is not to be trusted.
    private static func reasonText(_ metric: MetricResult, _ reason: MissingReason) -> Markup {
        guard metric.isForced else {
            return Markup("span", ["class": "reason"], text: reason.text)
        }
        return Markup(
            "span", ["class": "reason"],
            [Markup("b", ["class": "forced"], text: "forced"), Markup(text: " " + reason.text)])
    }

    /// The number as tables show it, or an en dash; a forced number carries an asterisk.
    static func valueText(_ metric: MetricResult) -> String {
        guard let value = metric.value else { return ReportNumber.missing }
        let isCount = definition(metric)?.unit == "count"
        let text = isCount ? ReportNumber.exact(value) : ReportNumber.fourSignificantDigits(value)
        return metric.isForced ? text + "*" : text
    }

    static func definition(_ metric: MetricResult) -> MetricDefinition? {
        MetricKey(rawValue: metric.key).map(MetricDefinition.of)
    }

    /// The key without its prefix, in the field's spelling.
    static func shortName(_ key: MetricKey) -> String {
        switch key {
        case .lfhf: "LF/HF"
        case .meanHR: "Mean HR"
        case .meanNN: "Mean NN"
        default: String(key.rawValue.dropFirst("HRV_".count))
        }
    }

    /// `ms^2` as `ms²`.
    static func displayText(unit: String) -> String {
        var result = ""
        var rest = unit[...]
        while let caret = rest.firstIndex(of: "^") {
            let isSquare = rest[rest.index(after: caret)...].first == "2"
            result += rest[..<caret]
            result += isSquare ? "²" : "^"
            rest = rest[caret...].dropFirst(isSquare ? 2 : 1)
        }
        return result + rest
    }
}
