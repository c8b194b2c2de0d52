import HRVFeatures
import PhysioTypes

/// The rows of analysed recordings as JSON and CSV. The same columns for every recording.
public struct ResultTable: Sendable {
    public let names: MetricNamingScheme
    /// True if a csv begins with the name of the file.
    public let hasFileColumn: Bool
    /// True if a csv ends with two columns for the interval of each metric.
    public let hasConfidenceIntervals: Bool
    /// True where a csv says which segment of the recording a row is.
    public let hasSegmentColumn: Bool
    let columns: [(key: String, name: String)]

    /// The reason that the share of artefacts has no number if no correction was run.
    static let noCorrectionReason = MissingReason.notMeasured("no correction was run")

    /// - Parameter customKeys: keys of the bands the person added, after all others.
    public init(
        names: MetricNamingScheme = .resonance, customKeys: [String] = [],
        hasFileColumn: Bool = true,
        hasConfidenceIntervals: Bool = false, hasSegmentColumn: Bool = false
    ) {
        self.names = names
        self.hasFileColumn = hasFileColumn
        self.hasConfidenceIntervals = hasConfidenceIntervals
        self.hasSegmentColumn = hasSegmentColumn
        let standard = MetricDefinition.all.flatMap { definition in
            names.names(of: definition.key).map { (definition.key.rawValue, $0) }
        }
        columns = standard + customKeys.map { ($0, $0) }
    }

    // MARK: JSON

    /// One object a row: what the row is, the metrics, the reasons of the missing ones, the recipe
    /// and the warnings.
    public func objects(_ entry: ReportEntry) -> [OrderedJSON] {
        let recipe = OrderedJSON(entry.result.recipe)
        return entry.result.rows.map { object($0, entry, recipe) }
    }

    private func object(_ row: AnalysisRow, _ entry: ReportEntry, _ recipe: OrderedJSON)
        -> OrderedJSON
    {
        var pairs: [(String, OrderedJSON)] = [
            ("file", .text(entry.name)), ("format", .text(entry.result.format)),
            ("start_s", .number(row.startSeconds)), ("duration_s", .number(row.durationSeconds)),
            ("n_beats", .integer(row.beatCount)), ("coverage", .number(row.coverage)),
        ]
        pairs += artefactMembers(row)
        pairs += [
            ("psd_dof", row.spectrumDegreesOfFreedom.map { .number($0) } ?? .null)
        ]
        if let segment = row.segment { pairs.insert(("stretch", .text(segment)), at: 2) }
        var reasons: [(String, OrderedJSON)] = []
        var details: [(String, OrderedJSON)] = []
        if row.artefacts == nil {
            reasons.append(("artefact_pct", .text(Self.noCorrectionReason.code)))
            details.append(("artefact_pct", .text(Self.noCorrectionReason.text)))
        }
        if let reason = row.freedomMissingReason {
            reasons.append(("psd_dof", .text(reason.code)))
            details.append(("psd_dof", .text(reason.text)))
        }
        var forced: [OrderedJSON] = []
        for column in columns {
            let metric = row[column.key]
            pairs.append((column.name, metric?.value.map { .number($0) } ?? .null))
            if let reason = metric?.reason {
                if metric?.isForced == true { forced.append(.text(column.name)) }
                reasons.append((column.name, .text(reason.code)))
                details.append((column.name, .text(reason.text)))
            }
        }
        pairs.append(("reasons", .object(reasons)))
        pairs.append(("reason_details", .object(details)))
        if !forced.isEmpty { pairs.append(("forced", .array(forced))) }
        if !row.correctedPercentByMetric.isEmpty {
            pairs.append(
                ("corrected_pct", .object(correctedShareMembers(row.correctedPercentByMetric))))
        }
        if let uncertainty = row.uncertainty { pairs += confidenceIntervalMembers(uncertainty) }
        pairs.append(("recipe", recipe))
        pairs.append(("warnings", .array(warnings(row, entry).map(OrderedJSON.init))))
        return .object(pairs)
    }

    private func correctedShareMembers(_ percent: [String: Double]) -> [(String, OrderedJSON)] {
        columns.compactMap { column in
            percent[column.key].map { (column.name, .number($0)) }
        }
    }

    private func warnings(_ row: AnalysisRow, _ entry: ReportEntry) -> [Notice] {
        entry.result.notices + row.notices
    }

    // MARK: CSV

    /// The line of column names.
    public var csvHeader: String {
        var fields = hasFileColumn ? ["file"] : []
        fields.append("format")
        if hasSegmentColumn { fields.append("stretch") }
        fields +=
            ["start_s", "duration_s", "n_beats", "coverage"] + Self.artefactColumnNames + [
                "psd_dof"
            ]
        fields += columns.map(\.name)
        if hasConfidenceIntervals { fields += confidenceIntervalColumns }
        fields += ["reasons", "recipe", "warnings"]
        return Self.line(fields)
    }

    /// One line a row; a missing number is an empty cell, its reason in the column `reasons`.
    public func csvLines(_ entry: ReportEntry) -> [String] {
        let recipe = Self.text(entry.result.recipe)
        return entry.result.rows.map { row in
            var fields = hasFileColumn ? [entry.name] : []
            fields.append(entry.result.format)
            if hasSegmentColumn { fields.append(row.segment ?? "") }
            fields += [
                OrderedJSON.plain(row.startSeconds),
                OrderedJSON.plain(row.durationSeconds), "\(row.beatCount)",
                OrderedJSON.plain(row.coverage),
            ]
            fields += artefactFields(row)
            fields += [
                row.spectrumDegreesOfFreedom.map(OrderedJSON.plain) ?? ""
            ]
            var reasons: [String] = []
            if row.artefacts == nil {
                reasons.append("artefact_pct=\(Self.noCorrectionReason.code)")
            }
            if let reason = row.freedomMissingReason {
                reasons.append("psd_dof=\(reason.code)")
            }
            for column in columns {
                let metric = row[column.key]
                fields.append(metric?.value.map(OrderedJSON.plain) ?? "")
                if let reason = metric?.reason { reasons.append("\(column.name)=\(reason.code)") }
            }
            if hasConfidenceIntervals { fields += confidenceIntervalFields(row.uncertainty) }
            fields += [reasons.joined(separator: ";"), recipe]
            fields.append(
                warnings(row, entry).filter { $0.kind == .warning }.map(\.code)
                    .joined(separator: ";"))
            return Self.line(fields)
        }
    }

    /// Settings as `name=value`, bands as `LF:0.04-0.15`.
    private static func text(_ recipe: Recipe) -> String {
        recipe.settings.map { setting in
            let value =
                switch setting.value {
                case .text(let text): text
                case .number(let number): OrderedJSON.plain(number)
                case .flag(let flag): flag ? "true" : "false"
                case .bands(let bands):
                    bands.map {
                        "\($0.name):\(OrderedJSON.plain($0.lowHz))-\(OrderedJSON.plain($0.highHz))"
                    }.joined(separator: " ")
                }
            return "\(setting.name)=\(value)"
        }.joined(separator: ";")
    }

    private static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",")
    }

    /// A field of RFC 4180: quoted where it has to be.
    static func field(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
