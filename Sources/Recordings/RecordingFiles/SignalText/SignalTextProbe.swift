/// Finds out from its beginning how a text of samples is laid out.
struct SignalTextProbe {
    /// Lines before the first row, and rows that decide on the columns.
    private static let prefaceLimit = 400
    private static let probedRowCount = 50
    /// Lines of which most must be rows where the numbers begin.
    private static let rowWindowSize = 3

    private struct Line {
        let range: Range<Int>
        let number: Int
        let text: TextLine
    }

    private let head: [UInt8]
    private let decimalMark: RRTextOptions.DecimalMark?
    /// The content of the lines before the rows.
    private(set) var preface = TextPreface()
    private let isWhole: Bool
    /// The table that the text holds; nil where it has none.
    private let shape: TableShape?
    /// The first rows.
    private var rows: [Line] = []
    /// The header of a text that OpenSignals wrote; nil for any other.
    private(set) var openSignals: OpenSignalsHeader?

    /// - Parameter isWhole: nothing follows the bytes.
    init(
        _ head: [UInt8], isWhole: Bool, decimalMark: RRTextOptions.DecimalMark?
    ) throws(RecordingError) {
        self.head = head
        self.isWhole = isWhole
        self.decimalMark = decimalMark
        shape = try? TableShape(head, isWhole: isWhole, decimalMark: decimalMark)
        let lines = try firstLines()
        let begin = shape?.rows.first.flatMap { row in
            lines.firstIndex { $0.number >= row.number }
        }
        guard let first = begin.flatMap({ isRow(lines[$0]) ? $0 : nil }) ?? firstRow(lines) else {
            // The first field only: names of persons stand behind it.
            throw Self.noNumbersError(lines.first.map { TextLine.excerpt($0.text.fields[0]) })
        }
        for line in lines[..<first] { try readPreface(line) }
        rows = lines[first...].prefix(Self.probedRowCount).filter(isRow)
    }

    private static func noNumbersError(_ first: String?) -> RecordingError {
        guard let first else { return .empty("the input holds no number") }
        return .unknownFormat(
            "no signal: \"\(first)\" begins no table of numbers; `hrv formats` lists what is read",
            line: 1)
    }

    // MARK: Lines

    /// The first lines with content.
    private func firstLines() throws(RecordingError) -> [Line] {
        var lines: [Line] = []
        var splitter = TextLines()
        while lines.count < Self.prefaceLimit + Self.probedRowCount {
            let number = splitter.lineNumber
            guard let range = splitter.next(in: head, isLast: isWhole) else { break }
            guard !TextLine.trimmed(head[range]).isEmpty else { continue }
            lines.append(
                Line(range: range, number: number, text: try TextLine(head[range], number: number)))
        }
        if lines.isEmpty, !isWhole { throw .tooWide(line: 1) }
        return lines
    }

    private func firstRow(_ lines: [Line]) -> Int? {
        lines.indices.first { index in
            let window = lines[index...].prefix(Self.rowWindowSize)
            // A row of counts below the names has nothing in the column of times.
            if lines[index].text.fields.first?.isEmpty == true, window.count > 1,
                window.dropFirst().allSatisfy({ $0.text.fields.first?.isEmpty == false })
            {
                return false
            }
            return isRow(lines[index]) && 2 * window.count(where: isRowOrMissing) >= window.count
        }
    }

    /// Returns true if most of the fields that hold anything are numbers or dates, between spaces also those with decimal
    /// commas; half of them are
    /// enough where the first one is, because words come first in `Recorded Date,2020-02-05
    /// 09:14:40`.
    private func isRow(_ line: Line) -> Bool {
        guard !isComment(line) else { return false }
        let fields = line.text.fields.filter { !SignalRowParser.isMissing($0) }
        // A time of day alone is the head of something.
        func isValue(_ field: ArraySlice<UInt8>) -> Bool {
            isNumber(field) || fields.count > 1 && SignalRowParser.clock(field) != nil
        }
        let numbers = fields.count(where: isValue)
        let doubledNumberCount = 2 * numbers + (fields.first.map(isValue) == true ? 1 : 0)
        return numbers > 0 && doubledNumberCount > fields.count || isSpaceSeparated(line)
    }

    private func isNumber(_ field: ArraySlice<UInt8>) -> Bool {
        SignalRowParser.number(field, true) != nil || CivilTime.milliseconds(field) != nil
    }

    private func isRowOrMissing(_ line: Line) -> Bool {
        isRow(line) || line.text.fields.allSatisfy { SignalRowParser.isMissing($0) }
    }

    private func isComment(_ line: Line) -> Bool {
        let text = TextLine.trimmed(head[line.range])
        return text.first == UInt8(ascii: "#") || text.first == UInt8(ascii: "%")
            || text.hasPrefix(text: "//")
    }

    private mutating func readPreface(_ line: Line) throws(RecordingError) {
        let text = head[line.range]
        if line.number == 2, head.starts(with: OpenSignalsHeader.magic.utf8) {
            openSignals = try OpenSignalsHeader(text)
        } else {
            preface.parse(text)
        }
    }

    /// The names of the columns, of a table with that separator; empty where there is one for several of them, or more.
    private func names(_ separator: UInt8?, width: Int) -> [HeaderWords] {
        guard var shape else { return [] }
        if separator == nil, shape.separator == .comma,
            let decimals = try? TableShape(head, isWhole: isWhole, decimalMark: .comma)
        {
            shape = decimals
        }
        let count = shape.header.count
        guard shape.separator?.rawValue == separator, count == width || count > 1 && count < width
        else { return [] }
        return shape.header
    }

