public import PhysioTypes
public import ResonanceBreathing

/// The coherence of one recording over time, under the name it goes by in reports.
public struct CoherenceEntry: Sendable {
    /// Path or name of the input, as the person gave it.
    public let name: String
    public let lines: [CoherenceTimeline.Line]
    public let notices: [Notice]

    public init(name: String, lines: [CoherenceTimeline.Line], notices: [Notice]) {
        self.name = name
        self.lines = lines
        self.notices = notices
    }
}

/// Coherence over time as CSV, JSON and text.
public struct CoherenceTable: Sendable {
    public let scores: [CoherenceScore]
    /// True if a csv begins with the name of the file.
    public let hasFileColumn: Bool

    public init(scores: [CoherenceScore], hasFileColumn: Bool) {
        self.scores = scores
        self.hasFileColumn = hasFileColumn
    }

    /// All scores, in the order of the columns.
    public static let columns: [CoherenceScore] = [
        .reference, .harmonic, .mccratyRatio, .mccratyProduct, .peakOverTotal, .multitaperF,
        .magnitudeSquaredCoherence, .phaseSynchrony,
    ]

    /// The name of a score's column.
    public static func name(of score: CoherenceScore) -> String {
        score == .magnitudeSquaredCoherence ? "msc" : score.rawValue
    }

    // MARK: CSV

    public var csvHeader: String {
        ((hasFileColumn ? ["file"] : []) + ["t_s"] + scores.map(Self.name)).joined(separator: ",")
    }

    /// A line a time; an empty cell where there is no value.
    public func csvLines(_ entry: CoherenceEntry) -> [String] {
        let prefix = hasFileColumn ? ResultTable.field(entry.name) + "," : ""
        return entry.lines.map { line in
            prefix
                + ([line.timeSeconds] + line.values.map(\.value)).map {
                    $0.map(OrderedJSON.plain) ?? ""
                }.joined(separator: ",")
        }
    }

    // MARK: JSON

    /// An object a time: the scores, and for each without a value the reason.
    public func objects(_ entry: CoherenceEntry) -> [OrderedJSON] {
        entry.lines.map { line in
            var pairs: [(String, OrderedJSON)] = [
                ("file", .text(entry.name)), ("t_s", .number(line.timeSeconds)),
            ]
            var reasons: [(String, OrderedJSON)] = []
            var details: [(String, OrderedJSON)] = []
            for value in line.values {
                let name = Self.name(of: value.score)
                pairs.append((name, value.value.map { .number($0) } ?? .null))
                if let reason = value.reason {
                    reasons.append((name, .text(reason.code)))
                    details.append((name, .text(reason.text)))
                }
            }
            return .object(
                pairs + [("reasons", .object(reasons)), ("reason_details", .object(details))])
        }
    }

    // MARK: Text

    /// Returns the text for a terminal: a line for each time, rounded, and below it the reasons
    /// that values are missing.
    public func text(_ entries: [CoherenceEntry]) -> String {
        entries.map(block).joined(separator: "\n")
    }

    private func block(_ entry: CoherenceEntry) -> String {
        let columnTitles = ["t (s)"] + scores.map(Self.name)
        let widths = columnTitles.map { max($0.count, 8) + 2 }
        func row(_ cells: [String]) -> String {
            cells.indices.map { TextTable.padded(cells[$0], to: widths[$0], right: true) }.joined()
        }
        var lines = [entry.name == "-" ? "standard input" : entry.name, row(columnTitles)]
        lines += entry.lines.map { line in
            row(
                [ReportNumber.fourSignificantDigits(line.timeSeconds)]
                    + line.values.map {
                        $0.value.map(ReportNumber.fourSignificantDigits) ?? ReportNumber.missing
                    })
        }
        return (lines + reasons(entry)).joined(separator: "\n") + "\n"
    }

    /// The last reason of each score that has one.
    private func reasons(_ entry: CoherenceEntry) -> [String] {
        scores.compactMap { score in
            let last = entry.lines.flatMap(\.values).last { $0.score == score && $0.reason != nil }
            return last?.reason.map {
                "\(Self.name(of: score)) \(ReportNumber.missing): \($0.text)"
            }
        }
    }
}
