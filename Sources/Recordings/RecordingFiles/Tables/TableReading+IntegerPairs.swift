/// The decision whether whole numbers with a comma between them are two columns or decimals.
extension TableReading {
    /// Returns true if the first of two columns between commas counts the rows or is a clock beside samples: it stands
    /// before no decimals, or the heart would beat once in every second, or in every two ms.
    private var countsRows: Bool {
        guard shape.width == 2, columns[0].hasEvenSteps,
            columns[0].values.count > Self.minCountedRows
        else {
            return false
        }
        // No times of beats have one digit.
        if shape.rows.allSatisfy({ $0.cells.last?.count == 1 }) { return true }
        let fractions = shape.rows.compactMap { row in
            row.cells.count == 2 ? Double("0." + TextLine.string(row.cells[1])) : 1
        }
        // That of a paced heart beats so.
        return (fractions.max() ?? 1) - (fractions.min() ?? 0) > 0.004
    }

    static let minCountedRows = 30
    /// Middle steps over the spread of a column that hardly changes, such as skin conductance; those of a heart are mostly larger.
    private static let maxSmoothStep = 0.3

    /// The line above the rows if it names times: those of a heart at 60 a minute count seconds, too.
    private var titleOfTimes: TableShape.Line? {
        guard let line = shape.headerLine ?? shape.preface.last, !line.isComment,
            let first = shape.rows.first, line.number + 2 >= first.number
        else { return nil }
        let kind = HeaderVocabulary.kind(HeaderWords(line.bytes))
        return kind == .beatTime || kind == .time ? line : nil
    }

    /// Returns true if a number below 0 stands behind a comma: no decimals have a sign.
    var hasSignedSecondNumbers: Bool {
        shape.separator == .comma && shape.width == 2
            && shape.rows.contains { row in
                row.cells.count == 2 && row.cells[1].first == UInt8(ascii: "-")
                    && DecimalNumber(row.cells[1]) != nil
            }
    }

    /// Returns true if a single name stands above the rows: that of one column.
    var namesOneColumn: Bool {
        if shape.header.count == 1 { return true }
        guard shape.header.isEmpty, let line = shape.preface.last, !line.isComment,
            line.number + 1 == shape.rows.first?.number
        else { return false }
        return !line.bytes.contains { [0x20, 0x2C, 0x3A, 0x3B, 0x3D, 0x09].contains($0) }
    }

    /// Returns true if the rows are a slow signal with decimal commas, below its name and perhaps a row of its unit:
    /// `33,50` below `Temp [°C]`. Behind the comma stand as many digits in every row, one or two, and the number
    /// before it hardly changes, as that of a second channel seldom does.
    var isNamedSlowSignal: Bool {
        guard shape.header.isEmpty, let line = shape.preface.last, !line.isComment,
            let first = shape.rows.first, line.number + 2 >= first.number,
            HeaderVocabulary.kind(HeaderWords(line.bytes)) == .signal
        else { return false }
        let pairs = shape.rows.filter(isPairOfIntegers)
        let wholes = pairs.compactMap { DecimalNumber($0.cells[0])?.value() }
        let digits = Set(pairs.map { $0.cells[1].count })
        let slowSteps = zip(wholes.dropFirst(), wholes).count { abs($0 - $1) <= 1 }
        return digits.count == 1 && digits.isSubset(of: [1, 2])
            && 20 * slowSteps >= 19 * (wholes.count - 1)
            && wholes.count * 10 >= shape.rows.count * 9
    }

    /// True if the numbers behind the commas are as different as decimals are, not those of a second channel.
    private var fractionsVary: Bool {
        let fractions = shape.rows.compactMap { row in
            row.cells.count == 2 ? Double("0." + TextLine.string(row.cells[1])) : nil
        }
        return Set(fractions).count > 5
            && SignalEvidence.quantile(fractions, 0.75) - SignalEvidence.quantile(fractions, 0.25)
                > 0.2
    }

