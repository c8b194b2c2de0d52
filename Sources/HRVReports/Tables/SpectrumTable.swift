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

    /// The density with its band powers, method, resolution and recipe.
    public static func object(_ entry: ReportEntry) -> JSONText {
        let result = entry.result
        let row = result.rows.first
        let spectrum = result.figures?.spectrum
        let density = spectrum?.densityMsSquaredPerHz ?? []
        let frequencies = density.indices.map { index in
            JSONText.number((spectrum?.firstHz ?? 0) + Double(index) * (spectrum?.stepHz ?? 0))
        }
        var method = JSONText.null
        if case .text(let name)? = result.recipe["psd"] { method = .text(name) }
        return .object([
            ("file", .text(entry.name)), ("format", .text(result.format)),
            ("duration_s", row.map { .number($0.durationSeconds) } ?? .null),
            ("coverage", row.map { .number($0.coverage) } ?? .null),
            ("method", method), ("resolution_hz", number(row?.spectrumResolutionHz)),
            ("psd_dof", number(row?.spectrumDegreesOfFreedom)),
            ("bands", .object((spectrum?.bands ?? []).map { ($0.name, band($0, row)) })),
            ("f_hz", .array(frequencies)), ("psd_ms2_per_hz", .array(density.map { .number($0) })),
            ("recipe", ResultTable.json(result.recipe)),
            ("warnings", .array((result.notices + (row?.notices ?? [])).map(ResultTable.json))),
        ])
    }

    /// The drawing of a report, with its style inside: light and dark.
    ///
    /// - Returns: nil for a recording without a spectrum.
    public static func svg(_ entry: ReportEntry) -> String? {
        guard let spectrum = entry.result.figures?.spectrum else { return nil }
        let figure = SpectrumChart.figure(spectrum)
        guard !figure.isEmpty else { return nil }
        let styled = SVGFigure(
            kind: figure.kind, title: figure.title, summary: figure.summary,
            caption: figure.caption, width: figure.width, height: figure.height,
            content: [
                Markup(css: HTMLReport.style),
                Markup(
                    "g", ["class": figure.kind, "font-family": "system-ui, sans-serif"],
                    figure.content),
            ])
        return styled.drawing(id: "spectrum").source + "\n"
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
