import PhysioTypes

/// Turns the lines of an R-R table into numbers, and remembers what it could not use.
struct RRRowParser {
    private(set) var table = RRTable()
    /// Name of the format, by the header or the first rows.
    private(set) var format = "rr-text"
    private(set) var startDate: String?

    private let decimalMark: RRTextOptions.DecimalMark?
    private let normal: NormalBeats
    private var header: RRHeader?
    private var sawContent = false
    private var badRows = NamedNotices()
    private var missingRowCount = 0
    private var firstBadRow: (line: Int, text: String)?
    private var columnCount = 0
    private var unknownLabelCount = 0
    private var title: (line: Int, text: String)?

    /// This many lines without one number, and the text is something else.
    private static let maxBadRows = 40

    init(_ options: RRTextOptions) {
        decimalMark = options.decimalMark
        normal = options.normal
    }

    // MARK: Rows

    /// A line of a table: a comment, the header, or a row.
    mutating func parseRow(_ line: ArraySlice<UInt8>, _ number: Int) throws(RecordingError) {
        guard !Self.isComment(line) else { return }
        let line = Self.withoutComment(line)
        let text = try TextLine(line, number: number)
        defer { sawContent = true }
        if !sawContent, try parseOpening(text, number) { return }
        if let header {
            try parseRow(text, line, header, number)
        } else {
            try parseBareRow(text, line, number)
        }
    }

    /// A line of a block known to hold one interval a line, or a time and an interval.
    mutating func parseBlockRow(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        let text = try TextLine(line, number: number)
        let numbers = text.fields.map { self.number($0, in: text) }
        guard let first = numbers.first, let first else {
            // Titles and column names stand before the first number of a block.
            if table.count > 0 { noteBadRow(line, number) }
            return
        }
        if numbers.count > 1, let second = numbers[1], table.count == 0 || table.hasTwoColumns {
            table.append(first, second, line: number)
        } else if !table.hasTwoColumns {
            table.append(first, line: number)
        } else {
            noteBadRow(line, number)
        }
    }

