import PhysioTypes

/// Lanes under a tachogram that has no space for every beat: one for each kind of artefact, with a
/// bar in every column of the drawing that holds one, as high as their number.
struct CorrectionLanes {
    private static let barHeight = 20.0
    private static let laneHeight = 30.0
    /// A single artefact among hundreds must be seen too.
    private static let minBarHeight = 3.0

    let record: CorrectionRecord
    let plot: SVGPlot

    private var kinds: [CorrectionEvent.Kind] { record.artefacts.kinds.map(\.kind) }

    var height: Double { kinds.isEmpty ? 0 : Self.laneHeight * Double(kinds.count) + 8 }

    /// - Parameter y: upper edge.
    func drawing(y: Double) -> [Markup] {
        kinds.enumerated().map { lane, kind in
            let bottom = y + Self.laneHeight * Double(lane) + Self.barHeight
            let events = record.events.filter { $0.kind == kind }
            return Markup(
                "g", ["class": "lane \(kind.rawValue)", "data-events": "\(events.count)"],
                [
                    label(kind.rawValue, y: bottom - 11), label("\(events.count)", y: bottom + 2),
                    .line(
                        from: SVGPoint(x: plot.left, y: bottom),
                        to: SVGPoint(x: plot.right, y: bottom), class: "axis"),
                    Markup("path", ["d": bars(events, bottom)]),
                ])
        }
    }

    private func label(_ text: String, y: Double) -> Markup {
        .label(text, at: SVGPoint(x: plot.left - 8, y: y), anchor: .end, class: "key-name")
    }

    private func bars(_ events: [CorrectionEvent], _ bottom: Double) -> String {
        var counts = [Int](repeating: 0, count: plot.columnCount)
        for event in events {
            let x = plot.x(record.raw.endTimesSeconds[event.beatIndex])
            counts[min(max(0, Int(x - plot.left)), plot.columnCount - 1)] += 1
        }
        let maxCount = Double(counts.max() ?? 1)
        return counts.enumerated().filter { $1 > 0 }.map { column, count in
            let height = max(Self.minBarHeight, Self.barHeight * Double(count) / maxCount)
            return "M\(SVGNumber.oneDecimalText(plot.left + Double(column) + 0.5)) "
                + "\(SVGNumber.oneDecimalText(bottom))v-\(SVGNumber.oneDecimalText(height))"
        }.joined()
    }
}
