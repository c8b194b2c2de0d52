import Foundation
import PhysioTypes

/// The rule by which an event of a calendar repeats: daily or weekly.
///
/// Source: RFC 5545, 3.3.10. `INTERVAL`, `COUNT`, `UNTIL`, `BYDAY` without numbers and `WKST` are read. All other rules
/// are not expanded.
struct CalendarRule: Equatable {
    enum Frequency: String {
        case daily = "DAILY"
        case weekly = "WEEKLY"
    }

    let start: CivilDate
    let frequency: Frequency
    let interval: Int
    /// Days of the week, 0 for Monday; empty for every day of ``Frequency/daily``.
    let weekdays: Set<Int>
    /// First day of a week, 0 for Monday.
    let weekStart: Int
    /// The last day on which it may be; nil without an end.
    private(set) var lastDay: CivilDate?
    /// s since 1970 after which it does not begin any more.
    private(set) var untilSeconds = Double.infinity

    private static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    /// Rules that count farther are not expanded.
    static let maxCount = 10_000

    /// - Parameters:
    ///   - text: the value of `RRULE`.
    ///   - start: when it is for the first time.
    ///   - homeZone: the zone of an end without one.
    ///   - steps: how many days may still be counted in the whole calendar.
    /// - Returns: nil for a rule that is not expanded.
    init?(_ text: String, start: CalendarTime, homeZone: TimeZone, steps: inout Int) {
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";").prefix(32) {
            let words = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard words.count == 2 else { return nil }
            parts[words[0]] = words[1]
        }
        let supportedParts = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST"]
        guard Set(parts.keys).isSubset(of: supportedParts),
            let frequency = parts["FREQ"].flatMap(Frequency.init(rawValue:)),
            let interval = Int(parts["INTERVAL"] ?? "1"), (1...1000).contains(interval),
            let weekStart = Self.weekdayNames.firstIndex(of: parts["WKST"] ?? "MO"),
            let weekdays = Self.weekdays(parts["BYDAY"])
        else { return nil }
        self.start = start.day
        self.frequency = frequency
        self.interval = interval
        self.weekStart = weekStart
        self.weekdays =
            frequency == .weekly && weekdays.isEmpty ? [start.day.weekday] : weekdays
        if let text = parts["UNTIL"] {
            guard let until = try? CalendarTime(text, zoneName: nil, homeZone: start.zone) else {
                return nil
            }
            if until.secondsOfDay == nil {
                lastDay = until.day
            } else {
                untilSeconds = until.unixSeconds
            }
        }
        guard let text = parts["COUNT"] else { return }
        guard let count = Int(text), (1...Self.maxCount).contains(count),
            let last = day(number: count, steps: &steps)
        else { return nil }
        lastDay = min(last, lastDay ?? last)
    }

    private static func weekdays(_ text: String?) -> Set<Int>? {
        var found: Set<Int> = []
        for name in text?.split(separator: ",") ?? [] {
            guard let index = weekdayNames.firstIndex(of: String(name)) else { return nil }
            found.insert(index)
        }
        return found
    }

    /// The day of the event of a number from 1; nil where there is none within 200 years, or too much is counted.
    private func day(number count: Int, steps: inout Int) -> CivilDate? {
        var (remaining, day) = (count, start)
        let end = start.adding(days: 73_000)
        while day <= end, steps > 0 {
            steps -= 1
            if includesDay(day) { remaining -= 1 }
            if remaining == 0 { return day }
            day = day.adding(days: frequency == .daily ? interval : 1)
        }
        return nil
    }

    /// Returns true if the event is on a day, without its exceptions. The first day counts,
    /// whatever the rule says of it.
    func includesDay(_ day: CivilDate) -> Bool {
        guard day >= start, lastDay.map({ day <= $0 }) ?? true else { return false }
        if day == start { return true }
        guard weekdays.isEmpty || weekdays.contains(day.weekday) else { return false }
        switch frequency {
        case .daily: return (day.dayNumber - start.dayNumber) % interval == 0
        case .weekly: return (week(day) - week(start)) % interval == 0
        }
    }

    /// A number of a week that goes on by 1 with each.
    private func week(_ day: CivilDate) -> Int {
        // 1970-01-01 was a Thursday: three days after a Monday.
        Int((Double(day.dayNumber + 3 - weekStart) / 7).rounded(.down))
    }
}
