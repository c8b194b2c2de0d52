/// The cells of a worksheet as text: rows are lines, cells are separated by tabs.
struct WorkbookSheet {
    /// Rows keep their numbers as lines; empty columns before the first one with a cell are left out.
    let text: [UInt8]

    /// Rows and columns of the largest sheet.
    private static let rowLimit = 1 << 20
    private static let columnLimit = 1 << 14
    /// Longest text; bytes.
    private static let textLimit = 1 << 27

    /// - Throws: `unknownFormat` for damaged XML and for more text than is held.
    init(_ package: WorkbookPackage) throws(RecordingError) {
        var rows = CellCollector(package)
        do throws(XMLScanner.SyntaxError) {
            var scanner = XMLScanner(package.sheetXML[...])
            while let event = try scanner.next() { rows.add(event) }
        } catch {
            throw WorkbookPackage.damaged
        }
        let begin = rows.cells.map(\.column).min() ?? 0
        var text: [UInt8] = []
        var (line, column) = (0, begin)
        for cell in rows.cells {
            guard cell.column - begin < TextLine.columnLimit else {
                throw .tooWide(line: cell.row + 1)
            }
            if cell.row > line {
                text += repeatElement(0x0A, count: cell.row - line)
                (line, column) = (cell.row, begin)
            }
            if cell.column > column {
                text += repeatElement(0x09, count: cell.column - column)
                column = cell.column
            }
            text += cell.text.utf8.map { $0 < 0x20 ? 0x20 : $0 }
            guard text.count <= Self.textLimit else {
                throw .unknownFormat(
                    "the sheet holds more than \(Self.textLimit >> 20) MiB of text: save it as CSV",
                    line: nil)
            }
        }
        self.text = text + (text.isEmpty ? [] : [0x0A])
    }

    /// A cell that is not empty, in the order of the sheet.
    private struct Cell {
        let row: Int
        let column: Int
        let text: String
    }

    /// Collects cells from the elements of a sheet.
    private struct CellCollector {
        private(set) var cells: [Cell] = []
        private let package: WorkbookPackage
        private var row = -1
        private var column = -1
        private var type = ""
        private var style = 0
        private var value = ""
        private var isInValue = false
        private var inlineText = WorkbookText()

        init(_ package: WorkbookPackage) { self.package = package }

        mutating func add(_ event: XMLScanner.Event) {
            inlineText.add(event)
            switch event {
            case .begin("row", let attributes):
                let stated = XMLScanner.attribute("r", in: attributes).flatMap(Int.init)
                row =
                    stated.flatMap { $0 - 1 > row && $0 <= WorkbookSheet.rowLimit ? $0 - 1 : nil }
                    ?? row + 1
                column = -1
            case .begin("c", let attributes):
                let stated = XMLScanner.attribute("r", in: attributes).flatMap(Self.column)
                column = stated.flatMap { $0 > column ? $0 : nil } ?? column + 1
                type = XMLScanner.attribute("t", in: attributes) ?? "n"
                style = XMLScanner.attribute("s", in: attributes).flatMap(Int.init) ?? 0
                value = ""
                inlineText = WorkbookText()
            case .begin("v", _): isInValue = true
            case .end("v"): isInValue = false
            case .text(let part) where isInValue: value += part
            case .end("c"):
                let text = cellText
                if !text.isEmpty, row < WorkbookSheet.rowLimit, column < WorkbookSheet.columnLimit {
                    cells.append(Cell(row: max(0, row), column: column, text: text))
                }
            default: break
            }
        }

        /// Index of the column of a cell such as `AB12`; nil for none.
        private static func column(_ reference: String) -> Int? {
            var index = 0
            for byte in reference.utf8.prefix(4) {
                guard byte &- 0x41 < 26 else { break }
                index = index * 26 + Int(byte) - 0x40
            }
            return (1...WorkbookSheet.columnLimit).contains(index) ? index - 1 : nil
        }

        private var cellText: String {
            switch type {
            case "s":
                guard let index = Int(value), package.sharedTexts.indices.contains(index) else {
                    return ""
                }
                return package.sharedTexts[index]
            case "inlineStr":
                var text = inlineText
                return text.drain()
            case "n":
                guard let number = Double(value) else { return value }
                let formats = package.numberFormats
                let format = formats.indices.contains(style) ? formats[style] : .plain
                return format.text(number, countsFrom1904: package.countsFrom1904)
            // An error such as `#DIV/0!` is a missing number.
            case "e": return "NA"
            default: return value
            }
        }
    }
}
