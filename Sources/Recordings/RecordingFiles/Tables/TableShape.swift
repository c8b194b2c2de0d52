/// The table that the beginning of a text holds: lines before it, the names of its columns, what
/// separates them, and its first rows.
struct TableShape {
    /// A line with content.
    struct Line {
        /// The line without outer white space and outer quotes.
        let bytes: ArraySlice<UInt8>
        /// Counted from 1.
        let number: Int
        /// True if one pair of quotes stands around the whole line.
        var isQuoted = false
        /// The cells between the separator of the table.
        var cells: [ArraySlice<UInt8>]

        /// True if the line is a comment by its first characters.
        var isComment: Bool { TableShape.isComment(bytes) }
    }

    /// Separator of the cells; nil where every row is one.
    private(set) var separator: TextLine.Separator?
    private(set) var style = CellStyle()
    /// Lines before the rows that name no column, comments among them.
    var preface: [Line] = []
    /// Names of the columns; empty where they have none.
    var header: [HeaderWords] = []
    /// The line that names the columns, as it is written.
    var headerLine: Line?
    /// The first rows.
    private(set) var rows: [Line] = []
    /// Cells that most rows have.
    private(set) var width = 1
    /// Separator of the intervals of a row, where rows of one column hold several; nil elsewhere.
    private(set) var listSeparator: TextLine.Separator?
    /// Numbers of a single column below ``rows``, in the rest of the beginning.
    private(set) var furtherValues: [Double] = []
    /// True if two cells between commas make one number with a decimal comma.
    private(set) var joinsPairs = false

    /// The beginning of the text from the last of ``rows`` on, where more follow.
    private var rest: ArraySlice<UInt8> = []

    /// Lines that decide on the shape.
    private static let lineLimit = 3_000
    /// Share of rows that must have the same number of cells.
    static let minSameCellCountShare = 0.7

    /// - Parameter text: the beginning of the text; a line that its end may cut is left out.
    /// - Parameter isWhole: whether nothing follows.
    /// - Throws: `tooWide` for lines that no table has.
    init(
        _ text: [UInt8], isWhole: Bool, decimalMark: RRTextOptions.DecimalMark?
    ) throws(RecordingError) {
        var lines = try Self.lines(text, isWhole: isWhole)
        var stated: TextLine.Separator?
        if let first = lines.first, Self.statesSeparator(first.bytes) {
            stated = first.bytes.last.flatMap { TextLine.Separator(rawValue: $0) }
            preface.append(lines.removeFirst())
        }
        if let stated { separator = stated } else { separator = try Self.separator(lines) }
        try splitIntoCells(&lines)
        // Between cells that commas separate, a comma inside a number stands in quotes.
        style.commaIsDecimal = decimalMark != .point
        resolveThousandsMarks(lines, decimalMark)
        resolveRows(lines)
        if separator == .comma, decimalMark == .comma {
            // Every comma stands before decimals: two cells make a number.
            joinsPairs = header.count > 1 && width == 2 * header.count
            if joinsPairs {
                width = header.count
                rows = rows.map { row in
                    var row = row
                    row.cells = joined(row.cells)
                    return row
                }
            } else {
                (separator, style.commaIsDecimal) = (nil, true)
                (preface, header, headerLine, rows) = ([], [], nil, [])
                try splitIntoCells(&lines)
                resolveRows(lines)
            }
            style.commaIsDecimal = true
        }
        if decimalMark != .comma { try resolveLists() }
        if separator == nil, listSeparator == nil { readFurtherValues(text, isWhole: isWhole) }
        if separator != nil, preface.count + rows.count + 1 >= Self.lineLimit,
            let end = rows.last?.bytes.endIndex, text.indices.contains(end)
        {
            rest = text[end...].drop { $0 != 0x0A && $0 != 0x0D }
        }
    }

