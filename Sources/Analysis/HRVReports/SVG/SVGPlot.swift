/// The frame of a chart: where values lie in the drawing, and the axes around them.
struct SVGPlot: Sendable {
    let width: Double
    let height: Double
    let x: SVGAxis
    let y: SVGAxis

    // Space for labels in the largest size the style sheet sets, that of a phone.
    private static let insetLeft = 58.0
    private static let insetTop = 30.0
    private static let insetRight = 18.0
    private static let insetBottom = 46.0

    var left: Double { Self.insetLeft }
    var right: Double { width - Self.insetRight }
    var top: Double { Self.insetTop }
    var bottom: Double { height - Self.insetBottom }

    /// Width of a plot square in a drawing of that width.
    static func heightForSquare(width: Double) -> Double {
        width - insetLeft - insetRight + insetTop + insetBottom
    }

    /// Whole units of the drawing along x: about the pixels of a plain screen.
    var columnCount: Int { Self.columnCount(width: width) }

    static func columnCount(width: Double) -> Int { Int(width - insetLeft - insetRight) }

    func x(_ value: Double) -> Double {
        left + (right - left) * Self.share(value, of: x.range)
    }

    func y(_ value: Double) -> Double {
        bottom - (bottom - top) * Self.share(value, of: y.range)
    }

    func point(_ x: Double, _ y: Double) -> SVGPoint { SVGPoint(x: self.x(x), y: self.y(y)) }

    /// Grid lines, labels and names of both axes.
    func axes() -> Markup {
        var parts: [Markup] = []
        for tick in y.ticks { parts += yMark(tick) }
        for tick in x.ticks { parts += xMark(tick) }
        parts.append(
            .line(
                from: SVGPoint(x: left, y: bottom), to: SVGPoint(x: right, y: bottom),
                class: "axis"))
        parts.append(
            .label(y.title, at: SVGPoint(x: 2, y: 0), shiftEm: 1, class: "axis-title"))
        parts.append(
            .label(
                x.title, at: SVGPoint(x: right, y: bottom), anchor: .end, shiftEm: 2.75,
                class: "axis-title"))
        return Markup("g", ["class": "axes"], parts)
    }

    private func yMark(_ tick: SVGTick) -> [Markup] {
        let height = y(tick.value)
        return [
            .line(
                from: SVGPoint(x: left, y: height), to: SVGPoint(x: right, y: height),
                class: "grid"),
            .label(
                tick.label, at: SVGPoint(x: left - 8, y: height), anchor: .end, shiftEm: 0.35,
                class: "tick"),
        ]
    }

    private func xMark(_ tick: SVGTick) -> [Markup] {
        let position = SVGPoint(x: x(tick.value), y: bottom)
        return [
            .line(from: position, to: SVGPoint(x: position.x, y: bottom + 4), class: "axis"),
            .label(
                tick.label, at: position, anchor: .middle, shiftEm: 1.4, class: "tick"),
        ]
    }

    private static func share(_ value: Double, of range: ClosedRange<Double>) -> Double {
        let span = range.upperBound - range.lowerBound
        return span > 0 ? (value - range.lowerBound) / span : 0.5
    }
}
