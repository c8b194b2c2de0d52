import HRVFeatures
import PhysioTypes

/// The Poincare plot: each NN interval against the one before it, for neighbours only.
///
/// Both axes span the same range. The ellipse lies at the mean of the cloud; its half axes are SD2
/// along the line of identity and SD1 across it. It is drawn where the report gives SD1 and SD2. Of
/// a longer series ``maximumDotCount`` pairs are drawn, evenly spread over time.
struct PoincareChart {
    /// More dots than that hide each other.
    static let maximumDotCount = 3000

    private struct Pair {
        let before: Double
        let after: Double
    }

    private let pairs: [Pair]
    /// SD1 and SD2; ms; nil where the report does not give them.
    private let ellipseAxes: (sd1: Double, sd2: Double)?
    private let withholdingReason: MissingReason?
    private let plot: SVGPlot

    /// - Parameter row: the row of the beats, for SD1 and SD2; nil where they have none of their own.
    /// - Parameter withholdingReason: why the numbers of these beats are withheld; nil where they are not.
    /// - Complexity: O(n).
    static func figure(
        _ nn: NNSeries, row: AnalysisRow? = nil, withholdingReason: MissingReason? = nil
    ) -> SVGFigure {
        guard let chart = PoincareChart(nn, row, withholdingReason) else {
            return .empty(
                kind: "poincare", title: "Poincaré plot",
                because: "There are no two neighbouring NN intervals.")
        }
        return chart.figure()
    }

    private init?(_ nn: NNSeries, _ row: AnalysisRow?, _ withholdingReason: MissingReason?) {
        self.withholdingReason = withholdingReason
        pairs = (1..<max(1, nn.count)).filter { nn.isAdjacentToPrevious[$0] }.map {
            Pair(before: nn.intervalsMs[$0 - 1], after: nn.intervalsMs[$0])
        }
        let values = pairs.flatMap { [$0.before, $0.after] }
        guard let low = values.min(), let high = values.max() else { return nil }
        let margin = max(0, 40 - (high - low)) / 2
        let range = (low - margin)...(high + margin)
        plot = SVGPlot(
            width: 500, height: SVGPlot.heightForSquare(width: 500),
            x: SVGAxis(enclosing: range, about: 5, title: "NN interval (ms)"),
            y: SVGAxis(enclosing: range, about: 5, title: "next NN interval (ms)"))
        ellipseAxes = withholdingReason == nil ? Self.axes(nn, row) : nil
    }

    private static func axes(_ nn: NNSeries, _ row: AnalysisRow?) -> (sd1: Double, sd2: Double)? {
        let computed = row == nil && hasEnoughBeats(nn) ? Poincare(nn) : nil
        guard let sd1 = row.map({ $0[MetricKey.sd1.rawValue]?.value }) ?? computed?.sd1Ms,
            let sd2 = row.map({ $0[MetricKey.sd2.rawValue]?.value }) ?? computed?.sd2Ms
        else { return nil }
        return (sd1, sd2)
    }

    private static func hasEnoughBeats(_ nn: NNSeries) -> Bool {
        guard case .beats(let needed) = MetricDefinition.of(.sd1).requirement else { return true }
        return nn.count >= needed
    }

    private func figure() -> SVGFigure {
        SVGFigure(
            kind: "poincare", title: "Poincaré plot", summary: summary, caption: caption,
            width: plot.width, height: plot.height,
            content: [plot.axes(), identityLine, dots] + ellipse())
    }

    private var identityLine: Markup {
        let (low, high) = (plot.x.range.lowerBound, plot.x.range.upperBound)
        return .line(
            from: plot.point(low, low), to: plot.point(high, high), class: "identity")
    }

    private var drawnPairs: [Pair] {
        let count = min(pairs.count, Self.maximumDotCount)
        return (0..<count).map { pairs[$0 * pairs.count / count] }
    }

    private var dots: Markup {
        let points = drawnPairs.map { plot.point($0.before, $0.after) }
        return .dots(points, class: points.count > 600 ? "cloud dense" : "cloud", layers: 12)
    }

    private func ellipse() -> [Markup] {
        guard let (sd1, sd2) = ellipseAxes else { return [] }
        let count = Double(pairs.count)
        let x = pairs.reduce(0) { $0 + $1.before } / count
        let y = pairs.reduce(0) { $0 + $1.after } / count
        let rootOfTwo = 2.0.squareRoot()
        // Half axes as steps along and across the line of identity.
        let sd2Offset = sd2 / rootOfTwo
        let sd1Offset = sd1 / rootOfTwo
        let scale = (plot.right - plot.left) / (plot.x.range.upperBound - plot.x.range.lowerBound)
        return [
            .ellipse(
                centre: plot.point(x, y), radii: (sd2 * scale, sd1 * scale), turnedDegrees: -45,
                class: "ellipse"),
            .line(
                from: plot.point(x - sd2Offset, y - sd2Offset),
                to: plot.point(x + sd2Offset, y + sd2Offset),
                class: "half-axis"),
            .line(
                from: plot.point(x + sd1Offset, y - sd1Offset),
                to: plot.point(x - sd1Offset, y + sd1Offset),
                class: "half-axis"),
            legend("SD1 \(ReportNumber.fourSignificantDigits(sd1)) ms across", line: 0),
            legend("SD2 \(ReportNumber.fourSignificantDigits(sd2)) ms along", line: 1),
        ]
    }

    private func legend(_ text: String, line: Int) -> Markup {
        .label(
            text, at: SVGPoint(x: plot.left + 10, y: plot.top), shiftEm: 1.4 + 1.35 * Double(line),
            class: "legend")
    }

    // MARK: - Words

    private var summary: String {
        let size =
            ellipseAxes.map {
                " SD1 is \(ReportNumber.fourSignificantDigits($0.sd1)) ms, SD2 "
                    + "\(ReportNumber.fourSignificantDigits($0.sd2)) ms."
            } ?? ""
        return "Each NN interval against the one before it, "
            + ReportNumber.count(pairs.count, "pair") + "." + size
    }

    private var caption: String {
        let count = drawnPairs.count
        let dots =
            count < pairs.count
            ? "\(count) of \(pairs.count) pairs of neighbours, evenly spread over time."
            : "All \(ReportNumber.count(count, "pair")) of neighbours."
        return dots + " Dashed: equal intervals."
            + (ellipseAxes == nil ? "" : " Ellipse: SD1 and SD2 around the mean of all pairs.")
            + (withholdingReason.map { " SD1 and SD2 are withheld: \($0.text)." } ?? "")
    }
}
