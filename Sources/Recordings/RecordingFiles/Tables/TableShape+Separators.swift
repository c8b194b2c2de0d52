/// The separator of a table, by the rows that each candidate makes.
extension TableShape {
    /// Returns true if a line is `sep=;`, as a spreadsheet writes it; a space or a tab may be
    /// trimmed off.
    static func statesSeparator(_ line: ArraySlice<UInt8>) -> Bool {
        line.count <= 6 && TextLine.string(line.prefix(4)).lowercased() == "sep="
    }

    /// The strongest separator that cuts most rows into the same number of cells.
    static func separator(_ lines: [Line]) throws(RecordingError) -> TextLine.Separator? {
        let rows = lines.filter { !$0.isComment }
        // The end of a table is surer to be rows than its beginning.
        let sample = rows.dropFirst(rows.count > 8 ? rows.count / 3 : 0).prefix(300)
        for separator in TextLine.Separator.orderedByStrength {
            guard sample.contains(where: { $0.bytes.contains(separator.rawValue) }) else {
                continue
            }
            var widths: [Int: Int] = [:]
            var rowCount = 0
            var hasNumberAfterFirstCell = false
            var nestedRowCount = 0
            for line in sample {
                let cells = try TextLine(
                    line.bytes, number: line.number, separator: separator
                ).fields
                guard isRow(cells, separator, countsLists: false) else { continue }
                widths[cells.count, default: 0] += 1
                rowCount += 1
                if separator != .comma, cells.contains(where: areNumbersBetweenCommas) {
                    nestedRowCount += 1
                }
                if cells.count > 1, cells.dropFirst().contains(where: { isNumber($0) }) {
                    hasNumberAfterFirstCell = true
                }
            }
            guard 2 * rowCount >= sample.count, let common = widths.max(by: { $0.value < $1.value })
            else { continue }
            // `t,60,602;609`: the commas part the cells, the semicolons a list in one of them.
            let isNested = 2 * nestedRowCount > rowCount
            if isNested, try !hasNames(rows, separator, count: common.key) { continue }
            // `655,3 ms` is one number.
            if separator == .comma || separator == .space, areDecimalsWithUnits(sample) { continue }
            if separator == .comma, try areSpacedDecimals(sample) || areQuotedDecimals(sample) {
                continue
            }
            // A word behind some of the numbers is a label.
            if common.key == 1, widths.count > 1, !hasNumberAfterFirstCell { return separator }
            guard common.key > 1 else { continue }
            if Double(common.value) >= minSameCellCountShare * Double(rowCount) || widths[1] == nil
            {
                return separator
            }
        }
        return nil
    }

    /// Returns true if the line above the first row is as many words between a separator as most rows have cells.
    private static func hasNames(
        _ lines: [Line], _ separator: TextLine.Separator, count: Int
    ) throws(RecordingError) -> Bool {
        var names: [ArraySlice<UInt8>] = []
        for line in lines {
            let cells = try TextLine(line.bytes, number: line.number, separator: separator).fields
            if cells.contains(where: { isNumber($0) }) { break }
            names = cells
        }
        return names.count == count && count > 1
            && names.allSatisfy { !$0.isEmpty && !$0.contains(0x2C) }
            && names.contains { HeaderVocabulary.kind(HeaderWords($0)) != nil }
    }

    static func isNumber(_ cell: ArraySlice<UInt8>) -> Bool {
        CellStyle().number(cell) != nil
    }

    /// Returns true if a cell is several numbers between commas and no number itself.
    static func areNumbersBetweenCommas(_ cell: ArraySlice<UInt8>) -> Bool {
        guard cell.contains(0x2C), !isNumber(cell) else { return false }
        let parts = cell.split(separator: 0x2C)
        return parts.count > 1 && parts.allSatisfy { DecimalNumber(TextLine.trimmed($0)) != nil }
    }

    static func numbers(betweenCommas cell: ArraySlice<UInt8>) -> [Double] {
        cell.split(separator: 0x2C).compactMap { DecimalNumber(TextLine.trimmed($0))?.value() }
    }

    /// Half the least to twice the greatest number of the rows, where most are several numbers between commas; else nil.
    static func rangeOfLists(_ sample: ArraySlice<Line>) -> ClosedRange<Double>? {
        let rows = sample.prefix(200)
        let lists = rows.filter { areNumbersBetweenCommas($0.bytes) }
        let numbers = lists.flatMap { Self.numbers(betweenCommas: $0.bytes) }
        guard 2 * lists.count > rows.count, let low = numbers.min(), let high = numbers.max(),
            low > 0
        else { return nil }
        return low / 2...2 * high
    }

    /// Returns true if every line is one number with a decimal comma and its unit: `0,812 s`.
    static func areDecimalsWithUnits(_ sample: ArraySlice<Line>) -> Bool {
        let count = sample.count { line in
            isNumber(line.bytes) && line.bytes.last.map { $0 | 0x20 >= 0x61 } == true
        }
        // Footers stand below the rows.
        return !sample.isEmpty && 5 * count >= 4 * sample.count
    }

