import PhysioTypes

/// Turns the lines of an R-R table into numbers, and remembers what it could not use.
struct RRRowParser {
    private(set) var table: RRTable
    private let normalBeats: NormalBeats
    /// The layout of the rows; nil in the parts of documents, whose rows are numbers alone.
    private let shape: TableShape?
    private let layout: TableReading.BeatLayout
    private var badRowNotices = LimitedNoticeList()
    private var missingRowCount = 0
    private var firstBadRow: (line: Int, text: String)?
    private var unknownLabelCount = 0
    private var surplusCellCount = 0
    private var totalFooterLineCount = 0
    /// Rows before the first line that sums the column up, and the lines since then without a number.
    private var footer: (rowCount: Int, lineCount: Int)?
    /// Rows with a word where all others have a number: those at the end of the table so far, and all.
    private var wordRows = (lastCount: 0, firstRow: 0, count: 0)
    /// The line of the last row.
    private var lastLine: [UInt8] = []
    private var prefaceLines: Set<[UInt8]> = []
    private var labels: [[UInt8]: BeatLabel] = [:]
    /// Words that were looked up, and whether they begin a footer.
    private var footerWords: [[UInt8]: Bool] = [:]
    /// The words of each column that may part the table.
    private(set) var wordNames: [[String]]
    private var wordIndices: [[[UInt8]: Int32]]

    /// Lines kept of what stands before the rows, which may be repeated below.
    private static let prefaceLimit = 60

    /// A parser of the parts of documents: one number a line, or a time and an interval.
    init(_ options: RRTextOptions) {
        self.init(options, nil, TableReading.BeatLayout(column: 0))
    }

    init(_ options: RRTextOptions, _ shape: TableShape?, _ layout: TableReading.BeatLayout) {
        normalBeats = options.normalBeats
        self.shape = shape
        self.layout = layout
        table = RRTable(wordColumnCount: layout.wordColumns.count)
        wordNames = layout.wordColumns.map { _ in [] }
        wordIndices = layout.wordColumns.map { _ in [:] }
        for line in shape?.preface.prefix(Self.prefaceLimit) ?? [] {
            prefaceLines.insert(Array(line.bytes))
        }
    }

    // MARK: Rows of a table

    /// A line of the table, the first row or one below it.
    mutating func parseRow(
        _ rawLine: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        guard let shape else { return }
        if let header = shape.headerLine, rawLine == header.bytes {
            table.beginBlock()
            return
        }
        guard !TableShape.isComment(rawLine) else { return }
        let line = TableShape.withoutBrackets(TableShape.withoutComment(rawLine))
        if let separator = shape.listSeparator ?? (layout.readsWholeRows ? shape.separator : nil) {
            try parseList(line, number, separator, shape)
            return
        }
        let cells = try shape.cells(line, number)
        if let column = layout.eventColumn {
            guard column < cells.count,
                HeaderVocabulary.kind(HeaderWords(cells[column])) == .interval
            else { return }
        }
        guard layout.column < cells.count else {
            noteUnusableLine(line, number, isMissing: cells.allSatisfy { CellStyle.isMissing($0) })
            return
        }
        let cell = cells[layout.column]
        if isFooter(cells) {
            noteFooter()
            return
        }
        noteWordAmongNumbers(cells)
        defer {
            lastLine.removeAll(keepingCapacity: true)
            lastLine.append(contentsOf: line)
        }
        if let value = shape.style.number(cell) {
            append(value, cells, number)
        } else if let list = TableShape.list(in: cell, shape.style) {
            for value in list { append(value, cells, number) }
        } else {
            noteUnusableLine(
                cell.isEmpty ? line : cell, number, isMissing: CellStyle.isMissing(cell))
            return
        }
        if cells.count > shape.width { parseSurplusCells(cells, number) }
    }

    private mutating func append(
        _ value: DecimalNumber, _ cells: [ArraySlice<UInt8>], _ number: Int
    ) {
        func cell(_ column: Int?) -> ArraySlice<UInt8> {
            guard let column, column < cells.count else { return [] }
            return cells[column]
        }
        let timeCell = cell(layout.timeColumn)
        let time = layout.timeColumn == nil ? nil : shape?.style.number(timeCell)
        var written: WrittenTime?
        if layout.joinsDate {
            written = WrittenTime((cell(layout.dateColumn) + [0x20] + timeCell)[...])
        } else if layout.dateColumn != nil {
            written = WrittenTime(cell(layout.dateColumn))
        } else if layout.timeColumn != nil, time == nil {
            written = WrittenTime(timeCell)
        }
        table.append(
            value, line: number, label: label(cell(layout.labelColumn)), time: time,
            hasTimeColumn: layout.timeColumn != nil, writtenTime: written,
            hasDateColumn: layout.timeColumn != nil,
            differsFromLineBefore: value == table.values.last && differsFromLastLine(cells, number),
            words: words(cells))
    }

