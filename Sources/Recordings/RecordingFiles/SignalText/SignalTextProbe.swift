/// Finds out from its beginning how a text of samples is laid out.
struct SignalTextProbe {
    /// Lines before the first row, and rows that decide on the columns.
    private static let prefaceLimit = 400
    private static let probedRowCount = 50

    private let head: [UInt8]
    private let table: TableReading
    /// The content of the lines before the rows.
    private(set) var preface = TextPreface()
    /// The first rows.
    private let rows: ArraySlice<TableShape.Line>
    /// The position of the first row, and its line, counted from 1.
    private let firstRow: (offset: Int, line: Int)
    /// The header of a text that OpenSignals wrote; nil for any other.
    private(set) var openSignals: OpenSignalsHeader?

    /// - Parameter table: what the bytes hold.
    /// - Parameter isWhole: nothing follows the bytes.
    /// - Throws: where no line holds a number, and where the header of an application is wrong.
    init(_ head: [UInt8], table: TableReading, isWhole: Bool) throws(RecordingError) {
        self.head = head
        self.table = table
        rows = table.shape.rows.prefix(Self.probedRowCount)
        guard let first = rows.first else {
            throw Self.noNumbersError(table.shape.headerLine ?? table.shape.preface.first)
        }
        var lines = TextLines()
        var begin = 0
        while true {
            let number = lines.lineNumber
            guard let range = lines.next(in: head, isLast: isWhole), number < first.number else {
                begin = head[..<first.bytes.startIndex].lastIndex { $0 == 0x0A || $0 == 0x0D } ?? -1
                break
            }
            guard number <= Self.prefaceLimit else { continue }
            let line = head[range]
            if number == 2, head.starts(with: OpenSignalsHeader.magic.utf8) {
                openSignals = try OpenSignalsHeader(line)
            } else if !TextLine.trimmed(line).isEmpty {
                preface.parse(line)
            }
        }
        firstRow = (begin + 1, first.number)
    }

    /// The first field only: names of persons stand behind it.
    private static func noNumbersError(_ first: TableShape.Line?) -> RecordingError {
        guard let first else { return .empty("the input holds no number") }
        let field = (try? TextLine(first.bytes, number: first.number))?.fields[0] ?? first.bytes
        return .unknownFormat(
            "no signal: \"\(TextLine.excerpt(field))\" begins no table of numbers; `hrv formats` lists what is read",
            line: first.number)
    }

    // MARK: Layout

    /// - Throws: `ambiguousDecimal` where a comma may be two things, `noSignal` where no column
    ///   holds samples.
    func layout() throws(RecordingError) -> SignalTextLayout {
        for format in ReadableFormats.signalTextFormats {
            if let layout = try format.layout(self) { return layout }
        }
        let shape = table.shape
        if case .question(let error, let choices) = table.verdict,
            choices == TableReading.decimalsChoices
        {
            throw error
        }
        let hasPoints = rows.contains { $0.bytes.contains(0x2E) }
        if shape.joinsPairs
            || shape.separator == .comma && !table.statesDecimalMark && !hasPoints
                && shape.header.count > 0
                && rows.allSatisfy({ $0.cells.count == 2 * shape.header.count })
        {
            throw .ambiguousDecimal(line: firstRow.line)
        }
        let columns = SignalTextTable(
            head, from: firstRow.offset, dialect: dialect,
            width: rows.map(\.cells.count).max() ?? 1, header: header,
            dateColumn: rows.first?.cells.firstIndex {
                CivilTime.milliseconds($0) != nil || SignalRowParser.clock($0) != nil
            })
        if shape.separator == .comma, !table.statesDecimalMark, header.isEmpty, columns.time == nil,
            rows.allSatisfy(Self.mayBeDecimal)
        {
            throw .ambiguousDecimal(line: firstRow.line)
        }
        let app = ReadableFormats.signalTextFormats.first { $0.hasColumns(columns.header) }
        var layout = layout(
            app?.name ?? RecordingFormat.signalText, dialect: dialect,
            columns: try columns.signals(labels: preface.labels, units: preface.labelUnits),
            rateHz: preface.rateHz,
            startDate: preface.startDate)
        layout.time = columns.time
        return layout
    }

    /// Returns true for `-12,5`: a number with decimals, or two.
    private static func mayBeDecimal(_ row: TableShape.Line) -> Bool {
        guard row.cells.count == 2 else { return false }
        let digits = row.cells[0].first == 0x2D ? row.cells[0].dropFirst() : row.cells[0]
        return [digits, row.cells[1]].allSatisfy { cell in
            !cell.isEmpty && cell.allSatisfy { $0 &- 0x30 < 10 }
        }
    }

    /// The names of the columns; empty where there is one for several of them, or more.
    private var header: [HeaderWords] {
        let header = table.shape.header
        let width = rows.map(\.cells.count).max() ?? 1
        return header.count == width || header.count > 1 && header.count < width ? header : []
    }

    private var dialect: SignalRowParser.Dialect {
        let shape = table.shape
        return .init(
            separator: shape.separator?.rawValue,
            commaIsDecimal: shape.separator != .comma && shape.style.commaIsDecimal)
    }

    /// The layout of rows from the first one on.
    func layout(
        _ format: String, dialect: SignalRowParser.Dialect, columns: [SignalTextLayout.Column],
        rateHz: Double?, startDate: String?
    ) -> SignalTextLayout {
        SignalTextLayout(
            format: format, dialect: dialect, columns: columns, rateHz: rateHz,
            startDate: startDate, firstRowOffset: firstRow.offset, firstLine: firstRow.line)
    }

    /// True if every one of the first rows is one number.
    var areSingleNumbers: Bool {
        rows.allSatisfy { SignalRowParser.number($0.bytes, true) != nil }
    }
}
