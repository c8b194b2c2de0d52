import HRVFeatures
import PhysioTypes

/// The power spectral density of analysed recordings as CSV, JSON and SVG.
public enum SpectrumTable {
    /// The line of column names.
    public static func csvHeader(hasFileColumn: Bool) -> String {
        (hasFileColumn ? "file," : "") + "f_hz,psd_ms2_per_hz"
    }

    /// One line a grid frequency; none for a recording without a spectrum.
    public static func csvLines(_ entry: ReportEntry, hasFileColumn: Bool) -> [String] {
        guard let spectrum = entry.result.figures?.spectrum else { return [] }
        let prefix = hasFileColumn ? ResultTable.field(entry.name) + "," : ""
        return spectrum.densityMsSquaredPerHz.enumerated().map { index, density in
            let frequency = spectrum.firstHz + Double(index) * spectrum.stepHz
            return prefix + JSONText.plain(frequency) + "," + JSONText.plain(density)
        }
    }

    /// The density with its confidence interval, band powers, method, resolution and recipe.
    public static func object(_ entry: ReportEntry) -> JSONText {
        let result = entry.result
        let row = result.rows.first
        var pairs: [(String, JSONText)] = [
            ("file", .text(entry.name)), ("format", .text(result.format)),
            ("duration_s", number(row?.durationSeconds)), ("coverage", number(row?.coverage)),
        ]
        pairs += estimate(result)
        pairs.append(
            ("warnings", .array((result.notices + (row?.notices ?? [])).map(ResultTable.json))))
        return .object(pairs)
    }

    /// What one estimator found.
    private static func estimate(_ result: AnalysisResult) -> [(String, JSONText)] {
        let row = result.rows.first
        let spectrum = result.figures?.spectrum
        let density = spectrum?.densityMsSquaredPerHz ?? []
        let frequencies = density.indices.map { index in
            JSONText.number((spectrum?.firstHz ?? 0) + Double(index) * (spectrum?.stepHz ?? 0))
        }
        var method = JSONText.null
        if case .text(let name)? = result.recipe["psd"] { method = .text(name) }
        let interval = spectrum.flatMap(confidence)
        var pairs: [(String, JSONText)] = [
            ("method", method), ("resolution_hz", number(row?.spectrumResolutionHz)),
            ("psd_dof", number(row?.spectrumDegreesOfFreedom)),
            ("bands", .object((spectrum?.bands ?? []).map { ($0.name, band($0, row)) })),
            ("f_hz", .array(frequencies)), ("psd_ms2_per_hz", .array(density.map { .number($0) })),
            ("confidence", interval ?? .null),
        ]
        if interval == nil, let reason = row?.spectrumCertaintyReason {
            let keys = ["psd_dof", "confidence"]
            pairs.append(("reasons", .object(keys.map { ($0, .text(reason.code)) })))
            pairs.append(("reason_details", .object(keys.map { ($0, .text(reason.text)) })))
        }
        pairs.append(("recipe", ResultTable.json(result.recipe)))
        return pairs
    }

    /// The ends of the interval at each frequency; nil where the estimator has none.
    private static func confidence(_ spectrum: AnalysisFigures.Spectrum) -> JSONText? {
        var known: (freedom: Double, factors: ClosedRange<Double>)?
        var low: [JSONText] = []
        var high: [JSONText] = []
        for (index, density) in spectrum.densityMsSquaredPerHz.enumerated() {
            guard let freedom = spectrum.certainty.degreesOfFreedom(at: index) else { return nil }
            let factors =
                known.flatMap { $0.freedom == freedom ? $0.factors : nil }
                ?? DensityConfidence.factors(degreesOfFreedom: freedom)
            known = (freedom, factors)
            low.append(.number(density * factors.lowerBound))
            high.append(.number(density * factors.upperBound))
        }
        return .object([
            ("level", .number(DensityConfidence.level)), ("low_ms2_per_hz", .array(low)),
            ("high_ms2_per_hz", .array(high)),
        ])
    }

    /// A drawing with its style and captions inside, the same on every screen and on paper.
    ///
    /// - Returns: nil for a recording without a spectrum.
    public static func svg(_ entry: ReportEntry) -> String? {
        let figure = SpectrumChart.figure(entry.result.figures?.spectrum, shape: .sheet)
        guard !figure.isEmpty else { return nil }
        return SVGSheet(heading: "Power spectrum of \(entry.name)", figures: [figure]).source
    }

    private static func band(_ band: Recipe.Value.Entry, _ row: AnalysisRow?) -> JSONText {
        let metric = row?["HRV_\(band.name)_ms2"]
        var pairs: [(String, JSONText)] = [
            ("low_hz", .number(band.lowHz)), ("high_hz", .number(band.highHz)),
            ("power_ms2", number(metric?.value)),
        ]
        if let reason = metric?.reason { pairs.append(("reason", .text(reason.code))) }
        return .object(pairs)
    }

    private static func number(_ value: Double?) -> JSONText {
        value.map { .number($0) } ?? .null
    }
}
