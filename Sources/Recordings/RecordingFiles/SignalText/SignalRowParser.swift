/// Cuts a line into its fields and reads the wanted ones as numbers.
///
/// - Complexity: one pass over the line; allocates only where a number is of a rare shape.
struct SignalRowParser {
    /// The kind of a line.
    enum Line {
        /// A row, its values in ``values``.
        case row
        /// Blank, or a comment.
        case nothing
        /// No wanted field is a number.
        case unreadable
    }

    /// The marks that separate the fields of a row.
    struct Dialect: Equatable {
        /// The byte between fields; a space for any white space; nil for one number a line.
        var separator: UInt8?
        var commaIsDecimal: Bool
    }

    let dialect: Dialect
    /// The index in `values` for each column; -1 for columns that are not wanted.
    private let slots: [Int]
    /// The slot whose field may be a date.
    private let timeSlot: Int?
    /// Times of day begin again at midnight, and elapsed ones of minutes and seconds at the full hour.
    private var clock = (last: -Double.infinity, base: 0.0)
    /// The values of the last row; NaN where one is missing.
    private(set) var values: [Double]

    /// - Parameter columns: the wanted columns, in the order of the values.
    /// - Parameter timeColumn: the one of them that holds times.
    init(_ dialect: Dialect, columns: [Int], timeColumn: Int? = nil) {
        self.dialect = dialect
        var slots = [Int](repeating: -1, count: (columns.max() ?? 0) + 1)
        for (slot, column) in columns.enumerated() { slots[column] = slot }
        self.slots = slots
        timeSlot = timeColumn.flatMap(columns.firstIndex)
        values = [Double](repeating: .nan, count: columns.count)
    }

    mutating func parse(_ bytes: [UInt8], _ line: Range<Int>) -> Line {
        var position = line.lowerBound
        let end = line.upperBound
        skipSpace(bytes, &position, end)
        guard position < end else { return .nothing }
        if isComment(bytes, position, end) { return .nothing }
        for slot in values.indices { values[slot] = .nan }
        var numberCount = 0
        var wordCount = 0
        for slot in slots {
            guard position <= end else { break }
            if slot >= 0 {
                switch field(bytes, &position, end, slot) {
                case .number: numberCount += 1
                case .word: wordCount += 1
                case .missing: break
                }
            }
            skipField(bytes, &position, end)
        }
        return numberCount == 0 && wordCount > 0 ? .unreadable : .row
    }

    // MARK: Fields

    private enum Field { case number, missing, word }

    /// Reads the field at `position`, which moves into it at most.
    private mutating func field(
        _ bytes: [UInt8], _ position: inout Int, _ end: Int, _ slot: Int
    ) -> Field {
        var index = position
        skipSpace(bytes, &index, end)
        let isQuoted = index < end && bytes[index] == 0x22
        if isQuoted { index += 1 }
        if let number = NumberScanner.number(
            bytes, at: &index, end: end, commaIsMark: dialect.commaIsDecimal)
        {
            if isQuoted, index < end, bytes[index] == 0x22 { index += 1 }
            if dialect.separator != 0x20 { skipSpace(bytes, &index, end) }
            if index == end || isSeparator(bytes[index]) {
                values[slot] = number
                position = index
                return .number
            }
        }
        return parseSpecialField(bytes, position, end, slot)
    }

    /// A field that is no plain number: a date, a missing value, a number of many digits, a word.
    private mutating func parseSpecialField(
        _ bytes: [UInt8], _ position: Int, _ end: Int, _ slot: Int
    ) -> Field {
        var fieldEnd = position
        skipField(bytes, &fieldEnd, end)
        let hasSeparator = fieldEnd <= end && isSeparator(bytes[fieldEnd - 1])
        let text = TextLine.trimmed(
            bytes[position..<(hasSeparator ? fieldEnd - 1 : min(end, fieldEnd))])
        if slot == timeSlot, let milliseconds = CivilTime.milliseconds(text) {
            values[slot] = Double(milliseconds) / 1000
            return .number
        }
        if slot == timeSlot, let time = Self.clock(text) {
            values[slot] = seconds(of: time)
            return .number
        }
        if let number = Self.number(text, dialect.commaIsDecimal), number.isFinite {
            values[slot] = number
            return .number
        }
        return Self.isMissing(text) ? .missing : .word
    }

    /// The time of day, or the elapsed time, of a cell without a date; nil for anything else.
    static func clock(_ text: ArraySlice<UInt8>) -> WrittenTime? {
        guard text.contains(0x3A), let time = WrittenTime(text), time.date == .none else {
            return nil
        }
        return time
    }

    /// Seconds that go on after midnight.
    private mutating func seconds(of time: WrittenTime) -> Double {
        let period = time.hasOneColon ? 3600.0 : 86_400
        let seconds = Double(time.timeOfDayUs) / 1e6
        if seconds < clock.last - period / 2 { clock.base += period }
        clock.last = seconds
        return clock.base + seconds
    }

    static func number(_ text: ArraySlice<UInt8>, _ commaIsMark: Bool) -> Double? {
        let number =
            DecimalNumber(text)
            ?? (commaIsMark ? DecimalNumber(text, decimalMark: UInt8(ascii: ",")) : nil)
        return number?.value()
    }

    static func isMissing(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count <= 4 else { return false }
        return ["", "nan", "na", "n/a", "null", "none", "-", "inf", "-inf"].contains(
            TextLine.string(text).lowercased())
    }

    // MARK: Separators

    private func isSeparator(_ byte: UInt8) -> Bool {
        dialect.separator == 0x20 ? byte == 0x20 || byte == 0x09 : byte == dialect.separator
    }

    private func skipSpace(_ bytes: [UInt8], _ position: inout Int, _ end: Int) {
        while position < end, bytes[position] == 0x20 || (0x09...0x0D).contains(bytes[position]),
            bytes[position] != dialect.separator || dialect.separator == 0x20
        {
            position += 1
        }
    }

    /// Moves to the next field; beyond the end where none follows.
    private func skipField(_ bytes: [UInt8], _ position: inout Int, _ end: Int) {
        var isQuoted = false
        while position < end {
            if bytes[position] == 0x22 { isQuoted.toggle() }
            if !isQuoted, isSeparator(bytes[position]) { break }
            position += 1
        }
        position += 1
        // Several spaces are one separator, and those at the end of a line are none.
        guard dialect.separator == 0x20 else { return }
        skipSpace(bytes, &position, end)
        if position == end { position += 1 }
    }

    private func isComment(_ bytes: [UInt8], _ position: Int, _ end: Int) -> Bool {
        bytes[position] == UInt8(ascii: "#") || bytes[position] == UInt8(ascii: "%")
            || (bytes[position] == 0x2F && position + 1 < end && bytes[position + 1] == 0x2F)
    }
}
