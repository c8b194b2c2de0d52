/// Cells and rows of comma-separated values.
package enum CSVText {
    /// A cell. What a spreadsheet would take for a formula begins with an apostrophe, in quotes.
    package static func cell(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
        let isNumber = Double(text) != nil
        let escaped = isFormula && !isNumber ? "'" + text : text
        let isPlain = escaped.unicodeScalars.allSatisfy { !",\"\n\r".unicodeScalars.contains($0) }
        if isPlain { return escaped }
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in escaped.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        return String(quoted) + "\""
    }

    /// The text of a cell without the apostrophe that ``cell(_:)`` adds.
    package static func unescaped(_ cell: String) -> String {
        let content = cell.dropFirst()
        return cell.first == "'" && content.first.map { "=+-@\t\r".contains($0) } == true
            ? String(content) : cell
    }

    /// A row and the number of its first line.
    package struct Row: Equatable {
        package let line: Int
        package let cells: [String]
    }

    /// Rows of cells; empty lines are left out.
    package static func rows(_ text: String) -> [Row] {
        var rows: [Row] = []
        var cells: [String] = []
        var cell = String.UnicodeScalarView()
        var (isQuoted, line, first) = (false, 1, 1)
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        func endRow() {
            cells.append(String(cell))
            cell = String.UnicodeScalarView()
            if cells != [""] { rows.append(Row(line: first, cells: cells)) }
            cells = []
        }
        while let scalar = next {
            next = scalars.next()
            if scalar == "\n" { line += 1 }
            switch scalar {
            case "\"" where isQuoted && next == "\"":
                cell.append("\"")
                next = scalars.next()
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                cells.append(String(cell))
                cell = String.UnicodeScalarView()
            case "\r" where !isQuoted && next == "\n": break
            case "\n" where !isQuoted:
                endRow()
                first = line
            default: cell.append(scalar)
            }
        }
        endRow()
        return rows
    }
}
