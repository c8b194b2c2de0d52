/// A finished chart: a drawing with the words that go with it.
struct SVGFigure: Sendable {
    /// Class of the figure, such as `tachogram`.
    let kind: String
    /// Its heading.
    let title: String
    /// The description of the drawing, for people who do not see it.
    let summary: String
    /// The description of how it was drawn; printed under it.
    let caption: String
    let width: Double
    let height: Double
    /// The parts of the drawing; none where there is nothing to draw.
    let content: [Markup]

    /// The drawing alone.
    ///
    /// - Parameter id: begins the ids inside; unique in the page.
    func drawing(id: String) -> Markup {
        Markup(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "chart",
                "viewBox": "0 0 \(SVGNumber.text(width)) \(SVGNumber.text(height))", "role": "img",
                "aria-labelledby": "\(id)-title \(id)-summary",
            ],
            [
                Markup("title", ["id": "\(id)-title"], text: title),
                Markup("desc", ["id": "\(id)-summary"], text: summary),
            ] + content)
    }

    /// Returns the replacement for a chart that has nothing to show: words instead of a drawing.
    static func empty(kind: String, title: String, because reason: String) -> SVGFigure {
        SVGFigure(
            kind: kind, title: title, summary: reason, caption: "", width: 0, height: 0,
            content: [])
    }

    var isEmpty: Bool { content.isEmpty }
}
