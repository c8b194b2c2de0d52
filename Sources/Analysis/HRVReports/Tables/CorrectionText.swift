import HRVFeatures
import PhysioTypes

/// The text on corrections for a terminal: a column for each recording, rounded.
public enum CorrectionText {
    private static let labelWidth = 22

    /// - Parameter width: columns of the terminal.
    public static func render(_ entries: [CorrectionEntry], width: Int = 100) -> String {
        let maxTitleWidth = entries.map { max(min(name(of: $0).count, 28), $0.result.format.count) }
            .max()
        let cellWidth = max(14, (maxTitleWidth ?? 0) + 2)
        let entriesPerBlock = max(1, (width - labelWidth) / cellWidth)
        let blocks = stride(from: 0, to: entries.count, by: entriesPerBlock).map {
            block(Array(entries[$0..<min($0 + entriesPerBlock, entries.count)]), cellWidth)
        }
        let rhythms = entries.compactMap { entry in
            entry.result.rhythms.map {
                TextTable.shortened(name(of: entry)) + ": " + RhythmText.line($0) + "\n"
            }
        }.joined()
        return (blocks + (rhythms.isEmpty ? [] : [rhythms]) + [legend(entries)])
            .joined(separator: "\n")
    }

    private static func name(of entry: CorrectionEntry) -> String {
        entry.name.split(separator: "/").last.map(String.init) ?? entry.name
    }

    private static func block(_ entries: [CorrectionEntry], _ width: Int) -> String {
        let records = entries.map(\.result.record)
        let tallies = records.map(\.artefacts)
        var lines: [String] = []
        func add(_ label: String, _ cells: [String]) {
            lines.append(
                TextTable.padded(label, to: labelWidth, right: false)
                    + cells.map { TextTable.padded($0, to: width, right: true) }.joined())
        }
        add("", entries.map { TextTable.shortened(name(of: $0)) })
        add("format", entries.map(\.result.format))
        add("R-R intervals", records.map { "\($0.raw.count)" })
        add("NN intervals", records.map { "\($0.nn.count)" })
        add("artefacts (%)", tallies.map { ReportNumber.fourSignificantDigits($0.artefactPercent) })
        for kind in CorrectionEvent.Kind.allCases
        where tallies.contains(where: { $0.counts[kind] != nil }) {
            add("  " + kind.rawValue, tallies.map { "\($0.counts[kind] ?? 0)" })
        }
        if tallies.contains(where: { $0.irregularCount > 0 }) {
            add(
                "irregular (%)",
                tallies.map { ReportNumber.fourSignificantDigits($0.irregularPercent) })
        }
        let gaps = records.map { $0.events.count { $0.kind == .gap } }
        if gaps.contains(where: { $0 > 0 }) { add("gaps", gaps.map(String.init)) }
        let rawMetrics = records.map { TimeDomain(NNSeries($0.raw)) }
        let correctedMetrics = records.map { TimeDomain($0.nn) }
        for (metric, value) in [("SDNN", \TimeDomain.sdnnMs), ("RMSSD", \TimeDomain.rmssdMs)] {
            add("\(metric) before (ms)", rawMetrics.map { number($0[keyPath: value]) })
            add("\(metric) after (ms)", correctedMetrics.map { number($0[keyPath: value]) })
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func number(_ value: Double?) -> String {
        value.map(ReportNumber.fourSignificantDigits) ?? ReportNumber.missing
    }

    /// Rule and repair, the same for all.
    private static func legend(_ entries: [CorrectionEntry]) -> String {
        guard let recipe = entries.first?.result.recipe,
            case .text(let rule)? = recipe[.correction],
            case .text(let repair)? = recipe[.repair]
        else { return "" }
        return "By the rule \(rule), repaired by \(repair). Every change: --output csv or --output "
            + "json; drawn: --svg PATH.\n"
    }
}
