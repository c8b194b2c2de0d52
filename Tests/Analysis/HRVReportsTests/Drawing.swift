@testable import HRVReports

/// A figure as an XML parser sees it, with a scale read off its tick labels.
struct Drawing {
    let figure: SVGFigure
    private let root: XMLTree

    init(_ figure: SVGFigure) throws {
        self.figure = figure
        root = try XMLTree(parsing: figure.drawing(id: "f").source)
    }

    func all(_ name: String) -> [XMLTree] { root.all(name) }

    func texts(_ name: String) -> [XMLTree] { root.all("text").filter { $0.class == name } }

    func labels(_ name: String) -> [String] { texts(name).map(\.text) }

    /// The value at a height of the drawing, by the first and the last label of the y axis.
    func yValue(_ y: Double) -> Double {
        let ticks = texts("tick").filter { $0.attributes["text-anchor"] == "end" }
        guard let a = ticks.first, let b = ticks.last, let yA = a.number("y"),
            let yB = b.number("y"), let valueA = Double(a.text), let valueB = Double(b.text)
        else { return .nan }
        let unit = texts("axis-title").contains { $0.text.contains("(1000 ") } ? 1000.0 : 1
        return unit * (valueA + (y - yA) / (yB - yA) * (valueB - valueA))
    }

    func xOfTick(_ label: String) -> Double {
        texts("tick").first { $0.text == label && $0.attributes["text-anchor"] == "middle" }?
            .number("x") ?? .nan
    }
}
