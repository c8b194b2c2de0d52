/// A date, a time of day or an elapsed time as a cell states it, before the order of day and month
/// is known.
///
/// The order shows in the column, not in the cell: `03/04/2025` is the third of April or the fourth
/// of March, and the cell below it may settle which.
struct WrittenTime: Equatable {
    /// The parts of a date.
    enum DateParts: Equatable {
        /// No date: a time of day alone.
        case none
        /// Days since 1970-01-01.
        case known(day: Int)
        /// Two numbers of which one is the day and the other the month.
        case open(first: Int, second: Int, year: Int, mark: UInt8)
    }

    /// Order of day and month.
    typealias Order = RRTextOptions.DateOrder

    private(set) var date = DateParts.none
    /// The time since midnight, or since 0 for an elapsed time of minutes and seconds; µs.
    private(set) var timeOfDayUs: Int64 = 0
    private(set) var zone = CivilTime.Zone.unstated
    /// True if a time of day stands beside the date.
    private(set) var hasTimeOfDay = false
    /// True if the time has one colon: minutes and seconds, or hours and minutes.
    private(set) var hasOneColon = false
    /// True if `AM` or `PM` follows, as where months are written first.
    private(set) var hasDayPeriod = false

    private static let dayUs: Int64 = 86_400_000_000

    /// True if the date is one such as 3/4/2025, which does not show its order by itself.
    var hasAmbiguousDate: Bool { if case .open = date { true } else { false } }

    /// The time in a cell; nil for anything that is no date and no time with a colon.
    init?(_ field: ArraySlice<UInt8>) {
        // Nearly every cell of a table is a number: the first bytes settle that.
        guard field.count >= 4, field.count <= 48,
            field.contains(where: {
                $0 == 0x3A || $0 == 0x2F || $0 == 0x2D || $0 == 0x2E || $0 == 0x2C || $0 == 0x20
            }),
            DecimalNumber(field) == nil
        else { return nil }
        var parser = Parser(field)
        guard let time = parser.time() else { return nil }
        self = time
    }

    private init() {}

    /// Milliseconds as the text shows them, counted from 1970 as if they were in UTC, or since
    /// midnight where there is no date.
    ///
    /// - Returns: nil for a day or month that does not exist in that order.
    func wallClockMs(_ order: Order) -> Int64? {
        switch date {
        case .none: return timeOfDayUs / 1000
        case .known(let day): return Int64(day) * 86_400_000 + timeOfDayUs / 1000
        case .open(let first, let second, let year, _):
            let (day, month) = order == .dayFirst ? (first, second) : (second, first)
            guard (1...12).contains(month), (1...31).contains(day) else { return nil }
            return Int64(CivilTime.days(year, month, day)) * 86_400_000 + timeOfDayUs / 1000
        }
    }

    /// The order of day and month of a column of times, or both orders where nothing settles it.
    ///
    /// - Returns: an empty list where the dates fit no order.
    static func orders(of times: some Sequence<WrittenTime>) -> [Order] {
        var (firstIsDay, secondIsDay) = (false, false)
        var marks: Set<UInt8> = []
        var hasDayPeriod = false
        var hasAmbiguousDate = false
        for time in times {
            hasDayPeriod = hasDayPeriod || time.hasDayPeriod
            guard case .open(let first, let second, _, let mark) = time.date else { continue }
            hasAmbiguousDate = true
            marks.insert(mark)
            if first > 12 { firstIsDay = true }
            if second > 12 { secondIsDay = true }
        }
        guard hasAmbiguousDate else { return [.dayFirst] }
        switch (firstIsDay, secondIsDay) {
        case (true, true): return []
        case (true, false): return [.dayFirst]
        case (false, true): return [.monthFirst]
        case (false, false):
            // Points stand between day and month in German, Polish and Czech alone, which begin
            // with the day.
            if marks == [UInt8(ascii: ".")], !hasDayPeriod { return [.dayFirst] }
            return [.dayFirst, .monthFirst]
        }
    }
}

extension WrittenTime {
    private struct Parser {
        private let bytes: [UInt8]
        private var position = 0

        init(_ field: ArraySlice<UInt8>) {
            // Thin and fixed spaces before AM and PM become plain ones.
            var plain: [UInt8] = []
            plain.reserveCapacity(field.count)
            var index = field.startIndex
            while index < field.endIndex {
                let byte = field[index]
                if byte == 0xC2, index + 1 < field.endIndex, field[index + 1] == 0xA0 {
                    plain.append(0x20)
                    index += 2
                } else if byte == 0xE2, index + 2 < field.endIndex, field[index + 1] == 0x80 {
                    plain.append(0x20)
                    index += 3
                } else {
                    plain.append(byte == 0xA0 ? 0x20 : byte)
                    index += 1
                }
            }
            bytes = plain
        }

