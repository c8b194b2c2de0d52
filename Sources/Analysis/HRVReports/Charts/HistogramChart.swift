import HRVFeatures
import PhysioTypes

/// The number of NN intervals of each length, as a chart.
///
/// The bins are those of the triangular index.
struct HistogramChart {
    private let counts: [Int: Int]
    private let peak: (bin: Int, count: Int)
    private let total: Int
    private let bins: HistogramBins
    private let withholdingReason: MissingReason?
    private let plot: SVGPlot

    /// - Parameter withholdingReason: why the numbers of these beats are withheld; nil where they are not.
    /// - Complexity: O(n).
    static func figure(
        _ nn: NNSeries, bins: HistogramBins = HistogramBins(),
        withholdingReason: MissingReason? = nil
    ) -> SVGFigure {
        guard let chart = HistogramChart(nn, bins, withholdingReason) else {
            return .empty(
                kind: "histogram", title: "Histogram",
                because: "There are no NN intervals to draw.")
        }
        return chart.figure()
    }

    private init?(_ nn: NNSeries, _ bins: HistogramBins, _ withholdingReason: MissingReason?) {
        self.bins = bins
        self.withholdingReason = withholdingReason
        var counts: [Int: Int] = [:]
        for interval in nn.intervalsMs {
            counts[bins.bin(of: interval), default: 0] += 1
        }
        guard let first = counts.keys.min(), let last = counts.keys.max(),
            // The first of several equal bins, as the triangular index takes it.
            let peak = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
        else { return nil }
        self.counts = counts
        self.peak = (peak.key, peak.value)
        total = nn.count
        // Few bins would become slabs: the axis is never narrower than twelve.
        let marginBinCount = max(1, (12 - (last - first)) / 2)
        let low = max(0, bins.startMs(of: first - marginBinCount))
        plot = SVGPlot(
            width: 500, height: 260,
            x: SVGAxis(
                low...bins.startMs(of: last + 1 + marginBinCount), about: 6,
                title: "NN interval (ms)"),
            y: SVGAxis(upTo: Double(peak.value), about: 5) { "\($0)intervals per bin" })
    }

    private func figure() -> SVGFigure {
        let bars = counts.sorted { $0.key < $1.key }.map { bar($0.key, $0.value) }
        return SVGFigure(
            kind: "histogram", title: "Histogram", summary: summary, caption: caption,
            width: plot.width, height: plot.height,
            content: [plot.axes(), Markup("g", ["class": "bars"], bars)])
    }

    private func bar(_ bin: Int, _ count: Int) -> Markup {
        let left = plot.x(bins.startMs(of: bin))
        let width = plot.x(bins.startMs(of: bin + 1)) - left
        let top = plot.y(Double(count))
        return .rectangle(
            from: SVGPoint(x: left, y: top), width: width > 4 ? width - 1 : width,
            height: plot.bottom - top, class: "bar")
    }

    // MARK: - Words

    private var modeText: String {
        "\(ReportNumber.exact(bins.startMs(of: peak.bin))) to "
            + "\(ReportNumber.exact(bins.startMs(of: peak.bin + 1))) ms"
    }

    private var summary: String {
        "Counts of \(ReportNumber.count(total, "NN interval")) by length."
            + (withholdingReason == nil
                ? " The fullest bin, \(modeText), holds \(peak.count)." : "")
    }

    private var caption: String {
        "Bins of \(ReportNumber.exact(bins.widthMs)) ms."
            + (withholdingReason == nil
                ? " The fullest, \(modeText), holds \(peak.count) of "
                    + "\(ReportNumber.count(total, "interval"))." : "")
    }
}
