/// The way in which the numbers of a table are written.
struct CellStyle: Equatable {
    /// True if a comma inside a number stands before decimals.
    var commaIsDecimal = true
    /// True if commas or points separate the thousands of a number: `1,058`.
    var hasThousandsSeparators = false

    /// The number in a cell; nil where it holds none.
    ///
    /// A unit of time behind the number (`858ms`, `0.858 s`) belongs to the cell.
    func number(_ cell: ArraySlice<UInt8>) -> DecimalNumber? {
        if let number = DecimalNumber(cell) { return number }
        guard let first = cell.first,
            first &- 0x30 < 10 || first == 0x2D || first == 0x2B
                || first == 0x2E || first == 0x2C
        else { return nil }
        if let number = unitlessNumber(cell) { return number }
        // A unit behind the number.
        guard let last = cell.last, last | 0x20 >= 0x61, last | 0x20 <= 0x7A else { return nil }
        var end = cell.endIndex
        while end > cell.startIndex, !(cell[end - 1] &- 0x30 < 10) { end -= 1 }
        guard end > cell.startIndex, Self.unit(behind: cell) != nil else { return nil }
        return unitlessNumber(cell[..<end])
    }

    /// The unit behind the number of a cell; nil where there is none.
    static func unit(behind cell: ArraySlice<UInt8>) -> TableUnit? {
        guard let first = cell.first, first &- 0x30 < 10 || first == 0x2E else { return nil }
        var begin = cell.endIndex
        while begin > cell.startIndex, !(cell[begin - 1] &- 0x30 < 10) { begin -= 1 }
        let word = TextLine.string(cell[begin...]).filter { !$0.isWhitespace && $0 != "\u{A0}" }
        guard !word.isEmpty, let unit = TableUnit(word), unit.isTime || unit == .beatsPerMinute
        else { return nil }
        return unit
    }

    private func unitlessNumber(_ cell: ArraySlice<UInt8>) -> DecimalNumber? {
        if let number = DecimalNumber(cell) { return number }
        guard let comma = cell.lastIndex(of: 0x2C) else { return nil }
        let point = cell.lastIndex(of: 0x2E)
        if let point {
            // Both marks: the last one stands before decimals.
            let thousandsMark: UInt8 = point > comma ? 0x2C : 0x2E
            guard Self.areThousands(cell[..<max(point, comma)], mark: thousandsMark) else {
                return nil
            }
            let rest = cell.filter { $0 != thousandsMark }
            return point > comma
                ? DecimalNumber(rest[...])
                : DecimalNumber(rest[...], decimalMark: 0x2C)
        }
        if hasThousandsSeparators { return DecimalNumber(cell.filter { $0 != 0x2C }[...]) }
        return commaIsDecimal ? DecimalNumber(cell, decimalMark: 0x2C) : nil
    }

    /// Returns true if a mark stands before groups of three digits only: `1000,127` is two numbers.
    private static func areThousands(_ whole: ArraySlice<UInt8>, mark: UInt8) -> Bool {
        let groups = whole.split(separator: mark, omittingEmptySubsequences: false)
        return groups[0].count(where: { $0 &- 0x30 < 10 }) <= 3
            && groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    /// Returns true if the commas of a column's cells separate thousands: three digits after each,
    /// none of them `0,858`, and whole numbers of three digits beside them.
    static func hasThousands(_ cells: some Sequence<ArraySlice<UInt8>>) -> Bool {
        var commaCount = 0
        var hasWholeNumber = false
        for cell in cells {
            guard let comma = cell.lastIndex(of: 0x2C) else {
                if cell.count == 3, cell.allSatisfy({ $0 &- 0x30 < 10 }) { hasWholeNumber = true }
                continue
            }
            // Lines above the rows hold dates and words.
            guard DecimalNumber(cell, decimalMark: 0x2C) != nil else { continue }
            guard cell.endIndex - comma == 4, cell.first != 0x30, !cell.contains(0x2E),
                comma > cell.startIndex
            else { return false }
            commaCount += 1
        }
        return commaCount > 0 && hasWholeNumber
    }

    /// Returns true if a cell states that its value is missing.
    static func isMissing(_ cell: ArraySlice<UInt8>) -> Bool {
        guard cell.count <= 7 else { return false }
        return [
            "", "nan", "na", "n/a", "null", "none", "-", "--", "inf", "-inf", "nil", "#n/a", "?",
        ]
        .contains(TextLine.string(cell).lowercased())
    }
}