        mutating func time() -> WrittenTime? {
            var time = WrittenTime()
            if let date = date() {
                time.date = date
                skip { $0 == 0x20 || $0 == 0x54 || $0 == 0x2C || $0 == 0x5F || $0 == 0x74 }
                if isAtEnd { return time }
                guard clock(&time) else { return nil }
            } else {
                position = 0
                guard clock(&time) else { return nil }
            }
            skip { $0 == 0x20 }
            if let zone = zone() { time.zone = zone }
            return isAtEnd ? time : nil
        }

        private var isAtEnd: Bool { position == bytes.count }

        private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
            while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
        }

        private mutating func consume(_ byte: UInt8) -> Bool {
            guard position < bytes.count, bytes[position] == byte else { return false }
            position += 1
            return true
        }

        private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
            let begin = position
            var value = 0
            while position < bytes.count, position - begin < digits.upperBound,
                bytes[position] &- 0x30 < 10
            {
                value = value * 10 + Int(bytes[position] &- 0x30)
                position += 1
            }
            guard position - begin >= digits.lowerBound else { return nil }
            if position < bytes.count, bytes[position] &- 0x30 < 10 { return nil }
            return value
        }

        private mutating func word() -> String? {
            let begin = position
            skip { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x80 }
            guard position > begin else { return nil }
            return TextLine.string(bytes[begin..<position]).lowercased()
        }

        /// `2025-07-13`, `13.07.2025`, `7/13/25`, `13-Jul-2025`, `Jul 13, 2025`, `20250713`.
        private mutating func date() -> DateParts? {
            let begin = position
            if let month = monthName() {
                skip { $0 == 0x20 || $0 == 0x2E || $0 == 0x2D }
                guard let day = number(1...2), (1...31).contains(day) else { return fail(begin) }
                skip { $0 == 0x20 || $0 == 0x2C || $0 == 0x2D }
                guard let year = year() else { return fail(begin) }
                return .known(day: CivilTime.days(year, month, day))
            }
            if let compactDate = number(8...8) {
                let (year, month, day) = (
                    compactDate / 10_000, compactDate / 100 % 100, compactDate % 100
                )
                guard (1...12).contains(month), (1...31).contains(day), (1900...2200).contains(year)
                else { return fail(begin) }
                return .known(day: CivilTime.days(year, month, day))
            }
            position = begin
            guard let first = number(1...4), position < bytes.count else { return fail(begin) }
            let digitCount = position - begin
            var mark = bytes[position]
            if mark == 0x2E, position + 1 < bytes.count, bytes[position + 1] == 0x20 {
                // `13. Juli 2025`
                position += 1
                mark = 0x20
            }
            guard mark == 0x2D || mark == 0x2F || mark == 0x2E || mark == 0x20 else {
                return fail(begin)
            }
            position += 1
            if let month = monthName() {
                skip { $0 == 0x20 || $0 == 0x2E || $0 == 0x2D || $0 == 0x2C || $0 == 0x2F }
                guard digitCount <= 2, (1...31).contains(first), let year = year() else {
                    return fail(begin)
                }
                return .known(day: CivilTime.days(year, month, first))
            }
            guard mark != 0x20, let second = number(1...2), consume(mark) else {
                return fail(begin)
            }
            if digitCount == 4 {
                guard let day = number(1...2), (1...12).contains(second), (1...31).contains(day)
                else { return fail(begin) }
                return .known(day: CivilTime.days(first, second, day))
            }
            guard digitCount <= 2, let year = year(), (1...31).contains(first),
                (1...31).contains(second), first <= 12 || second <= 12
            else { return fail(begin) }
            return .open(first: first, second: second, year: year, mark: mark)
        }

        private mutating func fail(_ begin: Int) -> DateParts? {
            position = begin
            return nil
        }

        private mutating func year() -> Int? {
            let begin = position
            guard let year = number(2...4), position - begin != 3 else { return nil }
            return year < 100 ? (year < 70 ? 2000 : 1900) + year : year
        }

        private mutating func monthName() -> Int? {
            let begin = position
            guard let word = word(), word.unicodeScalars.count >= 3 else {
                position = begin
                return nil
            }
            guard let month = Self.months[String(word.unicodeScalars.prefix(3).map(Character.init))]
            else {
                position = begin
                return nil
            }
            return month
        }

        /// The first three letters of the months' names in ten languages, where they are not those
        /// of a month of another number.
        private static let months: [String: Int] = {
            let names: [[String]] = [
                ["jan", "jän", "ene", "gen", "sty", "led"], ["feb", "fév", "fev", "lut", "úno"],
                ["mar", "mär", "mrz", "mrt", "maa", "bře"], ["apr", "avr", "abr", "kwi", "dub"],
                ["may", "mai", "mag", "mei", "maj", "kvě"], ["jun", "giu", "cze", "čer"],
                ["jul", "lug", "lip", "čvc"], ["aug", "aoû", "aou", "ago", "sie", "srp"],
                ["sep", "set", "wrz", "zář"], ["oct", "okt", "ott", "out", "paź", "říj"],
                ["nov", "lis"], ["dec", "dez", "déc", "dic", "gru", "pro"],
            ]
            var table: [String: Int] = [:]
            for (index, list) in names.enumerated() {
                for name in list { table[name] = index + 1 }
            }
            return table
        }()

        /// `23:58:00.858`, `11:59 PM`, `23:58:00:858`, `12:34.5`.
        private mutating func clock(_ time: inout WrittenTime) -> Bool {
            guard let first = number(1...3), consume(0x3A), let second = number(1...2), second < 60
            else { return false }
            var seconds: Int64
            if consume(0x3A) {
                guard let third = number(1...2), third < 61 else { return false }
                seconds = Int64(first) * 3600 + Int64(second) * 60 + Int64(third)
            } else {
                time.hasOneColon = true
                seconds = Int64(first) * 60 + Int64(second)
            }
            var fractionUs: Int64 = 0
            if position < bytes.count,
                [0x2E, 0x2C, 0x3A].contains(bytes[position]), position + 1 < bytes.count,
                bytes[position + 1] &- 0x30 < 10
            {
                position += 1
                var scale: Int64 = 100_000
                while position < bytes.count, bytes[position] &- 0x30 < 10 {
                    fractionUs += Int64(bytes[position] &- 0x30) * scale
                    scale /= 10
                    position += 1
                }
            }
            skip { $0 == 0x20 }
            if let half = dayPeriod() {
                guard (1...12).contains(first) else { return false }
                time.hasDayPeriod = true
                if time.hasOneColon {
                    seconds *= 60
                    time.hasOneColon = false
                }
                seconds += (half == 1 ? 43_200 : 0) - (first == 12 ? 43_200 : 0)
            } else if time.date != .none, time.hasOneColon {
                // Beside a date one colon stands between hours and minutes.
                guard fractionUs == 0 else { return false }
                seconds *= 60
                time.hasOneColon = false
            }
            if time.date != .none, seconds >= 86_400 { return false }
            time.hasTimeOfDay = true
            time.timeOfDayUs = seconds * 1_000_000 + fractionUs
            return true
        }

        private mutating func dayPeriod() -> Int? {
            guard position + 1 < bytes.count else { return nil }
            let letter = bytes[position] | 0x20
            guard letter == 0x61 || letter == 0x70 else { return nil }
            var end = position + 1
            if bytes[end] == 0x2E { end += 1 }
            guard end < bytes.count, bytes[end] | 0x20 == 0x6D else { return nil }
            end += 1
            if end < bytes.count, bytes[end] == 0x2E { end += 1 }
            position = end
            return letter == 0x70 ? 1 : 0
        }

        private mutating func zone() -> CivilTime.Zone? {
            if isAtEnd { return nil }
            if consume(0x5A) || consume(0x7A) { return .utc }
            for name in ["UTC", "GMT"] where bytes[position...].starts(with: name.utf8) {
                position += 3
                if isAtEnd { return .utc }
            }
            let isNegative = bytes[position] == 0x2D
            guard isNegative || bytes[position] == 0x2B else { return nil }
            position += 1
            let begin = position
            guard let hours = number(1...4) else { return nil }
            let digitCount = position - begin
            var minutes = 0
            if digitCount > 2 {
                minutes = hours % 100 + hours / 100 * 60
            } else {
                minutes = hours * 60
                if consume(0x3A) {
                    guard let rest = number(2...2) else { return nil }
                    minutes += rest
                }
            }
            guard minutes <= 18 * 60 else { return nil }
            if isNegative, minutes == 0 { return .utc }
            return .offset(minutes: isNegative ? -minutes : minutes)
        }
    }
}
