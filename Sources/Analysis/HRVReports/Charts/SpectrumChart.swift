import HRVFeatures
import PhysioTypes

/// The power spectral density with its bands, up to 0.5 Hz, on a linear axis.
///
/// Around the line lies the 95 % confidence band. Where that is so wide that it would fill the
/// chart, a bar at the highest point stands for it.
struct SpectrumChart {
    /// The shape of the drawing: one for a page with other charts, one for a sheet of its own.
    enum Shape {
        case page, sheet

        fileprivate var width: Double { self == .page ? 500 : SVGSheet.width }
        fileprivate var height: Double { self == .page ? 260 : 340 }
    }

    /// The frequency below which the density of a long recording can be far larger than everything
    /// else; Hz (Task Force 1996: the lower edge of LF).
    static let maxSlowFrequencyHz = 0.04
    /// The multiple of the rest's maximum above which slow frequencies are cut off.
    static let peakCutoffFactor = 4.0
    /// A confidence interval that reaches above so many times the density is drawn as a bar only:
    /// that of fewer than about 3.5 degrees of freedom.
    static let maxConfidenceBandFactor = 10.0

    /// The estimates with a spectrum.
    let estimates: [SpectrumEstimate]
    let curves: [SpectrumCurve]
    /// The resolution to which finer curves are brought, so that several can be compared; Hz; nil
    /// where none is much finer than another.
    let commonWidthHz: Double?
    /// Names of those without.
    let missingEstimatorTitles: [String]
    let bands: [Recipe.Value.NamedBand]
    let plot: SVGPlot
    private let hasLegend: Bool

    /// - Complexity: O(n) for n grid frequencies.
    ///
    /// - Parameter absenceText: one sentence: why there is none.
    static func figure(
        _ spectrum: AnalysisFigures.Spectrum?, absenceText: String = notEstimatedText
    ) -> SVGFigure {
        figure([SpectrumEstimate(spectrum: spectrum)], shape: .page, absenceText: absenceText)
    }

    static let notEstimatedText = "The spectrum could not be estimated."

    /// One curve for each estimate, the confidence interval of the first; on a sheet a legend too.
    static func figure(
        _ estimates: [SpectrumEstimate], shape: Shape, absenceText: String = notEstimatedText
    ) -> SVGFigure {
        guard let chart = SpectrumChart(estimates, shape: shape) else {
            return .empty(kind: "spectrum", title: "Power spectrum", because: absenceText)
        }
        return chart.figure()
    }

    private init?(_ all: [SpectrumEstimate], shape: Shape) {
        let count = 2 * SVGPlot.columnCount(width: shape.width)
        let common = Self.commonResolutionHz(all)
        let drawnEstimates = all.compactMap { estimate in
            let width = common.flatMap { Self.isFiner(estimate, than: $0) ? $0 : nil } ?? 0
            return estimate.spectrum.flatMap {
                SpectrumCurve($0, atMost: count, widthHz: width)
            }.map { (estimate, $0) }
        }
        commonWidthHz = common
        guard let first = drawnEstimates.first?.0.spectrum else { return nil }
        estimates = drawnEstimates.map(\.0)
        curves = drawnEstimates.map(\.1)
        missingEstimatorTitles = all.filter { estimate in
            !drawnEstimates.contains { $0.0.title == estimate.title }
        }
        .map(\.title)
        hasLegend = shape == .sheet
        plot = SVGPlot(
            width: shape.width, height: shape.height,
            x: SVGAxis(0...SpectrumCurve.highestHz, about: 5, title: "frequency (Hz)"),
            y: SVGAxis(upTo: Self.axisTop(curves), about: 5) { "power density (\($0)ms²/Hz)" })
        // The bands that begin inside the drawing.
        bands = first.bands.filter {
            $0.lowHz < SpectrumCurve.highestHz && $0.lowHz < $0.highHz
        }
    }

