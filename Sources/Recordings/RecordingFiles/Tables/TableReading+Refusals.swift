/// Reasons why a text holds no table of beats.
extension TableReading {
    /// The reason that a text is no table: fewer than half of its lines hold a number.
    var proseError: RecordingError? {
        guard shape.listSeparator == nil else { return nil }
        let lines = shape.rows.filter { !$0.isComment }
        let count = lines.count { line in
            line.cells.contains {
                shape.style.number($0) != nil || TableShape.list(in: $0, shape.style) != nil
                    || TableColumn.isPressure($0)
            }
        }
        // Lines above the rows count too: a number or two below a program are no recording.
        let above = shape.preface + shape.rows.filter(\.isComment)
        let isMostlyWords =
            2 * count < lines.count
            || 2 * (count + above.count { $0.bytes.contains { $0 &- 0x30 < 10 } })
                < lines.count + above.count
        guard isMostlyWords else { return nil }
        return .unknownFormat(
            "no R-R intervals: fewer than half of the lines hold a number, such as "
                + "\"\(Self.excerpt(lines[0]))\"",
            line: lines[0].number)
    }

    /// The reason that a column of whole numbers with `1,005` among them is not read: commas stand before decimals in
    /// another column.
    func mixedCommasError(_ column: TableColumn) -> RecordingError? {
        guard !shape.style.hasThousandsSeparators, shape.style.commaIsDecimal, column.median > 100
        else { return nil }
        let row = shape.rows.first { row in
            guard !row.isComment, row.cells.indices.contains(column.index) else { return false }
            let cell = row.cells[column.index]
            guard let comma = cell.firstIndex(of: 0x2C), cell.endIndex - comma == 4,
                let number = DecimalNumber(cell, decimalMark: 0x2C)
            else { return false }
            return number.value() >= 1 && 100 * number.value() < column.median
        }
        let commaCount = shape.rows.count { row in
            row.cells.indices.contains(column.index) && row.cells[column.index].contains(0x2C)
        }
        guard let row, 2 * commaCount < column.values.count else { return nil }
        return .ambiguous(
            "line \(row.number): \(column.title) holds \(TextLine.string(row.cells[column.index])) beside "
                + "values around \(Int(column.median)): commas before thousands here and before decimals elsewhere in the "
                + "table; write the thousands without a comma")
    }

    /// Beginnings of programs and of what compilers read.
    private static let programStarts = ["/*", "#!", "#include", "#ifndef", "#define", "<?php"]

    /// The reason that numbers below lines of a program are no recording.
    var programError: RecordingError? {
        let precedingLines = shape.preface + [shape.headerLine].compactMap(\.self)
        guard let first = precedingLines.min(by: { $0.number < $1.number }) else { return nil }
        let statement = precedingLines.first { line in
            !line.isComment && shape.separator != .semicolon && line.bytes.contains(0x20)
                && (line.bytes.last == UInt8(ascii: ";") || line.bytes.last == UInt8(ascii: "{"))
        }
        guard
            let line = statement
                ?? (Self.programStarts.contains { first.bytes.hasPrefix(text: $0) } ? first : nil)
        else { return nil }
        return .unknownFormat(
            "this is a program or its data, not a recording: \"\(Self.excerpt(line))\"",
            line: line.number)
    }

    /// The reason that a list of names with a number each is no recording.
    var keysAndValuesError: RecordingError? {
        guard columns.count == 2, columns[1].isNumeric, columns[1].namedKind != .interval,
            columns[0].words.count * 10 >= columns[0].filledCellCount * 9,
            columns[0].filledCellCount < 100,
            Set(columns[0].words).count * 10 >= columns[0].words.count * 9
        else { return nil }
        return .noRR("this is a list of names with a number each, not of R-R intervals")
    }

    /// Days from 1954 to 2091, counted as a spreadsheet does.
    private static let spreadsheetDayRange = 20_000.0...70_000

    /// Returns the reason that a table holds no intervals whose first two columns are one date, cut at its decimal comma
    /// because commas part the columns as well: the numbers behind it may be cut too.
    var cutDatesError: RecordingError? {
        guard shape.separator == .comma, shape.header.isEmpty, columns.count > 2,
            columns[0].isWhole, columns[1].isWhole,
            columns[0].values.allSatisfy(Self.spreadsheetDayRange.contains)
        else { return nil }
        let dates = shape.rows.compactMap { row -> Double? in
            row.cells.count > 1
                ? Double(TextLine.string(row.cells[0]) + "." + TextLine.string(row.cells[1])) : nil
        }
        let steps = zip(dates.dropFirst(), dates).map { $0 - $1 }
        // The columns of a table of prices do not ascend so.
        guard steps.count > 8, steps.allSatisfy({ $0 >= 0 && $0 < 1 }), let first = dates.first,
            let last = dates.last, first < last
        else { return nil }
        let others = columns.dropFirst(2).filter(\.isNumeric).prefix(4).map {
            "\($0.title): \($0.range)"
        }
        return .noRR(
            "the first two columns are one date, cut at its decimal comma, and no other holds R-R "
                + "intervals (\(others.joined(separator: "; "))): export again with points before "
                + "decimals, or with semicolons between columns")
    }

    /// The reason that the messages of a FIT file as a table, as Garmin's FitCSVTool writes them, are not read.
    var fitMessagesError: RecordingError? {
        let names = shape.header.prefix(3).map(\.joinedWords)
        guard names == ["type", "localnumber", "message"] else { return nil }
        return .noRR("this is a FIT file as a table of its messages: read the .fit file itself")
    }

    var noRowsError: RecordingError {
        if shape.header.contains(where: { $0.joinedWords == "annotation" }) {
            return .noRR("this is a list of events; the R-R intervals are in the file named _RR_")
        }
        if shape.header.contains(where: { HeaderVocabulary.kind($0) == .summary }) {
            return .noRR("this is a daily summary: it holds results, not R-R intervals")
        }
        if let line = shape.headerLine ?? shape.preface.first(where: { !$0.isComment }) {
            if shape.header.contains(where: { HeaderVocabulary.kind($0) == .interval }) {
                return .empty("no R-R interval was found: the input has a header only")
            }
            return .unknownFormat(
                "no R-R intervals: \"\(Self.excerpt(line))\" is not a number; `hrv formats` "
                    + "lists what is read",
                line: line.number)
        }
        return shape.preface.isEmpty
            ? .empty("the input is empty")
            : .empty("no R-R interval was found: the input has comments only")
    }

    /// The first field of a line: names of persons stand behind it.
    static func excerpt(_ line: TableShape.Line) -> String {
        let end = line.bytes.firstIndex { $0 == 0x2C || $0 == 0x3B || $0 == 0x09 || $0 == 0x7C }
        return TextLine.excerpt(line.bytes[..<(end ?? line.bytes.endIndex)])
    }

    var titleList: String {
        columns.prefix(6).map(\.title).joined(separator: ", ") + (columns.count > 6 ? ", ..." : "")
    }
}