    /// Returns true if a cell that is no counter differs from that of the row before.
    private func differsFromLastLine(_ cells: [ArraySlice<UInt8>], _ number: Int) -> Bool {
        guard let shape, let before = try? shape.cells(lastLine[...], number),
            before.count == cells.count
        else { return true }
        return zip(cells, before).contains { cell, before in
            guard cell != before else { return false }
            guard let value = shape.style.number(cell), let last = shape.style.number(before) else {
                return true
            }
            return value.subtracting(last).value() != 1
        }
    }

    /// Cells behind the last column: further intervals of the row, or numbers that have no column.
    private mutating func parseSurplusCells(_ cells: [ArraySlice<UInt8>], _ number: Int) {
        guard let shape else { return }
        for cell in cells[shape.width...] where !CellStyle.isMissing(cell) {
            guard let value = shape.style.number(cell) else { continue }
            if layout.column == shape.width - 1 {
                append(value, cells, number)
            } else {
                surplusCellCount += 1
            }
        }
    }

    private mutating func parseList(
        _ line: ArraySlice<UInt8>, _ number: Int, _ separator: TextLine.Separator,
        _ shape: TableShape
    ) throws(RecordingError) {
        let fields = try TextLine(line, number: number, separator: separator).fields
            .filter { !$0.isEmpty }
        if isFooter(fields) {
            noteFooter()
            return
        }
        for field in fields {
            if let value = shape.style.number(field) {
                table.append(value, line: number)
            } else {
                noteUnusableLine(field, number, isMissing: CellStyle.isMissing(field))
            }
        }
    }

    /// The label of a row; each word is looked up once.
    private mutating func label(_ cell: ArraySlice<UInt8>) -> BeatLabel {
        guard layout.labelColumn != nil else { return .none }
        let key = Array(cell)
        let label =
            labels[key] ?? layout.labelKind.label(TextLine.string(cell), normalBeats)
        if labels.count < 1000 { labels[key] = label }
        if label == .unknown { unknownLabelCount += 1 }
        return label
    }

    private mutating func words(_ cells: [ArraySlice<UInt8>]) -> [Int32] {
        layout.wordColumns.enumerated().map { position, column in
            let key = column < cells.count ? Array(cells[column]) : []
            if let index = wordIndices[position][key] { return index }
            let index = Int32(clamping: wordNames[position].count)
            wordNames[position].append(TextLine.string(key[...]))
            wordIndices[position][key] = index
            return index
        }
    }

    // MARK: Parts of documents

    /// A line of a block known to hold one interval a line, or a time and an interval.
    mutating func parseBlockRow(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        let text = try TextLine(line, number: number)
        let style = CellStyle(commaIsDecimal: text.separator != .comma)
        let numbers = text.fields.map { style.number($0) }
        guard let first = numbers.first, let first else {
            // Titles and column names stand before the first number of a block.
            if table.count > 0 { noteBadRow(line, number) }
            return
        }
        if numbers.count > 1, let second = numbers[1], table.count == 0 || table.hasTimes {
            table.append(second, line: number, time: first, hasTimeColumn: true)
        } else if !table.hasTimes {
            table.append(first, line: number)
        } else {
            noteBadRow(line, number)
        }
    }

    /// Returns true if the line has as many leading numbers as the rows of the block before it.
    func isBlockRow(_ line: ArraySlice<UInt8>, _ number: Int) throws(RecordingError) -> Bool {
        let text = try TextLine(line, number: number)
        let style = CellStyle(commaIsDecimal: text.separator != .comma)
        let needed = table.hasTimes ? 2 : 1
        return text.fields.count >= needed
            && text.fields.prefix(needed).allSatisfy { style.number($0) != nil }
    }

    /// Numbers separated by white space.
    mutating func parseList(_ text: ArraySlice<UInt8>, _ number: Int) {
        for field in text.split(whereSeparator: { $0 <= 0x20 }) {
            if let value = DecimalNumber(field) {
                table.append(value, line: number)
            } else {
                noteBadRow(field, number)
            }
        }
    }

    // MARK: Footers