    /// The coarsest resolution of those drawn, where another is much finer.
    private static func commonResolutionHz(_ estimates: [SpectrumEstimate]) -> Double? {
        let drawnEstimates = estimates.filter { $0.spectrum != nil }
        guard
            let coarsestResolutionHz = drawnEstimates.compactMap(\.row?.spectrumResolutionHz).max()
        else {
            return nil
        }
        return drawnEstimates.contains { isFiner($0, than: coarsestResolutionHz) }
            ? coarsestResolutionHz : nil
    }

    private static func isFiner(_ estimate: SpectrumEstimate, than hz: Double) -> Bool {
        estimate.row?.spectrumResolutionHz.map { $0 < 0.75 * hz } ?? false
    }

    /// Highest density the axis must reach: that of slow frequencies, and of a curve that towers
    /// above all others, only up to ``peakCutoffFactor`` times the rest.
    private static func axisTop(_ curves: [SpectrumCurve]) -> Double {
        let highest = curves.compactMap { $0.peak()?.density }.max() ?? 0
        let highFrequencyPeakDensities = curves.compactMap {
            $0.peak(fromHz: maxSlowFrequencyHz)?.density
        }
        .sorted()
        guard highest > SpectrumCurve.negligibleDensity else { return 1 }
        guard var fastPeakDensity = highFrequencyPeakDensities.last,
            fastPeakDensity > SpectrumCurve.negligibleDensity
        else {
            return highest
        }
        if let second = highFrequencyPeakDensities.dropLast().last,
            second > SpectrumCurve.negligibleDensity,
            fastPeakDensity > peakCutoffFactor * second
        {
            fastPeakDensity = second
        }
        return highest > peakCutoffFactor * fastPeakDensity ? 1.5 * fastPeakDensity : highest
    }

    /// The first curve: the one with the confidence interval.
    var curve: SpectrumCurve { curves[0] }

    /// Highest points beyond the end of the axis, by the index of their curve.
    var cutPeaks: [(index: Int, peak: SpectrumCurve.Point)] {
        curves.enumerated().compactMap { index, curve in
            guard let peak = curve.peak(), peak.density > plot.y.range.upperBound else {
                return nil
            }
            return (index, peak)
        }
    }

    // MARK: - Drawing

    private func figure() -> SVGFigure {
        let lines = curves.enumerated().map { index, curve in
            Markup.polyline(
                curve.points.map { point($0.hz, $0.density) },
                class: SpectrumLegend.lineClass(index))
        }
        // Areas under several curves would hide one another.
        let areas = curves.count == 1 ? bands.compactMap(area) : []
        var content = [
            Markup("g", ["class": "bands"], bands.map(bandShading)), plot.axes(),
            Markup("g", ["class": "areas"], areas), confidence,
        ]
        content += lines.reversed()
        content.append(Markup("g", ["class": "band-names"], bandNames()))
        var height = plot.height
        if hasLegend {
            let legend = SpectrumLegend(estimates: estimates)
            content.append(legend.drawing(y: height))
            height += legend.height + 12
        }
        return SVGFigure(
            kind: "spectrum", title: "Power spectrum", summary: summary, caption: caption,
            width: plot.width, height: height, content: content)
    }

    /// Densities above the axis are drawn on its end; the caption says so.
    private func point(_ hz: Double, _ density: Double) -> SVGPoint {
        plot.point(hz, min(density, plot.y.range.upperBound))
    }

    /// The shape in which the uncertainty is drawn.
    enum ConfidenceShape {
        /// Around the whole line.
        case band
        /// A bar at the highest point.
        case bar
    }

    /// nil where the estimator has no interval, or there is nothing to be unsure of.
    var confidenceShape: ConfidenceShape? {
        guard let freedom = curve.degreesOfFreedom,
            (curve.peak()?.density ?? 0) > SpectrumCurve.negligibleDensity
        else { return nil }
        let factors = DensityConfidence.factors(degreesOfFreedom: freedom.median)
        return factors.upperBound <= Self.maxConfidenceBandFactor ? .band : .bar
    }

