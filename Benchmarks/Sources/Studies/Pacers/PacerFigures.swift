@_spi(Studies) import KernelBenchmarks
import ResonanceBreathing

/// The drawings of the report on pacers, each as a file.
extension PacerReport {
    public static let errorFigureName = "pacer-errors.svg"
    public static let sessionFigureName = "pacer-session.svg"

    /// The figure of the share of people who are led to within each distance of their best rate,
    /// after 15 minutes.
    public var errorFigure: String {
        let frame = PlotFrame(
            x: 0...1.5, y: 0...100, xTicks: [0, 0.3, 0.6, 0.9, 1.2, 1.5],
            yTicks: [0, 25, 50, 75, 100], xTitle: "error after 15 minutes (breaths/min)",
            yTitle: "people with no larger error (%)")
        var parts = frame.axes
        for (index, method) in PacerMethod.allCases.enumerated() {
            guard let trials = base[method]?[15]?.trials else { continue }
            let sorted = trials.map(\.error).sorted()
            let style = Self.styles[index]
            let points = stride(from: 0, through: 1.5, by: 0.01).map { error in
                let count = sorted.count { $0 <= error }
                return (error, 100 * Double(count) / Double(sorted.count))
            }
            parts.append(frame.curve(points, color: style.color, dashes: style.dashes))
            parts += frame.key(
                method.rawValue, row: index, color: style.color, dashes: style.dashes)
        }
        return frame.drawing(parts)
    }

    /// The session of one person.
    public var sessionFigure: String {
        let frame = PlotFrame(
            x: 0...15, y: 4...7.5, xTicks: [0, 3, 6, 9, 12, 15],
            yTicks: [4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5], xTitle: "time (min)",
            yTitle: "breaths/min")
        let known = session.points.compactMap { point in
            point.estimate.map { (point.seconds / 60, $0) }
        }
        let band =
            known.map { ($0.0, $0.1.low) } + known.reversed().map { ($0.0, $0.1.high) }
        let lines: [(name: String, points: [(Double, Double)], style: Style)] = [
            (
                "commanded", session.points.map { ($0.seconds / 60, $0.commanded) },
                Style(color: "#0072b2", dashes: "")
            ),
            (
                "believed in, 90 % interval", known.map { ($0.0, $0.1.breathsPerMinute) },
                Style(color: "#d55e00", dashes: "")
            ),
            (
                "the person's best rate", session.points.map { ($0.seconds / 60, $0.truth) },
                Style(color: "#222", dashes: "6 4")
            ),
        ]
        var parts = [frame.area(band, color: "#d55e00")] + frame.axes
        for (row, line) in lines.enumerated() {
            parts.append(
                frame.curve(line.points, color: line.style.color, dashes: line.style.dashes))
            parts += frame.key(
                line.name, row: row, color: line.style.color, dashes: line.style.dashes)
        }
        return frame.drawing(parts)
    }

    struct Style {
        let color: String
        let dashes: String
    }

    /// One for each method; the colours stay distinct for colour-blind readers (after Okabe and Ito 2008,
    /// Color Universal Design).
    private static let styles = [
        Style(color: "#d55e00", dashes: ""), Style(color: "#0072b2", dashes: "8 3"),
        Style(color: "#009e73", dashes: "2 3"), Style(color: "#b0479a", dashes: "10 3 2 3"),
        Style(color: "#555", dashes: "4 4"),
    ]
}

/// Axes, and where values lie between them.
struct PlotFrame {
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>
    let xTicks: [Double]
    let yTicks: [Double]
    let xTitle: String
    let yTitle: String

    private static let width = 720.0
    private static let height = 400.0
    private static let (left, right, top, bottom) = (56.0, 250.0, 34.0, 46.0)

    private func canvasPoint(_ value: (Double, Double)) -> (Double, Double) {
        let right = Self.width - Self.right
        let bottom = Self.height - Self.bottom
        let across = (value.0 - x.lowerBound) / (x.upperBound - x.lowerBound)
        let up = (value.1 - y.lowerBound) / (y.upperBound - y.lowerBound)
        return (
            Self.left + (right - Self.left) * min(max(across, 0), 1),
            bottom - (bottom - Self.top) * min(max(up, 0), 1)
        )
    }

    var axes: [String] {
        let vertical = xTicks.flatMap { tick in
            let (low, high) = (canvasPoint((tick, y.lowerBound)), canvasPoint((tick, y.upperBound)))
            return [
                SVGText.line(x1: low.0, y1: low.1, x2: high.0, y2: high.1, color: "#ddd"),
                SVGText.label(
                    BenchmarkText.compact(tick), x: low.0, y: low.1 + 18, anchor: "middle"),
            ]
        }
        let horizontal = yTicks.flatMap { tick in
            let (low, high) = (canvasPoint((x.lowerBound, tick)), canvasPoint((x.upperBound, tick)))
            return [
                SVGText.line(x1: low.0, y1: low.1, x2: high.0, y2: high.1, color: "#ddd"),
                SVGText.label(
                    BenchmarkText.compact(tick), x: low.0 - 8, y: low.1 + 4, anchor: "end"),
            ]
        }
        let end = canvasPoint((x.upperBound, y.lowerBound))
        return vertical + horizontal + [
            SVGText.label(yTitle, x: 8, y: 18, isBold: true),
            SVGText.label(xTitle, x: end.0, y: end.1 + 38, anchor: "end", isBold: true),
        ]
    }

    func curve(_ points: [(Double, Double)], color: String, dashes: String) -> String {
        "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\" "
            + "stroke-dasharray=\"\(dashes)\" points=\"\(coordinates(points))\"/>"
    }

    func area(_ points: [(Double, Double)], color: String) -> String {
        "<polygon fill=\"\(color)\" fill-opacity=\"0.16\" points=\"\(coordinates(points))\"/>"
    }

    /// A line of the legend, to the right of the plot.
    func key(_ name: String, row: Int, color: String, dashes: String) -> [String] {
        let left = Self.width - Self.right + 16
        let height = Self.top + 14 + 22 * Double(row)
        return [
            "<line x1=\"\(SVGText.number(left))\" y1=\"\(SVGText.number(height))\" "
                + "x2=\"\(SVGText.number(left + 34))\" y2=\"\(SVGText.number(height))\" "
                + "stroke=\"\(color)\" stroke-width=\"2\" stroke-dasharray=\"\(dashes)\"/>",
            SVGText.label(name, x: left + 42, y: height + 4),
        ]
    }

    func drawing(_ parts: [String]) -> String {
        ([SVGText.head(width: Self.width, height: Self.height)] + parts + ["</svg>"])
            .joined(separator: "\n") + "\n"
    }

    private func coordinates(_ points: [(Double, Double)]) -> String {
        points.map { point in
            let spot = canvasPoint(point)
            return "\(SVGText.number(spot.0)),\(SVGText.number(spot.1))"
        }.joined(separator: " ")
    }
}
