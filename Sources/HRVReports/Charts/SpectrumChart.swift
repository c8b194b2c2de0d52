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

    /// Below it, the density of a long recording can dwarf everything else; Hz (Task Force 1996:
    /// the lower edge of LF).
    static let slowBelowHz = 0.04
    /// From how many times the rest's maximum on slow frequencies are cut off.
    static let cutFactor = 4.0
    /// A confidence interval that reaches above so many times the density is drawn as a bar only:
    /// that of fewer than about 3.5 degrees of freedom.
    static let widestBandFactor = 10.0

    let bands: [Recipe.Value.Entry]
    let curve: SpectrumCurve
    let plot: SVGPlot
    /// Maximum of the slow frequencies where the axis ends below it.
    let cutMaximum: Double?

    /// - Complexity: O(n) for n grid frequencies.
    static func figure(
        _ spectrum: AnalysisFigures.Spectrum?, shape: Shape = .page
    ) -> SVGFigure {
        guard let spectrum, let chart = SpectrumChart(spectrum, shape: shape) else {
            return .empty(
                kind: "spectrum", title: "Power spectrum",
                because: "The spectrum could not be estimated.")
        }
        return chart.figure()
    }

    private init?(_ spectrum: AnalysisFigures.Spectrum, shape: Shape) {
        let columnCount = SVGPlot.columnCount(width: shape.width)
        guard let curve = SpectrumCurve(spectrum, atMost: 2 * columnCount) else { return nil }
        self.curve = curve
        let (top, cut) = Self.axisTop(curve)
        cutMaximum = cut
        plot = SVGPlot(
            width: shape.width, height: shape.height,
            x: SVGAxis(0...SpectrumCurve.highestHz, about: 5, title: "frequency (Hz)"),
            y: SVGAxis(upTo: top, about: 5) { "power density (\($0)ms²/Hz)" })
        // The bands that begin inside the drawing.
        bands = spectrum.bands.filter {
            $0.lowHz < SpectrumCurve.highestHz && $0.lowHz < $0.highHz
        }
    }

    /// Highest density the axis must reach, and the maximum that it then leaves out.
    private static func axisTop(_ curve: SpectrumCurve) -> (top: Double, cut: Double?) {
        let highest = curve.peak()?.density ?? 0
        let fast = curve.peak(fromHz: slowBelowHz)?.density ?? 0
        // The dust that rounding leaves of a constant series is drawn as the nothing it is.
        guard highest > 1e-6 else { return (1, nil) }
        guard fast > 1e-6, highest > cutFactor * fast else { return (highest, nil) }
        return (1.5 * fast, highest)
    }

    // MARK: - Drawing

    private func figure() -> SVGFigure {
        let line = Markup.polyline(curve.points.map { point($0.hz, $0.density) }, class: "line")
        let content = [
            Markup("g", ["class": "bands"], bands.map(shade)), plot.axes(),
            Markup("g", ["class": "areas"], bands.compactMap(area)), confidence, line,
            Markup("g", ["class": "band-names"], names()),
        ]
        return SVGFigure(
            kind: "spectrum", title: "Power spectrum", summary: summary, caption: caption,
            width: plot.width, height: plot.height, content: content)
    }

    /// Densities above the axis are drawn on its end; the caption says so.
    private func point(_ hz: Double, _ density: Double) -> SVGPoint {
        plot.point(hz, min(density, plot.y.range.upperBound))
    }

    /// How the uncertainty is drawn.
    enum ConfidenceShape {
        /// Around the whole line.
        case band
        /// At the highest point.
        case bar
    }

    /// nil where the estimator has no interval, or there is nothing to be unsure of.
    var confidenceShape: ConfidenceShape? {
        guard let freedom = curve.degreesOfFreedom, (curve.peak()?.density ?? 0) > 1e-6
        else { return nil }
        let factors = DensityConfidence.factors(degreesOfFreedom: freedom.median)
        return factors.upperBound <= Self.widestBandFactor ? .band : .bar
    }

    private var confidence: Markup {
        guard let shape = confidenceShape, let interval = curve.interval else { return .nothing }
        if shape == .band {
            let upper = interval.map { point($0.hz, $0.high) }
            let lower = interval.reversed().map { point($0.hz, $0.low) }
            return .polygon(upper + lower, class: "confidence")
        }
        let peak = curve.peak(fromHz: Self.slowBelowHz) ?? curve.peak()
        guard let ends = interval.first(where: { $0.hz == peak?.hz }) else { return .nothing }
        return bar(at: ends.hz, from: ends.low, to: ends.high)
    }

    /// A bar with a foot, and a head where it ends inside the drawing; an arrow's tip where not.
    private func bar(at hz: Double, from low: Double, to high: Double) -> Markup {
        let (foot, head) = (point(hz, low), point(hz, high))
        let tip = high > plot.y.range.upperBound ? 6.0 : 0
        let parts = [
            Markup.line(from: foot, to: head, class: "stem"),
            .line(
                from: SVGPoint(x: foot.x - 5, y: foot.y), to: SVGPoint(x: foot.x + 5, y: foot.y),
                class: "stem"),
            .polyline(
                [-5, 0, 5].map { SVGPoint(x: head.x + $0, y: head.y + ($0 == 0 ? 0 : tip)) },
                class: "stem"),
        ]
        return Markup("g", ["class": "confidence-bar"], parts)
    }

    private func edges(_ band: Recipe.Value.Entry) -> (low: Double, high: Double) {
        (max(0, band.lowHz), min(band.highHz, plot.x.range.upperBound))
    }

    private func shade(_ band: Recipe.Value.Entry) -> Markup {
        let (low, high) = edges(band)
        return .rectangle(
            from: SVGPoint(x: plot.x(low), y: plot.top), width: plot.x(high) - plot.x(low),
            height: plot.bottom - plot.top, class: "band " + Self.style(band))
    }

    /// The area under the curve inside a band.
    private func area(_ band: Recipe.Value.Entry) -> Markup? {
        let (low, high) = edges(band)
        let inside = curve.points.filter { low < $0.hz && $0.hz < high }.map { ($0.hz, $0.density) }
        let open = [density(at: low)] + inside + [density(at: high)]
        let line = open.compactMap(\.self)
        guard let first = line.first, let last = line.last, first.0 < last.0 else { return nil }
        let ends = [plot.point(last.0, 0), plot.point(first.0, 0)]
        return .polygon(line.map(point) + ends, class: "area " + Self.style(band))
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
    private func names() -> [Markup] {
        var ends: [Double] = []
        return bands.compactMap { band in
            let (low, high) = edges(band)
            let width = plot.x(high) - plot.x(low)
            guard width >= 9 * Double(band.name.count) else { return nil }
            let lane = ends.firstIndex { $0 <= low } ?? ends.count
            if lane == ends.count { ends.append(high) } else { ends[lane] = high }
            return .label(
                band.name, at: SVGPoint(x: plot.x(low) + width / 2, y: plot.top), anchor: .middle,
                shiftEm: 1.2 + 1.25 * Double(lane), class: "band-name")
        }
    }

    /// Names come from outside: only the known ones become a class.
    private static func style(_ band: Recipe.Value.Entry) -> String {
        ["ULF", "VLF", "LF", "HF", "VHF"].contains(band.name) ? band.name.lowercased() : "other"
    }
}