    /// The names of the columns, split by the separator of the first row.
    private var header: [HeaderWords] {
        names(rows[0].text.separator?.rawValue, width: rows[0].text.fields.count)
    }

    // MARK: Layout

    /// - Throws: `ambiguousDecimal` where a comma may be two things, `noSignal` where no column
    ///   holds samples.
    func layout() throws(RecordingError) -> SignalTextLayout {
        for format in ReadableFormats.signalTextFormats {
            if let layout = try format.layout(self) { return layout }
        }
        let dialect = try self.dialect()
        let table = table(dialect)
        if dialect.separator == 0x2C, decimalMark == nil, header.isEmpty, table.time == nil,
            isPairOfIntegers
        {
            throw .ambiguousDecimal(line: rows[0].number)
        }
        let app = ReadableFormats.signalTextFormats.first { $0.hasColumns(table.header) }
        var layout = layout(
            app?.name ?? RecordingFormat.signalText, dialect: dialect,
            columns: try table.signals(labels: preface.labels, units: preface.labelUnits),
            rateHz: preface.rateHz,
            startDate: preface.startDate)
        layout.time = table.time
        return layout
    }

    /// The layout of rows from the first one on.
    func layout(
        _ format: String, dialect: SignalRowParser.Dialect, columns: [SignalTextLayout.Column],
        rateHz: Double?, startDate: String?
    ) -> SignalTextLayout {
        SignalTextLayout(
            format: format, dialect: dialect, columns: columns, rateHz: rateHz,
            startDate: startDate, firstRowOffset: rows[0].range.lowerBound,
            firstLine: rows[0].number)
    }

    private func table(_ dialect: SignalRowParser.Dialect) -> SignalTextTable {
        let width = width(dialect)
        return SignalTextTable(
            head, from: rows[0].range.lowerBound, dialect: dialect, width: width,
            header: names(dialect.separator, width: width),
            dateColumn: rows[0].text.fields.firstIndex {
                CivilTime.milliseconds($0) != nil || SignalRowParser.clock($0) != nil
            })
    }

    // MARK: Separators

    /// Returns the separator of the fields of the first rows, and the meaning of a comma in them.
    private func dialect() throws(RecordingError) -> SignalRowParser.Dialect {
        let separators = Set(rows.map { $0.text.separator?.rawValue ?? 0 })
        let single = SignalRowParser.Dialect(separator: nil, commaIsDecimal: decimalMark != .point)
        guard separators != [0] else { return single }
        if separators.contains(TextLine.Separator.comma.rawValue) {
            // `0,749 0,812`: the commas are decimal ones between columns of spaces.
            if rows.contains(where: { !isTable($0) && isSpaceSeparated($0) }) {
                return .init(separator: 0x20, commaIsDecimal: true)
            }
            if header.count <= 1, rows.allSatisfy({ $0.text.fields.count <= 2 }),
                decimalMark == .comma || (decimalMark == nil && separators.contains(0))
                    || (decimalMark == nil && hasLeadingZeros)
            {
                return single
            }
            // A point before decimals leaves the commas between columns.
            let hasPoints = rows.contains { $0.text.fields.contains { $0.contains(0x2E) } }
            if decimalMark != .point, !hasPoints, !header.isEmpty,
                rows.allSatisfy({ $0.text.fields.count == 2 * header.count })
            {
                throw .ambiguousDecimal(line: rows[0].number)
            }
            return .init(separator: 0x2C, commaIsDecimal: false)
        }
        let separator = rows.compactMap { $0.text.separator?.rawValue }.first ?? 0x20
        return .init(separator: separator, commaIsDecimal: decimalMark != .point)
    }

    private func isTable(_ line: Line) -> Bool {
        line.text.fields.allSatisfy {
            SignalRowParser.number($0, false) != nil || SignalRowParser.isMissing($0)
        }
    }

    private func isSpaceSeparated(_ line: Line) -> Bool {
        head[line.range].split(whereSeparator: { $0 == 0x20 }).allSatisfy {
            SignalRowParser.number($0, true) != nil
        }
    }

    /// True if a pair of integers looks like `0,05` or `-0,8`, which no two columns do.
    private var hasLeadingZeros: Bool {
        isPairOfIntegers
            && rows.contains { row in
                let (first, second) = (row.text.fields[0], row.text.fields[1])
                return first.elementsEqual("-0".utf8)
                    || (second.count > 1 && second.first == UInt8(ascii: "0"))
            }
    }

    private var isPairOfIntegers: Bool {
        rows.allSatisfy { row in
            row.text.fields.count == 2
                && row.text.fields.allSatisfy { field in
                    !field.isEmpty && !field.contains { !(0x30...0x39).contains($0) && $0 != 0x2D }
                }
        }
    }

    /// True if every one of the first rows is one number.
    var areSingleNumbers: Bool {
        rows.allSatisfy { SignalRowParser.number(TextLine.trimmed(head[$0.range]), true) != nil }
    }

    private func width(_ dialect: SignalRowParser.Dialect) -> Int {
        switch dialect.separator {
        case nil: 1
        case 0x20:
            rows.map { head[$0.range].split { $0 <= 0x20 }.count }.max() ?? 1
        default: rows.map(\.text.fields.count).max() ?? 1
        }
    }
}
