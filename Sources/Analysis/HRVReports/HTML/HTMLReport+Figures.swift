import HRVFeatures
import PhysioTypes

extension HTMLReport {
    /// The program whose conventions the metrics follow; nil for ours.
    static func program(_ result: AnalysisResult) -> String? {
        if case .text(let program)? = result.recipe[.emulatedProgram] { program } else { nil }
    }

    /// The four charts of a recording.
    static func figures(_ figures: AnalysisFigures, of result: AnalysisResult, id: String)
        -> Markup
    {
        let withholdingReason = result.withholdingReason
        // A step of the rate hides in no tachogram.
        let spreadWithholdingReason =
            withholdingReason ?? wholeRecordingRow(result)?.spreadWithholdingReason
        let absenceText =
            program(result).map { "Not drawn: the spectrum is made as \($0) makes it." }
            ?? spreadWithholdingReason.map { "Not drawn: the numbers are withheld, \($0.text)." }
        let nn = figures.nn
        let singleDrawingFigures = [
            SpectrumChart.figure(
                figures.spectrum, absenceText: absenceText ?? SpectrumChart.notEstimatedText),
            PoincareChart.figure(
                nn, row: wholeRecordingRow(result), withholdingReason: spreadWithholdingReason),
            HistogramChart.figure(
                nn, bins: HistogramBins(step: result.timeStep),
                withholdingReason: spreadWithholdingReason),
        ]
        return Markup(
            "div", ["class": "figures"],
            [tachogram(figures, isWithheld: withholdingReason != nil, id: id)]
                + singleDrawingFigures.map { figure in
                    self.figure(
                        figure, drawings: [figure.drawing(id: "\(id)-\(figure.kind)")],
                        caption: [Markup(text: figure.caption)])
                })
    }

    /// A long, flat drawing cannot shrink to a phone's width and stay legible: the page holds a
    /// second one, and the style sheet shows the one that fits.
    private static func tachogram(
        _ figures: AnalysisFigures, isWithheld: Bool, id: String
    ) -> Markup {
        let wideTachogram = Tachogram.figure(
            figures.nn, correction: figures.correction, shape: .wide, isWithheld: isWithheld)
        let narrowTachogram = Tachogram.figure(
            figures.nn, correction: figures.correction, shape: .narrow,
            isWithheld: isWithheld)
        return figure(
            wideTachogram,
            drawings: drawings(wideTachogram, narrowTachogram, id: "\(id)-tachogram"),
            caption: [
                Markup("span", ["class": "wide"], text: wideTachogram.caption),
                Markup("span", ["class": "narrow"], text: narrowTachogram.caption),
            ])
    }

    /// The drawings for pages and for phones.
    static func drawings(_ wide: SVGFigure, _ narrow: SVGFigure, id: String) -> [Markup] {
        [
            Markup("div", ["class": "wide"], [wide.drawing(id: id)]),
            Markup("div", ["class": "narrow"], [narrow.drawing(id: "\(id)-narrow")]),
        ]
    }

    static func figure(
        _ figure: SVGFigure, drawings: [Markup], caption: [Markup]
    ) -> Markup {
        let heading = Markup("h3", text: figure.title)
        guard !figure.isEmpty else {
            let reason = Markup("p", ["class": "nothing"], text: figure.summary)
            return Markup("figure", ["class": figure.kind], [heading, reason])
        }
        let parts = [heading] + drawings + [Markup("figcaption", [:], caption)]
        return Markup("figure", ["class": figure.kind], parts)
    }
}

extension AnalysisResult {
    /// The reason that the numbers of the recording as a whole are withheld; nil if they are not.
    var withholdingReason: MissingReason? {
        if let row = HTMLReport.wholeRecordingRow(self) { return row.withholdingReason }
        guard let figures, recipe[.isForced] != .flag(true) else { return nil }
        if case .number(let needed)? = recipe[.minCoverage], figures.nn.coverage < needed {
            return .coverage(needed: needed, found: figures.nn.coverage)
        }
        let found = figures.correction?.artefacts.artefactShare ?? 0
        if case .number(let limit)? = recipe[.maxArtefactShare], found > limit {
            return .corrected(limit: limit, found: found)
        }
        return nil
    }

    /// The step of the recording's clock; nil where none shows.
    var timeStep: ClockStep? {
        guard case .number(let step)? = recipe[.timeStepMs], step > 0 else { return nil }
        return ClockStep(milliseconds: step)
    }
}

extension AnalysisRow {
    /// The reason that the numbers of the row are withheld, all but those of turbulence; nil if
    /// they are not.
    var withholdingReason: MissingReason? {
        reason {
            switch $0 {
            case .coverage, .corrected: true
            default: false
            }
        }
    }

    /// The reason that the numbers of the spread of the intervals are withheld; nil if they are
    /// not.
    var spreadWithholdingReason: MissingReason? {
        reason { if case .rateChange = $0 { true } else { false } }
    }

    private func reason(_ matches: (MissingReason) -> Bool) -> MissingReason? {
        metrics.lazy.compactMap { $0.value == nil ? $0.reason : nil }.first { matches($0) }
    }
}