    /// Returns true if most lines are one quoted number with a decimal comma, as `"955,4"`, and no quoted row of two
    /// columns: whole numbers that do not ascend before it, one or two digits that change behind it (any number behind seconds).
    static func areQuotedDecimals(_ sample: ArraySlice<Line>) -> Bool {
        var (wholes, fractions): ([Double], [ArraySlice<UInt8>]) = ([], [])
        var count = 0
        for line in sample where line.isQuoted {
            let parts = line.bytes.split(separator: 0x2C, omittingEmptySubsequences: false)
            guard parts.count <= 2, let whole = DecimalNumber(parts[0])?.value(),
                parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 &- 0x30 < 10 } })
            else { return false }
            count += 1
            guard parts.count == 2 else { continue }
            wholes.append(whole)
            fractions.append(parts[1])
        }
        guard let maxWholeNumber = wholes.max(), 5 * count >= 4 * sample.count else { return false }
        let ascends = zip(wholes.dropFirst(), wholes).allSatisfy { $0 > $1 }
        return !ascends && Set(fractions.map(TextLine.string)).count > 2
            && fractions.allSatisfy { maxWholeNumber <= 3 || $0.count <= 2 }
    }

    /// Returns true if every cell between commas is a number or a time by itself.
    static func areValuesBetweenCommas(_ line: Line) -> Bool {
        let cells = line.bytes.split(separator: 0x2C, omittingEmptySubsequences: false)
        return cells.allSatisfy { cell in
            let cell = TextLine.trimmed(cell)
            return cell.isEmpty || DecimalNumber(cell) != nil || WrittenTime(cell) != nil
        }
    }

    /// Returns true if the commas stand before decimals in columns between spaces: `0,749 0,812`, also beside
    /// words and times: `0,984 20.0 984,1 N`. So do nine tenths of the lines with a comma, as a value may be
    /// missing, and half of the lines have one.
    static func areSpacedDecimals(
        _ sample: ArraySlice<Line>
    ) throws(RecordingError) -> Bool {
        var lineCount = 0
        var widths: [Int: Int] = [:]
        for line in sample {
            let cells = try TextLine(line.bytes, number: line.number, separator: .space).fields
            // Names of columns, and rows of whole numbers.
            guard line.bytes.contains(0x2C) else { continue }
            lineCount += 1
            // `00:01,347 478,6`: the spaces belong to no number.
            let hasFraction = cells.first.map { $0.contains(0x3A) && $0.contains(0x2C) } == true
            if cells.count > 1, hasFraction || !areValuesBetweenCommas(line), areSpacedValues(cells)
            {
                widths[cells.count, default: 0] += 1
            }
        }
        return 2 * lineCount >= sample.count
            && 10 * (widths.values.max() ?? 0) >= 9 * max(lineCount, 1)
    }

    /// Returns true if cells between spaces are numbers and times, or words without a comma beside two of them,
    /// of which one has a comma.
    private static func areSpacedValues(_ cells: [ArraySlice<UInt8>]) -> Bool {
        let values = cells.filter {
            isNumber($0) || WrittenTime($0) != nil || CellStyle.isMissing($0)
        }
        if values.count == cells.count { return true }
        // `Thu Mar 14 10:15:01 2019,812` has it at the end.
        let hasCommaFirst =
            cells.first.map { $0.contains(0x2C) && (isNumber($0) || WrittenTime($0) != nil) }
            == true
        return (hasCommaFirst && values.count > 1 || values.count { $0.contains(0x2C) } > 1)
            && cells.allSatisfy { !$0.contains(0x2C) || isNumber($0) || WrittenTime($0) != nil }
    }

    /// Returns true if at least half of the cells that hold anything are numbers or times.
    static func isRow(
        _ cells: [ArraySlice<UInt8>], _ separator: TextLine.Separator?, countsLists: Bool = true
    ) -> Bool {
        // Between cells that commas separate, a comma inside a number stands in quotes.
        let style = CellStyle()
        var filledCount = 0
        var numbers = 0
        for cell in cells where !CellStyle.isMissing(cell) {
            filledCount += 1
            if isValue(cell, style, countsLists: countsLists) { numbers += 1 }
        }
        return numbers > 0 && 3 * numbers >= filledCount
    }

    static func isValue(
        _ cell: ArraySlice<UInt8>, _ style: CellStyle, countsLists: Bool = true
    ) -> Bool {
        style.number(cell) != nil || WrittenTime(cell) != nil
            || TableColumn.isPressure(cell) || countsLists && list(in: cell, style) != nil
    }

    /// The numbers of a cell that holds several: `602;609`, `602 609`, `[602, 609]`, `[602]`.
    static func list(
        in cell: ArraySlice<UInt8>, _ style: CellStyle
    ) -> [DecimalNumber]? {
        guard let first = cell.first else { return nil }
        var inner = cell
        let isBracketed = first == 0x5B || first == 0x28 || first == 0x7B
        if isBracketed {
            guard let last = cell.last, last == 0x5D || last == 0x29 || last == 0x7D else {
                return nil
            }
            inner = TextLine.trimmed(cell.dropFirst().dropLast())
        } else if !(first &- 0x30 < 10) {
            return nil
        }
        let marks: [UInt8] =
            isBracketed ? [0x3B, 0x7C, 0x2C, 0x09, 0x20] : [0x3B, 0x7C, 0x09, 0x20, 0x2C]
        for mark in marks where inner.contains(mark) {
            let parts = inner.split(separator: mark).map { TextLine.trimmed($0) }
                .filter { !$0.isEmpty }
            let numbers = parts.compactMap { DecimalNumber($0) }
            if numbers.count == parts.count, isBracketed || numbers.count > 1, !numbers.isEmpty {
                // `602,609` without brackets is a number with a decimal comma as well, and `0,602,0,609` two.
                let isOpen =
                    mark == 0x2C && !isBracketed && !inner.contains(0x20) && !inner.contains(0x2E)
                    && (numbers.count < 4 || numbers.contains { $0.value() < 200 })
                return isOpen ? nil : numbers
            }
        }
        guard isBracketed else { return nil }
        if inner.isEmpty { return [] }
        return style.number(inner).map { [$0] }
    }
}
