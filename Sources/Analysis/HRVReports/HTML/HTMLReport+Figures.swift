import PhysioTypes

extension HTMLReport {
    /// The program whose conventions the metrics follow; nil for ours.
    static func program(_ result: AnalysisResult) -> String? {
        if case .text(let program)? = result.recipe[.like] { program } else { nil }
    }

    /// The four charts of a recording.
    ///
    /// - Parameter program: whose conventions the metrics follow, where they are not ours.
    static func figures(_ figures: AnalysisFigures, following program: String?, id: String)
        -> Markup
    {
        let absence = program.map { "Not drawn: the spectrum is made as \($0) makes it." }
        let nn = figures.nn
        let single = [
            SpectrumChart.figure(figures.spectrum, absence: absence ?? SpectrumChart.notEstimated),
            PoincareChart.figure(nn),
            HistogramChart.figure(nn),
        ]
        return Markup(
            "div", ["class": "figures"],
            [tachogram(figures, id: id)]
                + single.map { figure in
                    self.figure(
                        figure, drawings: [figure.drawing(id: "\(id)-\(figure.kind)")],
                        caption: [Markup(text: figure.caption)])
                })
    }

    /// A long, flat drawing cannot shrink to a phone's width and stay legible: the page holds a
    /// second one, and the style sheet shows the one that fits.
    private static func tachogram(_ figures: AnalysisFigures, id: String) -> Markup {
        let wide = Tachogram.figure(
            figures.nn, correction: figures.correction, shape: .wide)
        let narrow = Tachogram.figure(
            figures.nn, correction: figures.correction, shape: .narrow)
        return figure(
            wide,
            drawings: [
                Markup("div", ["class": "wide"], [wide.drawing(id: "\(id)-tachogram")]),
                Markup("div", ["class": "narrow"], [narrow.drawing(id: "\(id)-tachogram-narrow")]),
            ],
            caption: [
                Markup("span", ["class": "wide"], text: wide.caption),
                Markup("span", ["class": "narrow"], text: narrow.caption),
            ])
    }

    private static func figure(
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
