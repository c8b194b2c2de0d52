package import HRVFeatures

/// One recording of a set, as the report over the set shows it.
package struct BatchHTMLEntry: Sendable {
    package let id: String
    package let path: String
    /// Columns of the manifest, in their order.
    package let furtherValues: [String]
    /// Values of ``BatchHTMLColumn/all`` in their order: of several rows the medians.
    package var values: [Double?]
    package var rowCount: Int
    /// Codes of its warnings, each once.
    package var warnings: [String]
    /// The reasons that the recording, or parts of it, have no row.
    package var failures: [Failure]

    package struct Failure: Sendable {
        package let code: String
        package let text: String

        package init(code: String, text: String) {
            self.code = code
            self.text = text
        }
    }

    package init(
        id: String, path: String, furtherValues: [String] = [], values: [Double?] = [],
        rowCount: Int = 0, warnings: [String] = [], failures: [Failure] = []
    ) {
        self.id = id
        self.path = path
        self.furtherValues = furtherValues
        self.values = values
        self.rowCount = rowCount
        self.warnings = warnings
        self.failures = failures
    }

    /// The reason that a recording without rows has none, in a word; nil if there are rows.
    var failureCode: String? {
        rowCount > 0 ? nil : failures.first?.code ?? "no row"
    }

    /// The number in a cell; nil for a text, and for what no quantity of a heart can be.
    package static func number(_ cell: String) -> Double? {
        guard let value = Double(cell) else { return nil }
        return value == 0 || (1e-100..<1e12).contains(abs(value)) ? value : nil
    }
}

/// A number of each recording that the report over a set shows.
package enum BatchHTMLColumn: Sendable, Equatable {
    case duration, beats, coverage, artefacts
    case metric(MetricKey)

    package static let all: [BatchHTMLColumn] =
        [.beats, .duration, .coverage, .artefacts]
        + [.meanNN, .sdnn, .rmssd, .pnn50, .lf, .hf, .lfhf, .sampEn, .dfaAlpha1]
        .map(BatchHTMLColumn.metric)

    static let coverageIndex = 2
    static let artefactsIndex = 3
    /// Indices of those that the list of recordings has space for.
    static let listedIndices = [0, 1, 2, 3, 4, 5, 6, 10]

    /// The column of a table of rows; nil where the names in use have none.
    package func columnName(_ names: MetricNamingScheme) -> String? {
        switch self {
        case .duration: "duration_s"
        case .beats: "n_beats"
        case .coverage: "coverage"
        case .artefacts: "artefact_pct"
        case .metric(let key): names.name(of: key)
        }
    }

    var title: String {
        switch self {
        case .duration: "Duration"
        case .beats: "Beats"
        case .coverage: "Coverage"
        case .artefacts: "Artefacts"
        case .metric(let key): HTMLReport.shortName(key)
        }
    }

    /// The unit in which it is shown.
    var unit: String {
        switch self {
        case .duration: "min"
        case .beats: ""
        case .coverage, .artefacts: "%"
        case .metric(let key): HTMLReport.displayText(unit: MetricDefinition.of(key).unit)
        }
    }

    /// A value in the unit in which it is shown.
    func shown(_ value: Double) -> Double {
        switch self {
        case .duration: value / 60
        case .coverage: 100 * value
        case .beats, .artefacts, .metric: value
        }
    }

    func text(_ value: Double?) -> String {
        guard let value else { return ReportNumber.missing }
        return switch self {
        case .duration: ReportNumber.duration(value)
        case .beats: ReportNumber.exact(value)
        case .coverage: ReportNumber.percent(share: value)
        case .artefacts: ReportNumber.percent(share: value / 100)
        case .metric: ReportNumber.fourSignificantDigits(value)
        }
    }
}
