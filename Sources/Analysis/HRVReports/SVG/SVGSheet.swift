/// Figures one below the other, with heading and captions, as one drawing that needs nothing else.
struct SVGSheet: Sendable {
    /// Width of the sheet, and of the figures on it.
    static let width = 760.0

    private static let margin = 16.0
    private static let lineHeight = 16.0
    /// Characters a line holds in the widest of the fonts a viewer may fall back on.
    private static let charactersPerLine = 122

    private static let maxHeadingLength = 76

    let heading: String
    let figures: [SVGFigure]

    /// - Parameter subject: what the sheet is of, such as a path; any text; of a long one the end.
    /// - Parameter figures: one that has nothing to show is given in words.
    /// - Precondition: every other figure has ``width``.
    init(title: String, subject: String, figures: [SVGFigure]) {
        precondition(
            figures.allSatisfy { $0.isEmpty || $0.width == Self.width },
            "a figure is as wide as a sheet")
        let remainingLength = Self.maxHeadingLength - title.count
        let shortSubject =
            subject.count <= remainingLength
            ? subject : "\u{2026}" + subject.suffix(remainingLength - 1)
        heading = "\(title) of \(shortSubject)"
        self.figures = figures
    }

    /// The text of the file.
    var source: String {
        var y = 2.5 * Self.margin
        var parts: [Markup] = [label(heading, y: Self.margin + 8, class: "heading")]
        for figure in figures {
            parts.append(positioned(figure, y: y))
            y += figure.height + Self.margin / 2
            for line in Self.lines(of: figure.isEmpty ? figure.summary : figure.caption) {
                parts.append(label(line, y: y, class: "caption"))
                y += Self.lineHeight
            }
            y += Self.margin
        }
        let size = (SVGNumber.text(Self.width + 2 * Self.margin), SVGNumber.text(y))
        return Markup(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "chart", "width": size.0,
                "height": size.1, "viewBox": "0 0 \(size.0) \(size.1)", "role": "img",
                "aria-labelledby": "title summary",
            ],
            [
                Markup("title", ["id": "title"], text: heading),
                Markup(
                    "desc", ["id": "summary"], text: figures.map(\.summary).joined(separator: " ")),
                Markup(css: ChartStyle.standaloneRules),
                Markup("rect", ["class": "ground", "width": size.0, "height": size.1]),
                Markup("g", ["font-family": "system-ui, sans-serif"], parts),
            ]
        ).source
    }

    private func positioned(_ figure: SVGFigure, y: Double) -> Markup {
        let transform = "translate(\(SVGNumber.text(Self.margin)) \(SVGNumber.text(y)))"
        return Markup("g", ["class": figure.kind, "transform": transform], figure.content)
    }

    private func label(_ text: String, y: Double, class name: String) -> Markup {
        .label(text, at: SVGPoint(x: Self.margin, y: y), class: name)
    }

    /// `text` cut at spaces into lines; a word longer than a line is cut where it must be.
    static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            var word = word
            if !line.isEmpty, line.count + 1 + word.count > charactersPerLine {
                lines.append(line)
                line = ""
            }
            while word.count > charactersPerLine {
                lines.append(String(word.prefix(charactersPerLine)))
                word = word.dropFirst(charactersPerLine)
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
