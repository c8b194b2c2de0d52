import PhysioTypes

/// The density of power over time and frequency, in colours of even steps on a logarithmic scale.
///
/// A column stands at the middle of its window. What has no density is left blank: windows without
/// a spectrum are shaded like the gaps of a tachogram, frequencies that the beats do not show are
/// not.
struct SpectrogramChart {
    private let map: AnalysisFigures.Spectrogram
    private let bands: [Recipe.Value.NamedBand]
    private let estimator: String
    private let scale: SpectrogramScale
    private let plot: SVGPlot

    private static let plotHeight = 300.0
    private static let colourKeyHeight = 44.0
    private static let colourKeyWidth = 320.0

    /// - Parameter nn: for the time axis.
    /// - Parameter estimator: its name, for the caption.
    /// - Complexity: O(cells).
    static func figure(
        _ map: AnalysisFigures.Spectrogram, of nn: NNSeries, bands: [Recipe.Value.NamedBand],
        estimator: String
    ) -> SVGFigure {
        guard let scale = SpectrogramScale(for: map.columns.flatMap(\.self)) else {
            return .empty(
                kind: "spectrogram", title: "Spectrogram",
                because: map.columns.allSatisfy(\.isEmpty)
                    ? "There is no spectrogram: no window of the recording has a spectrum."
                    : "There is no spectrogram: the intervals do not vary.")
        }
        return SpectrogramChart(map, nn, bands, estimator, scale).figure()
    }

    private init(
        _ map: AnalysisFigures.Spectrogram, _ nn: NNSeries, _ bands: [Recipe.Value.NamedBand],
        _ estimator: String, _ scale: SpectrogramScale
    ) {
        self.map = map
        self.bands = bands.filter { $0.lowHz < SpectrumCurve.highestHz && $0.lowHz < $0.highHz }
        self.estimator = estimator
        self.scale = scale
        plot = SVGPlot(
            width: SVGSheet.width, height: Self.plotHeight,
            x: SVGAxis(seconds: nn.startSeconds...nn.endSeconds, about: 8),
            y: SVGAxis(0...SpectrumCurve.highestHz, about: 5, title: "frequency (Hz)"))
    }

    private func figure() -> SVGFigure {
        SVGFigure(
            kind: "spectrogram", title: "Spectrogram", summary: summary, caption: caption,
            width: plot.width, height: plot.height + Self.colourKeyHeight,
            content: [
                Markup("g", ["class": "gaps"], gapAreas), plot.axes(), cells,
                Markup("g", ["class": "edges"], bandEdges),
                Markup("g", ["class": "band-names"], bandNames),
                Markup("g", ["class": "key"], colourKey),
            ])
    }

    // MARK: - Cells

    /// Time at which a column begins; that of its window's middle less half a step.
    private func columnStart(_ index: Int) -> Double {
        map.startSeconds + 0.5 * (map.windowSeconds - map.stepSeconds)
            + Double(index) * map.stepSeconds
    }

    /// One path a colour. Neighbours of one colour in a row are one rectangle; a unit is a column
    /// wide and a row high.
    private var cells: Markup {
        var paths = [String](repeating: "", count: SpectrogramScale.colours.count)
        let rowCount = map.columns.map(\.count).max() ?? 0
        for row in 0..<rowCount {
            var begin = 0
            var level: Int?
            for index in 0...map.columns.count {
                let next = self.level(index, row)
                guard next != level else { continue }
                if let level {
                    paths[level] += "M\(begin) \(row)h\(index - begin)v1h-\(index - begin)"
                }
                begin = index
                level = next
            }
        }
        let origin = plot.point(columnStart(0), 0)
        let size = (
            plot.x(columnStart(1)) - plot.x(columnStart(0)), plot.y(0) - plot.y(map.rowWidthHz)
        )
        let transform =
            "translate(\(SVGNumber.text(origin.x)) \(SVGNumber.text(origin.y))) "
            + "scale(\(SVGNumber.fixed(size.0, decimals: 5)) "
            + "\(SVGNumber.fixed(-size.1, decimals: 5)))"
        return Markup(
            "g", ["class": "cells", "transform": transform, "shape-rendering": "crispEdges"],
            zip(paths, SpectrogramScale.colours).filter { !$0.0.isEmpty }.map {
                Markup("path", ["fill": $0.1, "d": $0.0])
            })
    }

