/// Follows the few sequences that the view uses, as a terminal does.
public struct ScreenReader {
    /// The other screen, or what was there before and after.
    public private(set) var isAlternate = false
    public private(set) var hasCursor = true
    /// True if text went beyond the right edge.
    public private(set) var hasOverflown = false
    public private(set) var colours: Set<String> = []
    public private(set) var unknown: Set<String> = []
    private let columns: Int
    private var main: [[Character]]
    private var other: [[Character]]
    private var cursor = (row: 0, column: 0)
    /// The position of the cursor before the other screen.
    private var saved = (row: 0, column: 0)

    public init(columns: Int, rows: Int) {
        self.columns = columns
        main = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        other = main
    }

    /// The rows of the screen that is shown, without blanks at the end.
    public var rows: [String] {
        (isAlternate ? other : main).map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
    }

    public func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

    public mutating func read(_ text: String) {
        var rest = Substring(text)
        while let next = rest.popFirst() {
            switch next {
            case "\u{1B}":
                guard rest.popFirst() == "[" else { continue }
                let parameters = rest.prefix { !$0.isLetter }
                rest.removeFirst(parameters.count)
                if let last = rest.popFirst() { obey(String(parameters), last) }
            case "\r\n":
                cursor.column = 0
                feedLine()
            case "\r": cursor.column = 0
            case "\n": feedLine()
            default: put(next)
            }
        }
    }

    private mutating func feedLine() {
        guard cursor.row == main.count - 1 else {
            cursor.row += 1
            return
        }
        change { [columns] screen in
            screen.removeFirst()
            screen.append(Array(repeating: " ", count: columns))
        }
    }

    private mutating func put(_ character: Character) {
        if cursor.column >= columns {
            // Beside the other screen nothing may be written; lines of the main one go on below.
            if isAlternate { hasOverflown = true }
            cursor.column = 0
            feedLine()
        }
        change { [cursor] in $0[cursor.row][cursor.column] = character }
        cursor.column += 1
    }

    private mutating func change(_ body: (inout [[Character]]) -> Void) {
        if isAlternate { body(&other) } else { body(&main) }
    }

    private mutating func obey(_ parameters: String, _ last: Character) {
        switch (parameters, last) {
        case ("?1049", "h"): (isAlternate, saved) = (true, cursor)
        case ("?1049", "l"): (isAlternate, cursor) = (false, saved)
        case ("?25", _): hasCursor = last == "h"
        case ("?7", _), ("?2026", _): break
        case ("2", "J"):
            change { screen in
                for row in screen.indices { screen[row] = screen[row].map { _ in " " } }
            }
        case ("", "K"):
            change { [cursor, columns] screen in
                for column in cursor.column..<columns { screen[cursor.row][column] = " " }
            }
        case (_, "H"):
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            cursor = ((numbers.first ?? 1) - 1, (numbers.last ?? 1) - 1)
        case (_, "m"): if parameters != "0" { colours.insert(parameters) }
        default: unknown.insert(parameters + String(last))
        }
    }
}