    private var confidence: Markup {
        guard let shape = confidenceShape, let confidenceIntervals = curve.confidenceIntervals
        else { return .nothing }
        if shape == .band {
            let upper = confidenceIntervals.map { point($0.hz, $0.high) }
            let lower = confidenceIntervals.reversed().map { point($0.hz, $0.low) }
            return .polygon(upper + lower, class: "confidence")
        }
        let peak = curve.peak(fromHz: Self.maxSlowFrequencyHz) ?? curve.peak()
        guard let barInterval = confidenceIntervals.first(where: { $0.hz == peak?.hz }) else {
            return .nothing
        }
        return bar(at: barInterval.hz, from: barInterval.low, to: barInterval.high)
    }

    /// A bar with a foot, and a head where it ends inside the drawing; an arrow's tip where not.
    private func bar(at hz: Double, from low: Double, to high: Double) -> Markup {
        let (foot, head) = (point(hz, low), point(hz, high))
        let arrowHeight = high > plot.y.range.upperBound ? 6.0 : 0
        let parts = [
            Markup.line(from: foot, to: head, class: "stem"),
            .line(
                from: SVGPoint(x: foot.x - 5, y: foot.y), to: SVGPoint(x: foot.x + 5, y: foot.y),
                class: "stem"),
            .polyline(
                [-5, 0, 5].map {
                    SVGPoint(x: head.x + $0, y: head.y + ($0 == 0 ? 0 : arrowHeight))
                },
                class: "stem"),
        ]
        return Markup("g", ["class": "confidence-bar"], parts)
    }

    private func edges(_ band: Recipe.Value.NamedBand) -> (low: Double, high: Double) {
        (max(0, band.lowHz), min(band.highHz, plot.x.range.upperBound))
    }

    private func bandShading(_ band: Recipe.Value.NamedBand) -> Markup {
        let (low, high) = edges(band)
        return .rectangle(
            from: SVGPoint(x: plot.x(low), y: plot.top), width: plot.x(high) - plot.x(low),
            height: plot.bottom - plot.top, class: "band " + Self.bandClass(band))
    }

    /// The area under the curve inside a band.
    private func area(_ band: Recipe.Value.NamedBand) -> Markup? {
        let (low, high) = edges(band)
        let innerPoints = curve.points.filter { low < $0.hz && $0.hz < high }.map {
            ($0.hz, $0.density)
        }
        let optionalPoints = [density(at: low)] + innerPoints + [density(at: high)]
        let line = optionalPoints.compactMap(\.self)
        guard let first = line.first, let last = line.last, first.0 < last.0 else { return nil }
        let baseCorners = [plot.point(last.0, 0), plot.point(first.0, 0)]
        return .polygon(line.map(point) + baseCorners, class: "area " + Self.bandClass(band))
    }

    /// The curve at a frequency between two points; nil outside them.
    private func density(at hz: Double) -> (Double, Double)? {
        let points = curve.points
        guard let next = points.firstIndex(where: { $0.hz >= hz }) else { return nil }
        guard next > 0 else { return points[0].hz == hz ? (hz, points[0].density) : nil }
        let (a, b) = (points[next - 1], points[next])
        let share = (hz - a.hz) / (b.hz - a.hz)
        return (hz, a.density + share * (b.density - a.density))
    }

    /// The names of the bands wide enough for them, each on the first line that is free.
    private func bandNames() -> [Markup] {
        var laneEnds: [Double] = []
        return bands.compactMap { band in
            let (low, high) = edges(band)
            let width = plot.x(high) - plot.x(low)
            guard width >= 9 * Double(band.name.count) else { return nil }
            let lane = laneEnds.firstIndex { $0 <= low } ?? laneEnds.count
            if lane == laneEnds.count { laneEnds.append(high) } else { laneEnds[lane] = high }
            return .label(
                band.name, at: SVGPoint(x: plot.x(low) + width / 2, y: plot.top), anchor: .middle,
                shiftEm: 1.2 + 1.25 * Double(lane), class: "band-name")
        }
    }

    /// Names come from outside: only the known ones become a class.
    private static func bandClass(_ band: Recipe.Value.NamedBand) -> String {
        ["ULF", "VLF", "LF", "HF", "VHF"].contains(band.name) ? band.name.lowercased() : "other"
    }
}