    /// Two integers with a comma between them in every row: two columns, or decimals.
    mutating func decideIntegerPairs() -> Verdict? {
        guard options.decimalMark == nil, !hasSignedSecondNumbers else { return nil }
        // A whole number is hardly ever -0, whatever a line above looks like.
        if shape.width == 2, shape.rows.contains(where: { $0.cells[0].elementsEqual("-0".utf8) }) {
            guard fractionsVary || columns[0].values.allSatisfy({ abs($0) < 10 }) else {
                return decimalsQuestion(line: shape.rows[0].number)
            }
            hasDecimalCommas = true
            return nil
        }
        guard shape.header.count <= 1 else { return nil }
        if shape.width == 2, columns[0].values.count >= Self.minCountedRows,
            equals(columns[0], columns[1]) || equals(columns[1], columns[0])
        {
            // Intervals and their heart rates.
            return nil
        }
        // Milliseconds since 1970 are whole; values that fill the time between them are intervals.
        if shape.width == 2, columns[0].isNumeric, columns[0].median > Self.minEpochMs {
            return TimeScale.all.contains(where: { fills(columns[0], columns[1], $0) })
                ? nil : decimalsQuestion(line: shape.rows[0].number)
        }
        if countsRows {
            guard let title = titleOfTimes else { return nil }
            // `Date: 04/02/2023` states a time and names none.
            let statesTime = title.bytes.drop { $0 != 0x3A }.contains { $0 &- 0x30 < 10 }
            if statesTime { return decimalsQuestion(line: shape.rows[0].number) }
        }
        let rows = shape.rows.filter { row in
            !row.isComment
                && (isPairOfIntegers(row)
                    || row.cells.count == 1 && DecimalNumber(row.cells[0]) != nil)
        }
        // Footers and other lines of words may stand between.
        guard rows.contains(where: { $0.cells.count > 1 }), 2 * rows.count > shape.rows.count,
            rows.contains(where: { $0.cells.count == 2 })
        else { return nil }
        let others = shape.rows.filter { row in
            !row.isComment && !isPairOfIntegers(row) && row.cells.count > 1
                && DecimalNumber(row.cells[0]) != nil
        }
        if let first = rows.first(where: isPairOfIntegers), !others.isEmpty, shape.header.isEmpty {
            return decimalsQuestion(line: first.number)
        }
        guard rows.allSatisfy({ $0.cells.count <= 2 }), others.isEmpty else {
            return decimalsQuestion(
                line: rows.first { $0.cells.count > 2 }?.number ?? rows[0].number)
        }
        let mayBeColumns =
            shape.header.isEmpty
            && columns.contains { column in
                mayBeIntervals(column)
                    && columns.contains { other in
                        other.index != column.index
                            && (fits(other, column) || other.countsUp || other.isFlag)
                    }
            }
        let values = rows.compactMap { row -> Double? in
            guard let number = DecimalNumber(row.cells[0]) else { return nil }
            guard row.cells.count > 1 else { return number.value() }
            return DecimalNumber(row.cells[1]).flatMap { number.joined(withFraction: $0) }?.value()
        }
        guard values.count * 10 >= rows.count * 9 else { return nil }
        let median = values.sorted()[values.count / 2]
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }
        let ascends = steps.count > Self.minBeatTimeCount && steps.allSatisfy { $0 > 0 }
        let middle = ascends ? steps.sorted()[steps.count / 2] : median
        guard
            RRTextOptions.Unit.distinguishableByMedian.contains(where: {
                $0.plausibleMedianRange.contains(middle)
            })
        else {
            // `3,545`: a number that hardly changes and one with as many digits in each row, which make smooth values.
            let wholes = Set(columns[0].values)
            let areDecimals =
                wholes.count <= 2 && wholes.allSatisfy { (2...9).contains($0) }
                && SignalEvidence.middleStep(values) < Self.maxSmoothStep
                && Set(rows.map { $0.cells.last?.count }).count == 1
            return mayBeColumns && areDecimals ? decimalsQuestion(line: rows[0].number) : nil
        }
        // No second column begins with 0, and no first one is 0 throughout.
        let hasLeadingZeros = rows.contains { row in
            row.cells.count > 1 && row.cells[1].count > 1 && row.cells[1].first == 0x30
        }
        let isBelowOne = rows.allSatisfy { $0.cells.count > 1 && $0.cells[0] == [0x30] }
        let mayBeDecimals = hasLeadingZeros || isBelowOne
        guard mayBeDecimals || !mayBeColumns && (ascends || namesOneColumn) else {
            return decimalsQuestion(line: rows[0].number)
        }
        hasDecimalCommas = true
        return nil
    }
}