    /// Numbers of a column of several below ``rows``, in the rest of the beginning.
    ///
    /// - Complexity: O(length of the rest).
    func valuesBelow(column: Int) -> [Double] {
        let text = Array(rest)
        var values: [Double] = []
        var splitter = TextLines()
        while let range = splitter.next(in: text, isLast: false) {
            guard let cells = try? cells(Self.content(of: text[range]), splitter.lineNumber),
                column < cells.count, let value = style.number(cells[column])
            else { continue }
            values.append(value.value())
        }
        return values
    }

    /// The separator in words.
    var separatorName: String {
        switch separator ?? listSeparator {
        case .tab: "tab"
        case .semicolon: "semicolon"
        case .bar: "bar"
        case .comma: "comma"
        case .space: "spaces"
        case nil: "none"
        }
    }

    /// Reads the numbers of a single column beyond the lines that decide on the shape: a signal shows
    /// in many values.
    private mutating func readFurtherValues(_ text: [UInt8], isWhole: Bool) {
        guard let last = rows.last, preface.count + rows.count + 1 >= Self.lineLimit else { return }
        var splitter = TextLines()
        while true {
            let number = splitter.lineNumber
            guard let range = splitter.next(in: text, isLast: isWhole) else { break }
            if number > last.number, let value = style.number(TextLine.trimmed(text[range])) {
                furtherValues.append(value.value())
            }
        }
    }

    // MARK: Lines

    private static func lines(
        _ text: [UInt8], isWhole: Bool
    ) throws(RecordingError) -> [Line] {
        var lines: [Line] = []
        var splitter = TextLines()
        while lines.count < lineLimit {
            let number = splitter.lineNumber
            guard let range = splitter.next(in: text, isLast: isWhole) else { break }
            guard range.count <= LineSplitter.maxLineByteCount else { throw .tooWide(line: number) }
            var bytes = content(of: text[range])
            if !isComment(bytes) { bytes = withoutBrackets(withoutComment(bytes)) }
            if !bytes.isEmpty {
                lines.append(
                    Line(
                        bytes: bytes, number: number, isQuoted: isQuoted(text[range], bytes),
                        cells: []))
            }
        }
        if lines.isEmpty, !isWhole { throw .tooWide(line: 1) }
        return lines
    }

    private static func isQuoted(_ raw: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>) -> Bool {
        content.startIndex > raw.startIndex && raw[content.startIndex - 1] == 0x22
            && raw.indices.contains(content.endIndex) && raw[content.endIndex] == 0x22
            && !content.contains(0x22)
    }

    private mutating func splitIntoCells(_ lines: inout [Line]) throws(RecordingError) {
        for index in lines.indices {
            lines[index].cells = try cells(lines[index].bytes, lines[index].number)
        }
    }

    /// The cells of a line of the table.
    func cells(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) -> [ArraySlice<UInt8>] {
        guard let separator else { return [TextLine.trimmed(line)] }
        let cells = try TextLine(line, number: number, separator: separator).fields
        return joinsPairs ? joined(cells) : cells
    }

    /// Pairs of cells with the comma between them.
    private func joined(_ cells: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
        guard cells.count.isMultiple(of: 2) else { return cells }
        return stride(from: 0, to: cells.count, by: 2).map {
            (cells[$0] + [0x2C] + cells[$0 + 1])[...]
        }
    }

