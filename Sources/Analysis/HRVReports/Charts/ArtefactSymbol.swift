import PhysioTypes

/// The sign that stands for a kind of artefact: it differs in shape as well as in colour.
struct ArtefactSymbol: Sendable {
    let kind: CorrectionEvent.Kind
    /// Its outline from a point on, in steps; one subpath.
    private let pathSteps: String
    private let startX: Double
    private let startY: Double

    private init(_ kind: CorrectionEvent.Kind, from x: Double, _ y: Double, _ pathSteps: String) {
        self.kind = kind
        self.pathSteps = pathSteps
        startX = x
        startY = y
    }

    /// Gaps have none: they are shaded.
    static let all = [
        ArtefactSymbol(.missed, from: -4.5, 0, "h9m-4.5-4.5v9"),
        ArtefactSymbol(.extra, from: -3.5, -3.5, "l7 7m0-7l-7 7"),
        ArtefactSymbol(.ectopic, from: 0, -4.5, "l4.5 4.5l-4.5 4.5l-4.5-4.5z"),
        ArtefactSymbol(.long, from: 0, -4, "l4 7h-8z"),
        ArtefactSymbol(.short, from: 0, 4, "l4-7h-8z"),
        ArtefactSymbol(.range, from: -3.5, -3.5, "h7v7h-7z"),
    ]

    /// Path data of the sign about a point.
    func outline(_ centre: SVGPoint) -> String {
        "M\(SVGNumber.oneDecimalText(centre.x + startX)) \(SVGNumber.oneDecimalText(centre.y + startY))"
            + pathSteps
    }
}

/// The line under a tachogram that names its signs.
struct CorrectionLegend {
    static let rowHeight = 20.0
    private static let cellWidth = 128.0

    let record: CorrectionRecord
    let drawsEnvelope: Bool
    let width: Double
    let left: Double

    /// The items of the legend: a sign or a sample, and its words.
    private var legendItems: [(drawSymbol: (SVGPoint) -> [Markup], text: String)] {
        let tally = record.artefacts
        var legendItems: [(drawSymbol: (SVGPoint) -> [Markup], text: String)] =
            ArtefactSymbol.all.compactMap { sign in
                // Lanes name themselves.
                guard !drawsEnvelope, let count = tally.counts[sign.kind] else { return nil }
                return (
                    {
                        [
                            Markup(
                                "g", ["class": "sign \(sign.kind.rawValue)"],
                                [Markup("path", ["d": sign.outline($0)])])
                        ]
                    }, "\(sign.kind.rawValue) (\(count))"
                )
            }
        if tally.artefactCount + tally.irregularCount > 0, !drawsEnvelope {
            legendItems.append(
                (
                    { centre in
                        let ends = [-9.0, 9].map { SVGPoint(x: centre.x + $0, y: centre.y) }
                        return [.polyline(ends, class: "raw")]
                    }, "raw"
                ))
            if record.nn.isCorrected.contains(true) {
                legendItems.append(
                    (
                        {
                            [.dots([$0], class: "made"), .dots([$0], class: "made-core")]
                        }, "corrected"
                    ))
            }
        }
        if tally.irregularCount > 0 {
            legendItems.append(
                (
                    {
                        [
                            .rectangle(
                                from: SVGPoint(x: $0.x - 8, y: $0.y - 6), width: 16, height: 12,
                                class: "irregular")
                        ]
                    }, "irregular"
                ))
        }
        return legendItems
    }

    private var cellsPerRow: Int { max(1, Int((width - left) / Self.cellWidth)) }

    /// 0 where nothing was found.
    var height: Double {
        let count = legendItems.count
        return count == 0
            ? 0 : Self.rowHeight * Double((count + cellsPerRow - 1) / cellsPerRow) + 12
    }

    /// - Parameter y: upper edge.
    func drawing(y: Double) -> Markup {
        let parts = legendItems.enumerated().flatMap { index, item in
            let row = Double(index / cellsPerRow)
            let column = Double(index % cellsPerRow)
            let centre = SVGPoint(
                x: left + 8 + column * Self.cellWidth, y: y + 8 + row * Self.rowHeight)
            return item.drawSymbol(centre) + [
                .label(
                    item.text, at: SVGPoint(x: centre.x + 15, y: centre.y), shiftEm: 0.35,
                    class: "key-name")
            ]
        }
        return Markup("g", ["class": "signs"], parts)
    }
}
