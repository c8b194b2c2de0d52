import PhysioTypes

/// The power spectral density with its bands, up to 0.5 Hz, on a linear axis.
///
/// Where the grid has more than two frequencies a column of the drawing, neighbouring ones are
/// replaced by their mean. The area under a curve is the power, and the mean keeps it; the maximum
/// would lift the noise of a long recording several times above its density.
struct SpectrumChart {
    /// End of the frequency axis; Hz: beyond it no band of the Task Force's lies.
    static let highestHz = 0.5
    /// Below it, the density of a long recording can dwarf everything else; Hz (Task Force 1996:
    /// the lower edge of LF).
    static let slowBelowHz = 0.04
    /// From how many times the rest's maximum on slow frequencies are cut off.
    static let cutFactor = 4.0

    private static let width = 500.0

    private struct Sample {
        let hz: Double
        let density: Double
    }

    private let spectrum: AnalysisFigures.Spectrum
    private let samples: [Sample]
    private let frequenciesPerPoint: Int
    private let plot: SVGPlot
    /// Maximum of the slow frequencies where the axis ends below it.
    private let cutMaximum: Double?

    /// - Complexity: O(n) for n grid frequencies.
    static func figure(_ spectrum: AnalysisFigures.Spectrum?) -> SVGFigure {
        guard let spectrum, let chart = SpectrumChart(spectrum) else {
            return .empty(
                kind: "spectrum", title: "Power spectrum",
                because: "The spectrum could not be estimated.")
        }
        return chart.figure()
    }

    private init?(_ spectrum: AnalysisFigures.Spectrum) {
        let all = Self.samples(of: spectrum)
        guard all.count > 1 else { return nil }
        frequenciesPerPoint = (all.count - 1) / (2 * SVGPlot.columnCount(width: Self.width)) + 1
        samples = Self.means(all, of: frequenciesPerPoint)
        let (top, cut) = Self.axisTop(samples)
        cutMaximum = cut
        plot = SVGPlot(
            width: Self.width, height: 260,
            x: SVGAxis(0...Self.highestHz, about: 5, title: "frequency (Hz)"),
            y: SVGAxis(upTo: top, about: 5) { "power density (\($0)ms²/Hz)" })
        self.spectrum = spectrum
    }

    // MARK: - Data

    private static func samples(of spectrum: AnalysisFigures.Spectrum) -> [Sample] {
        guard spectrum.stepHz > 0 else { return [] }
        var samples: [Sample] = []
        for (index, density) in spectrum.densityMsSquaredPerHz.enumerated() {
            let hz = spectrum.firstHz + Double(index) * spectrum.stepHz
            guard hz <= highestHz + spectrum.stepHz / 2 else { break }
            if density.isFinite { samples.append(Sample(hz: min(hz, highestHz), density: density)) }
        }
        return samples
    }

    /// Highest density the axis must reach, and the maximum that it then leaves out.
    private static func axisTop(_ samples: [Sample]) -> (top: Double, cut: Double?) {
        let highest = samples.map(\.density).max() ?? 0
        let fast = samples.filter { $0.hz >= slowBelowHz }.map(\.density).max() ?? 0
        // The dust that rounding leaves of a constant series is drawn as the nothing it is.
        guard highest > 1e-6 else { return (1, nil) }
        guard fast > 1e-6, highest > cutFactor * fast else { return (highest, nil) }
        return (1.5 * fast, highest)
    }

    private static func means(_ samples: [Sample], of count: Int) -> [Sample] {
        guard count > 1 else { return samples }
        return stride(from: 0, to: samples.count, by: count).map { begin in
            let group = samples[begin..<min(begin + count, samples.count)]
            return Sample(
                hz: group.reduce(0) { $0 + $1.hz } / Double(group.count),
                density: group.reduce(0) { $0 + $1.density } / Double(group.count))
        }
    }

    // MARK: - Drawing

    private func figure() -> SVGFigure {
        let line = Markup.polyline(samples.map(point), class: "line")
        let content = [
            Markup("g", ["class": "bands"], bands.map(shade)), plot.axes(),
            Markup("g", ["class": "areas"], bands.compactMap(area)), line,
            Markup("g", ["class": "band-names"], names()),
        ]
        return SVGFigure(
            kind: "spectrum", title: "Power spectrum", summary: summary, caption: caption,
            width: plot.width, height: plot.height, content: content)
    }

    /// Densities above the axis are drawn on its end; the caption says so.
    private func point(_ sample: Sample) -> SVGPoint {
        plot.point(sample.hz, min(sample.density, plot.y.range.upperBound))
    }

    /// The bands that begin inside the drawing.
    private var bands: [Recipe.Value.Entry] {
        spectrum.bands.filter { $0.lowHz < plot.x.range.upperBound && $0.lowHz < $0.highHz }
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
        let inside = samples.filter { low < $0.hz && $0.hz < high }
        let open: [Sample?] = [density(at: low)] + inside + [density(at: high)]
        let curve = open.compactMap(\.self)
        guard let first = curve.first, let last = curve.last, first.hz < last.hz else { return nil }
        let ends = [plot.point(last.hz, 0), plot.point(first.hz, 0)]
        return .polygon(curve.map(point) + ends, class: "area " + Self.style(band))
    }

    /// The curve at a frequency between two samples; nil outside them.
    private func density(at hz: Double) -> Sample? {
        guard let next = samples.firstIndex(where: { $0.hz >= hz }) else { return nil }
        guard next > 0 else { return samples[0].hz == hz ? samples[0] : nil }
        let (a, b) = (samples[next - 1], samples[next])
        let share = (hz - a.hz) / (b.hz - a.hz)
        return Sample(hz: hz, density: a.density + share * (b.density - a.density))
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

    // MARK: - Words

    private var summary: String {
        let peak = samples.filter { $0.hz >= Self.slowBelowHz }.max { $0.density < $1.density }
        let place = peak.map {
            " From \(Self.slowBelowHz) Hz on it is highest at \(ReportNumber.significant($0.hz))"
                + " Hz with \(ReportNumber.significant($0.density)) ms²/Hz."
        }
        return "Density of power against frequency up to"
            + " \(ReportNumber.exact(plot.x.range.upperBound)) Hz." + (place ?? "")
    }

    private var caption: String {
        let list = bands.map { "\($0.name) \(ReportNumber.band($0))" }
        var sentences = list.isEmpty ? [] : ["Bands in Hz: " + list.joined(separator: ", ") + "."]
        if frequenciesPerPoint > 1 {
            sentences.append(
                "Each point is the mean of \(frequenciesPerPoint) neighbouring frequencies, which "
                    + "keeps the area, and so the power.")
        }
        if let cutMaximum {
            sentences.append(
                "Below \(Self.slowBelowHz) Hz the curve rises to "
                    + "\(ReportNumber.significant(cutMaximum)) ms²/Hz, beyond the end of the axis.")
        }
        return sentences.joined(separator: " ")
    }
}
