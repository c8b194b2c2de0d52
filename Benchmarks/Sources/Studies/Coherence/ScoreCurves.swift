@_spi(Studies) import KernelBenchmarks

/// The share of draws that have at most a score, drawn as steps: a row for each score, a column for
/// each window.
struct ScoreCurves {
    private let draws: [CoherenceNoiseStudy.Draws]

    private static let panel = (width: 330.0, height: 170.0)
    private static let left = 62.0
    private static let top = 92.0
    private static let gap = (x: 62.0, y: 74.0)
    private static let colors: [NoiseHeart.Kind: String] = [
        .white: "#64748b", .slow: "#b3261e", .paced: "#0f766e",
    ]

    init(_ draws: [CoherenceNoiseStudy.Draws]) { self.draws = draws }

    var svg: String {
        let width = Self.left + 2 * Self.panel.width + Self.gap.x + 24
        let height = Self.top + 2 * Self.panel.height + Self.gap.y + 52
        var lines = [
            SVGText.head(width: width, height: height),
            SVGText.label(
                "Share of draws with at most this score (%)", x: 12, y: 22, isBold: true),
        ]
        lines += legend
        for (column, seconds) in CoherenceNoiseStudy.windowsSeconds.enumerated() {
            lines += frame("reference", seconds, row: 0, column)
            lines += frame("harmonic", seconds, row: 1, column)
            for drawn in draws where drawn.seconds == seconds {
                lines.append(curve(drawn.reference, drawn.kind, row: 0, column))
                lines.append(curve(drawn.harmonic, drawn.kind, row: 1, column))
            }
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private func origin(row: Int, _ column: Int) -> (x: Double, y: Double) {
        (
            Self.left + Double(column) * (Self.panel.width + Self.gap.x),
            Self.top + Double(row) * (Self.panel.height + Self.gap.y)
        )
    }

    private var legend: [String] {
        var x = 12.0
        return NoiseHeart.Kind.allCases.flatMap { kind -> [String] in
            defer { x += 60 + 7 * Double(kind.rawValue.count) }
            return [
                SVGText.line(
                    x1: x, y1: 44, x2: x + 26, y2: 44, color: Self.colors[kind] ?? "#000", width: 3),
                SVGText.label(kind.rawValue, x: x + 33, y: 48),
            ]
        }
    }

    private func frame(_ name: String, _ seconds: Double, row: Int, _ column: Int) -> [String] {
        let (x, y) = origin(row: row, column)
        let (width, height) = Self.panel
        var lines = [
            SVGText.label("\(name), \(Int(seconds)) s", x: x, y: y - 12, isBold: true),
            SVGText.label("score", x: x + width, y: y + height + 34, anchor: "end"),
        ]
        for share in stride(from: 0.0, through: 1, by: 0.25) {
            let level = y + height * (1 - share)
            lines.append(
                SVGText.line(x1: x, y1: level, x2: x + width, y2: level, color: "#dde3ea"))
            lines.append(
                SVGText.label("\(Int(100 * share))", x: x - 8, y: level + 4, anchor: "end"))
        }
        for tick in 0...5 {
            let tickX = x + width * Double(tick) / 5
            lines.append(
                SVGText.line(
                    x1: tickX, y1: y + height, x2: tickX, y2: y + height + 4, color: "#64748b"))
            lines.append(
                SVGText.label(
                    BenchmarkText.fixed(Double(tick) / 5, decimals: 1), x: tickX,
                    y: y + height + 18, anchor: "middle"))
        }
        return lines
    }

    /// Points at every hundredth of the score.
    private func curve(
        _ ascending: [Double], _ kind: NoiseHeart.Kind, row: Int, _ column: Int
    ) -> String {
        let (x, y) = origin(row: row, column)
        var below = 0
        let points = (0...100).map { step -> String in
            let score = Double(step) / 100
            while below < ascending.count, ascending[below] <= score { below += 1 }
            let share = Double(below) / Double(max(1, ascending.count))
            return SVGText.number(x + Self.panel.width * score) + ","
                + SVGText.number(y + Self.panel.height * (1 - share))
        }
        return "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" "
            + "stroke=\"\(Self.colors[kind] ?? "#000")\" stroke-width=\"2\"/>"
    }
}