    /// Colour of a cell; nil outside the map.
    private func level(_ column: Int, _ row: Int) -> Int? {
        guard column < map.columns.count, row < map.columns[column].count else { return nil }
        return scale.level(of: map.columns[column][row])
    }

    /// Runs of columns without a density.
    private var gapAreas: [Markup] {
        var parts: [Markup] = []
        var begin: Int?
        for index in 0...map.columns.count {
            let isBlank = index < map.columns.count && map.columns[index].isEmpty
            if isBlank, begin == nil { begin = index }
            guard !isBlank, let first = begin else { continue }
            begin = nil
            let left = plot.x(columnStart(first))
            parts.append(
                .rectangle(
                    from: SVGPoint(x: left, y: plot.top),
                    width: plot.x(columnStart(index)) - left, height: plot.bottom - plot.top,
                    class: "gap"))
        }
        return parts
    }

    // MARK: - Bands and key

    private var bandEdges: [Markup] {
        let edges = Set(bands.flatMap { [$0.lowHz, $0.highHz] })
        return edges.sorted().filter { $0 > 0 && $0 < SpectrumCurve.highestHz }.map { hz in
            .line(
                from: plot.point(plot.x.range.lowerBound, hz),
                to: plot.point(plot.x.range.upperBound, hz), class: "edge")
        }
    }

    /// The names of the bands high enough for them.
    private var bandNames: [Markup] {
        bands.compactMap { band in
            let high = min(band.highHz, SpectrumCurve.highestHz)
            guard plot.y(band.lowHz) - plot.y(high) >= 14 else { return nil }
            let middle = plot.point(plot.x.range.upperBound, (band.lowHz + high) / 2)
            return .label(
                band.name, at: SVGPoint(x: middle.x - 6, y: middle.y), anchor: .end,
                shiftEm: 0.35, class: "band-name")
        }
    }

    /// The colours with the densities at their edges.
    private var colourKey: [Markup] {
        let step = Self.colourKeyWidth / Double(SpectrogramScale.colours.count)
        let top = plot.height + 4
        let colours = SpectrogramScale.colours.enumerated().map { index, colour in
            Markup(
                "rect",
                [
                    "class": "key-colour", "fill": colour,
                    "x": SVGNumber.text(plot.left + step * Double(index)),
                    "y": SVGNumber.text(top), "width": SVGNumber.text(step), "height": "12",
                ])
        }
        let labels = scale.decadeLabels.map { index, label in
            Markup.label(
                label, at: SVGPoint(x: plot.left + step * Double(index), y: top + 12),
                anchor: .middle, shiftEm: 1.2, class: "key-title")
        }
        let unit = Markup.label(
            "ms²/Hz", at: SVGPoint(x: plot.left + Self.colourKeyWidth + 12, y: top + 10),
            class: "key-title")
        return colours + labels + [unit]
    }

    // MARK: - Words

    private var summary: String {
        "Density of power over time and frequency, from \(ReportNumber.clock(plot.x.range.lowerBound))"
            + " to \(ReportNumber.clock(plot.x.range.upperBound))."
    }

    private var caption: String {
        let gapCount = map.columns.count { $0.isEmpty }
        var sentences = [
            "Density over time by \(estimator): windows of \(ReportNumber.duration(map.windowSeconds)), "
                + "one every \(ReportNumber.duration(map.stepSeconds)), each drawn at its middle.",
            "A colour step is a factor of 1.8; densities beyond the ends have the ends' colours.",
        ]
        if gapCount > 0 {
            sentences.append(
                "Grey: \(gapCount) of \(map.columns.count) windows without a spectrum, for gaps or too "
                    + "few beats.")
        }
        if map.columns.contains(where: { !$0.isEmpty && $0.count < rowCount }) {
            sentences.append("White at the top: frequencies above what so slow a beat can show.")
        }
        return sentences.joined(separator: " ")
    }

    private var rowCount: Int { Int((SpectrumCurve.highestHz / map.rowWidthHz).rounded()) }
}