    /// Returns true if the first cell that is no number is a word such as `Mean`.
    private mutating func isFooter(_ cells: [ArraySlice<UInt8>]) -> Bool {
        guard let word = cells.first(where: { $0.first.map(Self.isLetter) == true }),
            word.count <= 40
        else { return false }
        let key = Array(word)
        if let known = footerWords[key] { return known }
        let first = HeaderWords(TextLine.string(word)).words.first ?? ""
        let isFooter =
            HeaderVocabulary.footerWords.contains(first) || first == "n" && word.contains(0x3D)
        if footerWords.count < 1000 { footerWords[key] = isFooter }
        return isFooter
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x80
    }

    private mutating func noteFooter() {
        totalFooterLineCount += 1
        footer = (footer?.rowCount ?? table.count, (footer?.lineCount ?? 0) + 1)
    }

    /// Footers have few lines.
    private static let maxFooterLines = 12

    private mutating func noteWordAmongNumbers(_ cells: [ArraySlice<UInt8>]) {
        let hasWord = layout.numberColumns.contains { column in
            guard column < cells.count, let first = cells[column].first, Self.isLetter(first) else {
                return false
            }
            return !CellStyle.isMissing(cells[column]) && WrittenTime(cells[column]) == nil
        }
        guard hasWord else {
            wordRows.lastCount = 0
            return
        }
        if wordRows.lastCount == 0 { wordRows.firstRow = table.count }
        wordRows.lastCount += 1
        wordRows.count += 1
    }

    /// Ends the rows.
    ///
    /// The last rows are a footer in any language where they, and no others, have words in a column of
    /// numbers. Of a footer whose words are known, numbers below its first line, no more of them than
    /// it has lines, belong to it.
    mutating func finish() {
        if wordRows.lastCount > 0, wordRows.lastCount == wordRows.count,
            wordRows.count <= Self.maxFooterLines, wordRows.firstRow > wordRows.count
        {
            totalFooterLineCount += wordRows.count
            table.truncate(to: wordRows.firstRow)
        }
        guard let footer else { return }
        let below = table.count - footer.rowCount
        if below > 0, below <= footer.lineCount { table.truncate(to: footer.rowCount) }
    }

    // MARK: Unused lines

    private mutating func noteUnusableLine(
        _ text: ArraySlice<UInt8>, _ line: Int, isMissing: Bool
    ) {
        if prefaceLines.contains(Array(text)) { return }
        noteBadRow(text, line, isMissing: isMissing)
    }

    private mutating func noteBadRow(
        _ text: ArraySlice<UInt8>, _ line: Int, isMissing: Bool = false
    ) {
        table.breakChain()
        if isMissing {
            missingRowCount += 1
            return
        }
        let excerpt = TextLine.excerpt(text)
        if firstBadRow == nil { firstBadRow = (line, excerpt) }
        badRowNotices.add(
            Notice(
                .warning, code: "bad_number",
                "\"\(excerpt)\" is not a number: left out, and the intervals around it are not "
                    + "taken for neighbours",
                line: line))
    }

    /// Returns the error that states why nothing was found.
    func emptyError(sawByte: Bool) -> RecordingError {
        guard sawByte else { return .empty("the input is empty") }
        guard let firstBadRow else {
            return .empty("no R-R interval was found: the input has comments or a header only")
        }
        return .unknownFormat(
            "no R-R intervals: \"\(firstBadRow.text)\" is not a number; `hrv formats` lists what "
                + "is read",
            line: firstBadRow.line)
    }

    /// Warnings and notes about the rows.
    func notices() -> [Notice] {
        var notices = badRowNotices.list { "\($0) further lines hold no number" }
        if surplusCellCount > 0 {
            notices.append(
                Notice(
                    .warning, code: "surplus_numbers",
                    "\(surplusCellCount) numbers stand behind the last column and have no name: not used"
                ))
        }
        if layout.hasUnusedFlags {
            notices.append(
                Notice(
                    .warning, code: "flags_unused",
                    "a second column of flags was found; what they mean is not stated, so they were "
                        + "not used"))
        }
        if unknownLabelCount > 0 {
            notices.append(
                Notice(
                    .note, code: "words_unused",
                    "words beside the intervals that are no beat labels, not used: "
                        + "\(unknownLabelCount)"))
        }
        if totalFooterLineCount > 0 {
            notices.append(
                Notice(
                    .note, code: "footer_unused",
                    "lines below the intervals that sum them up, not used: \(totalFooterLineCount)")
            )
        }
        if missingRowCount > 0 {
            notices.append(
                Notice(
                    .note, code: "missing_rows",
                    "\(missingRowCount) rows without a value: the intervals around them are not "
                        + "taken for neighbours"))
        }
        return notices
    }
}
