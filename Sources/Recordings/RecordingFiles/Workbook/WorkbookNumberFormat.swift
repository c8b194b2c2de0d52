/// The meaning of the numbers of a cell, by the format in which they are shown.
enum WorkbookNumberFormat: Equatable {
    case plain
    /// Days, shown as a date, with or without the time of day.
    case date
    /// Parts of a day, shown as a time.
    case time

    /// Days from 1899-12-30 to 1970-01-01, and to the first day of the other count.
    private static let unixEpochDays = 25_569.0
    private static let daysTo1904 = 1_462.0
    /// The day after 9999-12-31, the last date of a workbook.
    private static let dayLimit = 2_958_466.0
    private static let dayMs = 86_400_000.0

    /// - Parameter identifier: of the format; those below 164 have a meaning of their own.
    /// - Parameter code: of a format that the workbook defines.
    init(_ identifier: Int, code: String?) {
        if let code {
            self = Self.kind(code)
            return
        }
        self =
            switch identifier {
            case 14...17, 22, 27...31, 36, 50...58: .date
            case 18...21, 32...35, 45...47: .time
            default: .plain
            }
    }

    /// The kind that the letters of a format show: `yyyy-mm-dd hh:mm`, `[h]:mm:ss`.
    private static func kind(_ code: String) -> WorkbookNumberFormat {
        var letters = Set<Character>()
        var rest = Substring(code.lowercased().prefix { $0 != ";" })
        while let first = rest.popFirst() {
            switch first {
            case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
            case "\\", "_", "*": rest = rest.dropFirst()
            case "[":
                // `[h]` is time that passed; `[red]` and `[$-407]` are none.
                let inner = rest.prefix { $0 != "]" }
                if inner.allSatisfy({ "hms".contains($0) }) { letters.formUnion(inner) }
                rest = rest.dropFirst(inner.count + 1)
            default: letters.insert(first)
            }
        }
        guard !letters.contains("0") || letters.contains("s") || letters.contains("h") else {
            return .plain
        }
        if letters.contains("y") || letters.contains("d") { return .date }
        return letters.contains("h") || letters.contains("s") ? .time : .plain
    }

    /// The text that stands for a number of a cell.
    ///
    /// - Returns: a date as `2026-01-17T17:47:13.250`, a time as `17:47:13.250`; a number that is no
    ///   time is itself.
    func text(_ value: Double, countsFrom1904: Bool) -> String {
        let plain = NumberType.float64.text(value)
        guard self != .plain, value >= 0, value < Self.dayLimit else { return plain }
        if self == .time { return Self.clock(value) }
        let days = value + (countsFrom1904 ? Self.daysTo1904 : 0) - Self.unixEpochDays
        return CivilTime.text(
            CivilTime.Stamp(wallClockMs: Int64((days * Self.dayMs).rounded()), zone: .unstated))
    }

    private static func clock(_ days: Double) -> String {
        let ms = Int((days * dayMs).rounded())
        func twoDigitText(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let milliseconds = ms % 1000
        let clock =
            "\(twoDigitText(ms / 3_600_000)):\(twoDigitText(ms / 60_000 % 60)):\(twoDigitText(ms / 1000 % 60))"
        guard milliseconds > 0 else { return clock }
        return clock + "." + (milliseconds < 100 ? "0" : "") + twoDigitText(milliseconds)
    }
}
