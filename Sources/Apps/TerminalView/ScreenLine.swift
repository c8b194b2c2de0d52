/// A line of the screen: pieces of text, each in a colour.
package struct ScreenLine {
    private(set) var pieces: [(text: String, colour: ScreenColour)] = []

    init() {}

    init(_ text: String, _ colour: ScreenColour = .plain) { add(text, colour) }

    var width: Int { pieces.reduce(0) { $0 + ScreenText.width($1.text) } }

    mutating func add(_ text: String, _ colour: ScreenColour = .plain) {
        if !text.isEmpty { pieces.append((text, colour)) }
    }

    mutating func add(_ line: ScreenLine) { pieces += line.pieces }

    /// Blanks up to a column.
    mutating func fill(to column: Int) {
        add(String(repeating: " ", count: max(0, column - width)))
    }

    /// Returns as much of the line as fits.
    func clipped(to columns: Int) -> ScreenLine {
        guard width > columns else { return self }
        var line = ScreenLine()
        for piece in pieces {
            let left = columns - line.width
            guard left > 0 else { break }
            let isCut = ScreenText.width(piece.text) > left
            line.add(ScreenText.clipped(piece.text, to: left), piece.colour)
            if isCut { break }
        }
        return line
    }

    func text(_ style: ScreenStyle) -> String {
        pieces.map { style.coloured($0.text, $0.colour) }.joined()
    }
}
