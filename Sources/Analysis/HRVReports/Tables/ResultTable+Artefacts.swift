import PhysioTypes

/// The results of a correction in a row.
extension ResultTable {
    static let artefactColumnNames = ["artefact_pct", "artefacts", "irregular_pct"]

    /// All null where no correction was run.
    func artefactMembers(_ row: AnalysisRow) -> [(String, OrderedJSON)] {
        guard let artefacts = row.artefacts else {
            return Self.artefactColumnNames.map { ($0, .null) }
        }
        let values: [OrderedJSON] = [
            .number(artefacts.artefactPercent), Self.counts(artefacts),
            .number(artefacts.irregularPercent),
        ]
        return Array(zip(Self.artefactColumnNames, values))
    }

    /// Counts by kind, such as `{"missed": 2, "ectopic": 1}`.
    static func counts(_ artefacts: ArtefactTally) -> OrderedJSON {
        .object(artefacts.kinds.map { ($0.kind.rawValue, .integer($0.count)) })
    }

    /// The counts are one cell, such as `missed:2 ectopic:1`: most kinds never occur, and the
    /// columns of two studies stay the same whatever kinds a later rule distinguishes.
    func artefactFields(_ row: AnalysisRow) -> [String] {
        guard let artefacts = row.artefacts else { return Self.artefactColumnNames.map { _ in "" } }
        return [
            OrderedJSON.plain(artefacts.artefactPercent),
            artefacts.kinds.map { "\($0.kind.rawValue):\($0.count)" }.joined(separator: " "),
            OrderedJSON.plain(artefacts.irregularPercent),
        ]
    }
}
