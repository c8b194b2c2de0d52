/// Records one below the other, with a mark for each missed beat and each detection that is none.
public struct DetectionErrorStrips: Sendable {
    private let records: [SignalScore]

    private static let left = 60.0
    private static let width = 760.0
    private static let top = 44.0
    private static let rowHeight = 44.0
    private static let tick = 14.0
    static let missedColor = "#b3261e"
    static let surplusColor = "#1f6f8b"

    public init(_ records: [SignalScore]) { self.records = records }

    private var durationSeconds: Double { records.map(\.durationSeconds).max() ?? 1 }

    /// The drawing as a file.
    public var svg: String {
        let height = Self.top + Self.rowHeight * Double(records.count) + 28
        let lines = [
            SVGText.head(width: Self.left + Self.width + 20, height: height),
            SVGText.label(
                "Missed beats (up) and detections that are none (down), by minute", x: 8, y: 18,
                isBold: true),
        ]
        return (lines + grid + records.indices.flatMap(row) + ["</svg>"]).joined(separator: "\n")
            + "\n"
    }

    private func x(_ seconds: Double) -> Double {
        Self.left + Self.width * seconds / durationSeconds
    }

    private var grid: [String] {
        let bottom = Self.top + Self.rowHeight * Double(records.count)
        return stride(from: 0, through: durationSeconds, by: 300).flatMap { seconds in
            [
                SVGText.line(
                    x1: x(seconds), y1: Self.top - 8, x2: x(seconds), y2: bottom, color: "#ddd"),
                SVGText.label(
                    "\(Int(seconds / 60))", x: x(seconds), y: bottom + 16, anchor: "middle"),
            ]
        }
    }

    private func row(_ index: Int) -> [String] {
        let middle = Self.top + Self.rowHeight * (Double(index) + 0.5)
        let record = records[index]
        let ticks = record.errors.map { error in
            SVGText.line(
                x1: x(error.seconds), y1: middle, x2: x(error.seconds),
                y2: middle + (error.isMissed ? -Self.tick : Self.tick),
                color: error.isMissed ? Self.missedColor : Self.surplusColor, width: 1.5)
        }
        return [
            SVGText.label(record.name, x: 8, y: middle + 4),
            SVGText.line(
                x1: Self.left, y1: middle, x2: x(durationSeconds), y2: middle, color: "#999"),
        ] + ticks
    }
}

/// Pieces of a drawing.
enum SVGText {
    static func number(_ value: Double) -> String { DetectionReport.signed(value, decimals: 1) }

    static func head(width: Double, height: Double) -> String {
        let size = (number(width), number(height))
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.0)\" height=\"\(size.1)\" "
            + "viewBox=\"0 0 \(size.0) \(size.1)\" font-family=\"sans-serif\" font-size=\"12\" "
            + "fill=\"#222\">\n<rect width=\"\(size.0)\" height=\"\(size.1)\" fill=\"#fff\"/>"
    }

    static func line(
        x1: Double, y1: Double, x2: Double, y2: Double, color: String, width: Double = 1
    ) -> String {
        "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" "
            + "stroke=\"\(color)\" stroke-width=\"\(number(width))\"/>"
    }

    static func label(
        _ text: String, x: Double, y: Double, anchor: String = "start", isBold: Bool = false
    ) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\""
            + (isBold ? " font-weight=\"bold\"" : "") + ">\(text)</text>"
    }
}