    /// Whether the line has as many leading numbers as the rows of the block before it.
    func isBlockRow(_ line: ArraySlice<UInt8>, _ number: Int) throws(RecordingError) -> Bool {
        let text = try TextLine(line, number: number)
        let needed = table.hasTwoColumns ? 2 : 1
        return text.fields.count >= needed
            && text.fields.prefix(needed).allSatisfy { self.number($0, in: text) != nil }
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

    /// Decides by the first line with content whether it is a header.
    ///
    /// - Returns: whether the line is used up.
    private mutating func parseOpening(
        _ text: TextLine, _ number: Int
    ) throws(RecordingError) -> Bool {
        for app in ReadFormats.tables {
            guard let opening = app.opening(text.fields) else { continue }
            format = app.name
            startDate = opening.startDate
            table.roles = opening.roles
            columnCount = opening.columnCount
            return true
        }
        let isHeader = text.fields.allSatisfy { field in
            self.number(field, in: text) == nil && CivilTime.milliseconds(field) == nil
        }
        guard isHeader else { return false }
        guard let header = try RRHeader(text, line: number) else {
            title = (number, text.fields.map { TextLine.excerpt($0) }.joined(separator: " "))
            return true
        }
        self.header = header
        format = header.format
        table.roles = header.timeColumn == nil ? .rr : .timeAndRR
        return true
    }

    private mutating func parseRow(
        _ text: TextLine, _ line: ArraySlice<UInt8>, _ header: RRHeader, _ number: Int
    ) throws(RecordingError) {
        var fields = text.fields
        // A row `0;0,85` under a header of two columns: the comma is a decimal one.
        if fields.count > header.columnCount, text.separator == .comma {
            throw .ambiguousDecimal(line: number)
        }
        while fields.count < header.columnCount { fields.append([]) }
        let rrField = fields[header.rrColumn]
        guard let interval = self.number(rrField, in: text) else {
            noteBadRow(rrField.isEmpty ? line : rrField, number, isMissing: Self.isMissing(rrField))
            return
        }
        let label = label(in: fields, header)
        guard let timeColumn = header.timeColumn else {
            table.append(interval, line: number, label: label)
            return
        }
        let timeField = fields[timeColumn]
        if let time = self.number(timeField, in: text) {
            let date = header.dateColumn.flatMap { CivilTime.stamp(fields[$0]) }
            table.append(time, interval, line: number, label: label, date: date)
        } else if let date = CivilTime.stamp(timeField) {
            table.append(Self.time(date), interval, line: number, label: label, date: date)
        } else {
            noteBadRow(timeField.isEmpty ? line : timeField, number)
        }
    }

    /// What the label of a row says.
    private mutating func label(in fields: [ArraySlice<UInt8>], _ header: RRHeader) -> BeatLabel {
        guard let column = header.labelColumn else { return .none }
        let label = column.kind.label(TextLine.string(fields[column.index]), normal)
        if label == .unknown { unknownLabelCount += 1 }
        return label
    }

    private mutating func parseBareRow(
        _ text: TextLine, _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        var text = text
        if text.separator == .comma, line.contains(0x20),
            text.fields.contains(where: { self.number($0, in: text) == nil }),
            let spaced = try? TextLine(Self.replacingCommas(line), number: number)
        {
            // `0,749 0,812`: the commas are decimal ones between columns of spaces.
            text = spaced
        }
        let fields = text.fields
        let date = self.number(fields[0], in: text) == nil ? CivilTime.stamp(fields[0]) : nil
        guard let first = self.number(fields[0], in: text) ?? date.map(Self.time) else {
            noteBadRow(line, number, isMissing: Self.isMissing(line))
            try giveUpIfHopeless()
            return
        }
        let second = fields.count > 1 ? self.number(fields[1], in: text) : nil
        if text.separator == .comma, decimalMark == .comma {
            // Among rows of two columns, one number is no row.
            guard columnCount != 2, fields.count == 2, let second,
                let joined = first.joined(withFraction: second)
            else {
                noteBadRow(line, number)
                return
            }
            table.append(joined, line: number)
            return
        }
        try checkWidth(fields.count(where: { self.number($0, in: text) != nil }), text, number)
        if columnCount == 2 {
            guard let second else {
                noteBadRow(line, number)
                return
            }
            let isCommaOnly =
                text.separator == .comma && first.exponent == 0 && second.exponent == 0
                && decimalMark == nil
            table.append(first, second, line: number, commaOnly: isCommaOnly, date: date)
        } else {
            let label = BeatLabel(fields.count > 1 ? TextLine.string(fields[1]) : "", normal)
            if label == .unknown { unknownLabelCount += 1 }
            table.append(first, line: number, label: label, date: date)
        }
    }

    /// The first row sets the number of columns; every other must have as many.
    private mutating func checkWidth(
        _ count: Int, _ text: TextLine, _ line: Int
    ) throws(RecordingError) {
        if table.count == 0 {
            guard count <= 2 else {
                throw .unknownFormat(
                    "\(count) columns of numbers without a header: name the columns in a first "
                        + "line, one of them `rr`",
                    line: line)
            }
            columnCount = count
        } else if count > columnCount, text.separator == .comma {
            throw .ambiguousDecimal(line: line)
        }
    }

    // MARK: Fields

    /// The number in a field; a comma is a decimal one wherever it does not separate.
    private func number(_ field: ArraySlice<UInt8>, in text: TextLine) -> DecimalNumber? {
        if let number = DecimalNumber(field) { return number }
        guard decimalMark != .point, text.separator != .comma else { return nil }
        return DecimalNumber(field, decimalMark: UInt8(ascii: ","))
    }

    /// Time of a date; s since 1970.
    private static func time(_ date: CivilTime.Stamp) -> DecimalNumber {
        DecimalNumber(digits: date.unixMs, exponent: -3)
    }

    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: "%")
            || line.hasPrefix(text: "//")
    }

    /// The line up to a comment that follows its fields after a space or a tab.
    private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for mark in [" #", "\t#", " //", "\t//", " %", "\t%"] {
            guard let range = line.firstRange(of: mark.utf8) else { continue }
            return TextLine.trimmed(line[..<range.lowerBound])
        }
        return line
    }

    private static func isMissing(_ field: ArraySlice<UInt8>) -> Bool {
        ["", "nan", "na", "null", "-"].contains(TextLine.string(field).lowercased())
    }

    private static func replacingCommas(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.map { $0 == 0x2C ? 0x2E : $0 }[...]
    }

    // MARK: What was not used

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
        badRows.add(
            Notice(
                .warning, code: "bad_number",
                "\"\(excerpt)\" is not a number: left out, and the intervals around it are not "
                    + "taken for neighbours",
                line: line))
    }

    private func giveUpIfHopeless() throws(RecordingError) {
        guard table.count == 0, badRows.count >= Self.maxBadRows else { return }
        throw emptyError(sawByte: true)
    }

    /// Why nothing was found.
    func emptyError(sawByte: Bool) -> RecordingError {
        guard sawByte else { return .empty("the input is empty") }
        guard let firstBadRow = firstBadRow ?? title else {
            return .empty("no R-R interval was found: the input has comments or a header only")
        }
        return .unknownFormat(
            "no R-R intervals: \"\(firstBadRow.text)\" is not a number; `hrv formats` lists what "
                + "is read",
            line: firstBadRow.line)
    }

    /// Warnings and notes about the rows.
    func notices() -> [Notice] {
        var notices = badRows.list { "\($0) further lines hold no number" }
        if unknownLabelCount > 0 {
            notices.append(
                Notice(
                    .note, code: "words_unused",
                    "words beside the intervals that are no beat labels, not used: "
                        + "\(unknownLabelCount)"))
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
