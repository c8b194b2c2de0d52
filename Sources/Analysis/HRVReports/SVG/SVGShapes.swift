/// A position in a drawing: x to the right, y down.
struct SVGPoint: Sendable, Equatable {
    let x: Double
    let y: Double
}

// The shapes the charts are made of. Colours, widths and fonts are the style sheet's: a shape only
// names its class.
extension Markup {
    static func line(from start: SVGPoint, to end: SVGPoint, class name: String) -> Markup {
        Markup(
            "line",
            [
                "class": name, "x1": SVGNumber.text(start.x), "y1": SVGNumber.text(start.y),
                "x2": SVGNumber.text(end.x), "y2": SVGNumber.text(end.y),
            ])
    }

    /// A line through the points; a single point becomes a stroke of no length, which round line
    /// ends turn into a dot.
    static func polyline(_ points: [SVGPoint], class name: String) -> Markup {
        let drawnPoints = points.count == 1 ? points + points : points
        return Markup("polyline", ["class": name, "points": coordinates(drawnPoints)])
    }

    static func polygon(_ points: [SVGPoint], class name: String) -> Markup {
        Markup("polygon", ["class": name, "points": coordinates(points)])
    }

    static func rectangle(
        from corner: SVGPoint, width: Double, height: Double, class name: String
    ) -> Markup {
        Markup(
            "rect",
            [
                "class": name, "x": SVGNumber.text(corner.x), "y": SVGNumber.text(corner.y),
                "width": SVGNumber.text(width), "height": SVGNumber.text(height),
            ])
    }

    /// An ellipse, turned about its centre; degrees, clockwise.
    static func ellipse(
        centre: SVGPoint, radii: (Double, Double), turnedDegrees: Double, class name: String
    ) -> Markup {
        let x = SVGNumber.text(centre.x)
        let y = SVGNumber.text(centre.y)
        return Markup(
            "ellipse",
            [
                "class": name, "cx": x, "cy": y, "rx": SVGNumber.text(radii.0),
                "ry": SVGNumber.text(radii.1),
                "transform": "rotate(\(SVGNumber.text(turnedDegrees)) \(x) \(y))",
            ])
    }

    /// Dots of the width of the class's stroke, dealt out over several paths.
    ///
    /// A stroke of no length with round ends is a dot, in a third of the space of a circle. Dots of
    /// one path do not darken each other where they overlap, those of two do; hence the layers.
    static func dots(_ points: [SVGPoint], class name: String, layers: Int = 1) -> Markup {
        let paths = (0..<min(layers, points.count)).map { layer in
            var data = ""
            for index in stride(from: layer, to: points.count, by: layers) {
                data += "M\(SVGNumber.oneDecimalText(points[index].x)) "
                data += "\(SVGNumber.oneDecimalText(points[index].y))h0"
            }
            return Markup("path", ["d": data])
        }
        return Markup("g", ["class": name], paths)
    }

    /// Alignment of a text relative to its position.
    enum Anchor: String {
        case start, middle, end
    }

    /// A text; `shiftEm` moves it down by that many of its own heights, so that it keeps its
    /// distance in whatever size the style sheet sets it.
    static func label(
        _ text: String, at position: SVGPoint, anchor: Anchor = .start, shiftEm: Double = 0,
        class name: String
    ) -> Markup {
        Markup(
            "text",
            [
                "class": name, "x": SVGNumber.text(position.x), "y": SVGNumber.text(position.y),
                "dy": SVGNumber.text(shiftEm) + "em", "text-anchor": anchor.rawValue,
            ], text: text)
    }

    private static func coordinates(_ points: [SVGPoint]) -> String {
        points.map { "\(SVGNumber.oneDecimalText($0.x)),\(SVGNumber.oneDecimalText($0.y))" }
            .joined(separator: " ")
    }
}