    static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: "%")
            || line.hasPrefix(text: "//")
    }

    // MARK: Rows and header

    /// Finds where the rows begin, by the columns that are numbers in most lines.
    private mutating func resolveRows(_ lines: [Line]) {
        let plain = lines.filter { !$0.isComment }
        let sample = plain.dropFirst(plain.count > 8 ? plain.count / 3 : 0)
        var widths: [Int: Int] = [:]
        for line in sample where Self.isRow(line.cells, separator) {
            widths[line.cells.count, default: 0] += 1
        }
        width = widths.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 1
        // Words behind some of the numbers.
        let isRagged = width == 1 && separator != nil
        if isRagged { width = widths.keys.max() ?? 1 }
        var numberCounts = [Int](repeating: 0, count: width)
        var filledCounts = numberCounts
        for line in sample.prefix(200)
        where line.cells.count == width && Self.isRow(line.cells, separator) {
            for (column, cell) in line.cells.enumerated() where !CellStyle.isMissing(cell) {
                filledCounts[column] += 1
                if Self.isValue(cell, style) { numberCounts[column] += 1 }
            }
        }
        let isNumberColumn = numberCounts.indices.map {
            (width == 1 || filledCounts[$0] > 0) && numberCounts[$0] * 5 >= filledCounts[$0] * 4
        }
        let style = style
        let listRange = separator == nil ? Self.rangeOfLists(sample) : nil
        // Three intervals between commas may begin rows of several, as a date or `1,234,567` does not.
        func isLikeLists(_ cell: ArraySlice<UInt8>) -> Bool {
            guard let listRange, Self.areNumbersBetweenCommas(cell) else { return false }
            return Self.numbers(betweenCommas: cell).allSatisfy(listRange.contains)
        }
        func isRow(_ line: Line, mayHaveWords: Bool = true) -> Bool {
            guard !line.isComment else { return false }
            var (fits, misfits) = (0, 0)
            for (column, cell) in line.cells.enumerated() where !CellStyle.isMissing(cell) {
                let expected = column < isNumberColumn.count ? isNumberColumn[column] : mayHaveWords
                guard expected else { continue }
                if Self.isValue(cell, style) || isLikeLists(cell) {
                    fits += 1
                } else {
                    misfits += 1
                }
            }
            return fits > 0 && fits > misfits && (mayHaveWords || misfits == 0)
        }
        func isRowOrMissing(_ line: Line) -> Bool {
            isRow(line) || line.cells.allSatisfy { CellStyle.isMissing($0) } || line.isComment
        }
        func begins(at index: Int, mayHaveWords: Bool) -> Bool {
            guard isRow(lines[index], mayHaveWords: mayHaveWords) else { return false }
            if index == lines.count - 1 { return true }
            let next = lines[(index + 1)...].prefix(4)
            if lines[index].cells.first?.isEmpty == true,
                next.allSatisfy({ $0.cells.first?.isEmpty == false })
            {
                // A row of counts below the names has nothing in the column of times.
                return false
            }
            guard 2 * next.count(where: isRowOrMissing) >= next.count else { return false }
            // One number before a table of several columns is none of its rows.
            return lines[index].cells.count > 1 || width == 1 || isRagged
                || next.allSatisfy { $0.cells.count == 1 }
        }
        // `Date: 14. 2. 2023` has more numbers than words.
        let begin =
            lines.indices.first { begins(at: $0, mayHaveWords: false) }
            ?? lines.indices.first { begins(at: $0, mayHaveWords: true) }
        guard var begin else {
            // A header without rows.
            if let line = lines.last(where: { !$0.isComment }), !isRow(line) {
                preface += lines.prefix { $0.number < line.number }
                headerLine = line
                let fields = try? TextLine(line.bytes, number: line.number).fields
                header = (fields ?? line.cells).map { HeaderWords($0) }
            } else {
                preface += lines
            }
            return
        }
        // `857 start` above `935`.
        if separator == nil, begin > 0, isNoted(lines[begin - 1], above: lines[begin...]) {
            begin -= 1
        }
        let first = rowBelowNames(lines, begin, { isRow($0) }) ?? begin
        rows = Array(lines[first...])
        resolveHeader(Array(lines[..<first]))
    }

    /// Returns true if a line is a number between those below, and words behind it.
    private func isNoted(_ line: Line, above rows: ArraySlice<Line>) -> Bool {
        guard !line.isComment, let end = line.bytes.firstIndex(of: 0x20),
            line.bytes[end...].contains(where: { ($0 | 0x20) &- 0x61 < 26 }),
            let value = style.number(line.bytes[..<end])?.value()
        else { return false }
        let values = rows.prefix(200).compactMap { style.number($0.bytes)?.value() }
        guard let low = values.min(), let high = values.max() else { return false }
        return values.count > 2 && (low...high).contains(value)
    }

    private mutating func resolveThousandsMarks(
        _ lines: [Line], _ decimalMark: RRTextOptions.DecimalMark?
    ) {
        guard decimalMark != .comma else { return }
        let width = lines.lazy.map(\.cells.count).max() ?? 0
        let cellCounts = Dictionary(lines.map { ($0.cells.count, 1) }, uniquingKeysWith: +)
        let rowWidth = cellCounts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
        // A column of decimals speaks for all, a number in a line above the rows does not.
        let hasDecimals = lines.contains { line in
            line.cells.count == rowWidth
                && line.cells.contains { cell in
                    guard let comma = cell.lastIndex(of: 0x2C),
                        cell.first.map({ $0 &- 0x30 < 10 }) == true,
                        DecimalNumber(cell, decimalMark: 0x2C) != nil
                    else { return false }
                    return cell.endIndex - comma != 4 || cell.first == 0x30
                }
        }
        guard !hasDecimals else { return }
        style.hasThousandsSeparators = (0..<width).contains { column in
            CellStyle.hasThousands(
                lines.lazy.compactMap { $0.cells.count > column ? $0.cells[column] : nil }
                    .filter { $0.first.map { $0 &- 0x30 < 10 } == true })
        }
    }

    /// Rows of several numbers under a single name, or without any, of changing length.
    private mutating func resolveLists() throws(RecordingError) {
        guard header.count <= 1 else { return }
        if let separator {
            guard areLists else { return }
            (listSeparator, self.separator, width) = (separator, nil, 1)
            rows = rows.map { row in
                var row = row
                row.cells = [row.bytes]
                return row
            }
            return
        }
        for candidate in [TextLine.Separator.semicolon, .bar, .tab, .space, .comma] {
            if candidate == .comma,
                Self.areDecimalsWithUnits(rows.prefix(500))
                    || Self.areQuotedDecimals(rows.prefix(500))
            {
                continue
            }
            var (single, several) = (0, 0)
            for row in rows.prefix(500) {
                let fields = try TextLine(
                    row.bytes, number: row.number, separator: candidate
                ).fields.filter { !$0.isEmpty }
                // `996.094, 989.258`: the comma separates.
                guard !fields.isEmpty,
                    fields.allSatisfy({ style.number($0) != nil && $0.last != 0x2C })
                else { continue }
                if fields.count > 1 { several += 1 } else { single += 1 }
            }
            if several > 0, 10 * (single + several) >= 9 * min(rows.count, 500) {
                listSeparator = candidate
                return
            }
        }
    }

    /// True if the cells of a row are intervals one after the other: under one name, or rows of
    /// changing length, all of their numbers alike.
    private var areLists: Bool {
        guard width > 1 else { return false }
        var widths: [Int: Int] = [:]
        var numbers: [Double] = []
        for row in rows.prefix(200) {
            let cells = row.cells.filter { !$0.isEmpty }
            let found = cells.compactMap { style.number($0)?.value() }
            // A footer stands below the rows.
            if found.isEmpty { continue }
            guard found.count == cells.count else { return false }
            widths[cells.count, default: 0] += 1
            numbers += found
        }
        guard let low = numbers.min(), let high = numbers.max(), low > 0 else { return false }
        let isAlike = high <= 6 * low
        // Two numbers with a comma between them may be one with decimals.
        if header.count == 1 { return isAlike && !(separator == .comma && width == 2) }
        let common = widths.values.max() ?? 0
        let others = widths.values.reduce(0, +) - common
        if rows.count(where: { $0.cells.count > 1 }) == 1 { return isAlike && width >= 10 }
        guard isAlike, others > 0 else { return false }
        // A row that was cut makes no list of two columns.
        return width >= 4 || widths.count >= 3 || 10 * others > rows.count
    }
}
