import HRVFeatures
public import PhysioTypes

/// The power spectral density of analysed recordings as CSV, JSON and SVG.
public struct SpectrumTable: Sendable {
    /// True if a csv begins with the name of the file.
    public let hasFileColumn: Bool
    /// True if a csv names the estimator.
    public let hasEstimatorColumn: Bool

    public init(hasFileColumn: Bool, hasEstimatorColumn: Bool = false) {
        self.hasFileColumn = hasFileColumn
        self.hasEstimatorColumn = hasEstimatorColumn
    }

    // MARK: CSV

    /// The line of column names.
    public var csvHeader: String {
        (hasFileColumn ? "file," : "") + (hasEstimatorColumn ? "estimator," : "")
            + "f_hz,psd_ms2_per_hz"
    }

    /// One line a grid frequency, one estimator after the other; none without a spectrum.
    public func csvLines(_ entry: ReportEntry) -> [String] {
        ([entry.result] + entry.otherEstimatorResults).flatMap { csvLines($0, name: entry.name) }
    }

    private func csvLines(_ result: AnalysisResult, name: String) -> [String] {
        guard let spectrum = result.figures?.spectrum else { return [] }
        let prefix =
            (hasFileColumn ? ResultTable.field(name) + "," : "")
            + (hasEstimatorColumn ? Self.methodName(result) + "," : "")
        return spectrum.densityMsSquaredPerHz.enumerated().map { index, density in
            let frequency = spectrum.firstHz + Double(index) * spectrum.stepHz
            return prefix + OrderedJSON.plain(frequency) + "," + OrderedJSON.plain(density)
        }
    }

    /// The estimator as options and tables name it, such as `lomb`.
    public static func methodName(_ result: AnalysisResult) -> String {
        if case .text(let name)? = result.recipe[.psd] { name } else { "" }
    }

    // MARK: JSON

    /// The density with its confidence interval, band powers, method, resolution and recipe; of
    /// several estimators each, in an array `estimators`.
    public static func object(_ entry: ReportEntry) -> OrderedJSON {
        let result = entry.result
        let row = result.rows.first
        var pairs: [(String, OrderedJSON)] = [
            ("file", .text(entry.name)), ("format", .text(result.format)),
            ("duration_s", number(row?.durationSeconds)), ("coverage", number(row?.coverage)),
            ("artefact_pct", number(row?.artefacts?.artefactPercent)),
        ]
        if entry.otherEstimatorResults.isEmpty {
            pairs += estimate(result)
        } else {
            let allResults = [result] + entry.otherEstimatorResults
            pairs.append(("estimators", .array(allResults.map { .object(estimate($0)) })))
        }
        pairs.append(("warnings", .array(warnings(entry).map(OrderedJSON.init))))
        return .object(pairs)
    }

    /// Returns the warnings of all estimators, each once.
    private static func warnings(_ entry: ReportEntry) -> [Notice] {
        let allWarnings = ([entry.result] + entry.otherEstimatorResults).flatMap {
            $0.notices + $0.rows.prefix(1).flatMap(\.notices)
        }
        return allWarnings.enumerated().filter { !allWarnings[..<$0.offset].contains($0.element) }
            .map(\.element)
    }

    /// Returns the result of one estimator.
    private static func estimate(_ result: AnalysisResult) -> [(String, OrderedJSON)] {
        let row = result.rows.first
        let spectrum = result.figures?.spectrum
        let density = spectrum?.densityMsSquaredPerHz ?? []
        let frequencies = density.indices.map { index in
            OrderedJSON.number((spectrum?.firstHz ?? 0) + Double(index) * (spectrum?.stepHz ?? 0))
        }
        let interval = spectrum.flatMap(confidence)
        var pairs: [(String, OrderedJSON)] = [
            ("method", .text(methodName(result))),
            ("resolution_hz", number(row?.spectrumResolutionHz)),
            ("stretch_s", number(spectrum?.analysedSeconds)),
            ("psd_dof", number(row?.spectrumDegreesOfFreedom)),
            ("bands", .object((spectrum?.bands ?? []).map { ($0.name, band($0, row)) })),
            ("f_hz", .array(frequencies)), ("psd_ms2_per_hz", .array(density.map { .number($0) })),
            ("confidence", interval ?? .null),
        ]
        if interval == nil, let reason = row?.freedomMissingReason {
            let keys = ["psd_dof", "confidence"]
            pairs.append(("reasons", .object(keys.map { ($0, .text(reason.code)) })))
            pairs.append(("reason_details", .object(keys.map { ($0, .text(reason.text)) })))
        }
        pairs.append(("recipe", OrderedJSON(result.recipe)))
        return pairs
    }

    /// The ends of the interval at each frequency; nil where the estimator has none.
    private static func confidence(_ spectrum: AnalysisFigures.Spectrum) -> OrderedJSON? {
        var cachedFactors: (freedom: Double, factors: ClosedRange<Double>)?
        var low: [OrderedJSON] = []
        var high: [OrderedJSON] = []
        for (index, density) in spectrum.densityMsSquaredPerHz.enumerated() {
            guard let freedom = spectrum.certainty.degreesOfFreedom(at: index) else { return nil }
            let factors =
                cachedFactors.flatMap { $0.freedom == freedom ? $0.factors : nil }
                ?? DensityConfidence.factors(degreesOfFreedom: freedom)
            cachedFactors = (freedom, factors)
            low.append(.number(density * factors.lowerBound))
            high.append(.number(density * factors.upperBound))
        }
        return .object([
            ("level", .number(DensityConfidence.level)), ("low_ms2_per_hz", .array(low)),
            ("high_ms2_per_hz", .array(high)),
        ])
    }

    // MARK: SVG

    /// A drawing with its style and captions inside, the same on every screen and on paper.
    ///
    /// - Returns: nil for a recording without a spectrum.
    public static func svg(_ entry: ReportEntry) -> String? {
        let estimates = ([entry.result] + entry.otherEstimatorResults).map(SpectrumEstimate.init)
        let figure = SpectrumChart.figure(estimates, shape: .sheet)
        guard !figure.isEmpty else { return nil }
        let figures = [figure] + [spectrogram(entry.result)].compactMap(\.self)
        return SVGSheet(
            title: "Power spectrum", subject: entry.name == "-" ? "standard input" : entry.name,
            figures: figures
        ).source
    }

    private static func spectrogram(_ result: AnalysisResult) -> SVGFigure? {
        guard let spectrogramData = result.figures?.spectrogram, let nn = result.figures?.nn else {
            return nil
        }
        return SpectrogramChart.figure(
            spectrogramData, of: nn, bands: result.figures?.spectrum?.bands ?? [],
            estimator: SpectrumEstimate(result).title)
    }

    private static func band(_ band: Recipe.Value.NamedBand, _ row: AnalysisRow?) -> OrderedJSON {
        let metric = row?["HRV_\(band.name)_ms2"]
        var pairs: [(String, OrderedJSON)] = [
            ("low_hz", .number(band.lowHz)), ("high_hz", .number(band.highHz)),
            ("power_ms2", number(metric?.value)),
        ]
        if let reason = metric?.reason { pairs.append(("reason", .text(reason.code))) }
        return .object(pairs)
    }

    private static func number(_ value: Double?) -> OrderedJSON {
        value.map { .number($0) } ?? .null
    }
}
