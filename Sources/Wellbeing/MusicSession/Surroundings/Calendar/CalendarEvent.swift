import Foundation
import PhysioTypes

/// A busy event of a calendar that is not of a whole day, once or repeated.
struct CalendarEvent: Sendable {
    private let start: CalendarTime
    /// s since 1970.
    private let firstStartSeconds: Double
    private let durationSeconds: Double
    private let rule: CalendarRule?
    /// Starts that are left out; s since 1970.
    private let exceptions: Set<Double>
    /// Days that are left out.
    private let exceptionDays: Set<CivilDate>

    /// Lines of an event, as they are.
    struct Draft {
        private(set) var id: String?
        private(set) var isBusy = true
        private(set) var isReplacement = false
        fileprivate var timeLines: [String: CalendarLine] = [:]
        fileprivate var exceptions: [CalendarLine] = []
        fileprivate var hasUnsupportedRules = false

        private static let maxExceptions = 2000

        mutating func apply(_ line: CalendarLine) {
            switch line.name {
            case "UID": id = String(line.value.prefix(512))
            case "DTSTART", "DTEND", "DURATION", "RRULE", "RECURRENCE-ID":
                isReplacement = isReplacement || line.name == "RECURRENCE-ID"
                // Two rules are more than one that is followed.
                if line.name == "RRULE", timeLines["RRULE"] != nil { hasUnsupportedRules = true }
                timeLines[line.name] = line
            case "EXDATE":
                if exceptions.count < Self.maxExceptions { exceptions.append(line) }
            case "RDATE", "EXRULE": hasUnsupportedRules = true
            case "TRANSP": if line.value.uppercased() == "TRANSPARENT" { isBusy = false }
            case "STATUS": if line.value.uppercased() == "CANCELLED" { isBusy = false }
            default: break
            }
        }

        /// The start that this event replaces; s since 1970.
        func replacedStartSeconds(_ homeZone: TimeZone) -> Double? {
            timeLines["RECURRENCE-ID"].flatMap {
                try? CalendarTime($0.value, zoneName: $0.parameters["TZID"], homeZone: homeZone)
            }?.unixSeconds
        }
    }

    /// - Returns: the event, and whether all its days are followed; nil for one of whole days or without a length.
    static func read(
        _ draft: Draft, homeZone: TimeZone, replaced: Set<Double>, steps: inout Int
    ) throws(CalendarTime.Failure) -> (event: CalendarEvent, isFullyExpanded: Bool)? {
        guard let line = draft.timeLines["DTSTART"] else { throw .unreadable }
        let start = try CalendarTime(
            line.value, zoneName: line.parameters["TZID"], homeZone: homeZone)
        guard start.secondsOfDay != nil else { return nil }
        let durationSeconds = try Self.durationSeconds(draft, start, homeZone)
        guard durationSeconds > 0 else { return nil }
        let text = draft.timeLines["RRULE"]?.value
        let rule = text.flatMap {
            CalendarRule($0, start: start, homeZone: homeZone, steps: &steps)
        }
        let exceptionTimes = exceptions(draft, homeZone)
        let event = CalendarEvent(
            start: start, firstStartSeconds: start.unixSeconds,
            durationSeconds: min(durationSeconds, BusyCalendar.maxSeconds), rule: rule,
            exceptions: exceptionTimes.moments.union(replaced), exceptionDays: exceptionTimes.days)
        return (event, (text == nil || rule != nil) && !draft.hasUnsupportedRules)
    }

    private static func durationSeconds(
        _ draft: Draft, _ start: CalendarTime, _ homeZone: TimeZone
    ) throws(CalendarTime.Failure) -> Double {
        if let line = draft.timeLines["DTEND"] {
            let end = try CalendarTime(
                line.value, zoneName: line.parameters["TZID"], homeZone: homeZone)
            return end.unixSeconds - start.unixSeconds
        }
        guard let line = draft.timeLines["DURATION"] else { return 0 }
        guard let durationSeconds = duration(line.value) else { throw .unreadable }
        return durationSeconds
    }

    /// Such as `PT1H30M`, `P1D` or `P2W`; s. nil for anything else.
    static func duration(_ text: String) -> Double? {
        var (sum, number, isTime, hasPart) = (0.0, "", false, false)
        var rest = text.uppercased()[...]
        if rest.first == "+" { rest.removeFirst() }
        guard rest.popFirst() == "P", text.count <= 32 else { return nil }
        for character in rest {
            if character.isWholeNumber, character.isASCII {
                number.append(character)
                continue
            }
            if character == "T", number.isEmpty, !isTime {
                isTime = true
                continue
            }
            let units: [Character: Double] =
                isTime ? ["H": 3600, "M": 60, "S": 1] : ["W": 604_800, "D": 86_400]
            guard let unit = units[character], let count = Double(number) else { return nil }
            sum += unit * count
            (number, hasPart) = ("", true)
        }
        return number.isEmpty && hasPart ? sum : nil
    }

    private static func exceptions(
        _ draft: Draft, _ homeZone: TimeZone
    ) -> (moments: Set<Double>, days: Set<CivilDate>) {
        var moments: Set<Double> = []
        var days: Set<CivilDate> = []
        for line in draft.exceptions {
            for value in line.value.split(separator: ",") {
                let exceptionTime = try? CalendarTime(
                    String(value), zoneName: line.parameters["TZID"], homeZone: homeZone)
                guard let exceptionTime else { continue }
                if exceptionTime.secondsOfDay == nil {
                    days.insert(exceptionTime.day)
                } else {
                    moments.insert(exceptionTime.unixSeconds)
                }
            }
        }
        return (moments, days)
    }

    func isOngoing(atSeconds now: Double) -> Bool {
        guard now >= firstStartSeconds else { return false }
        guard rule != nil else {
            return now < firstStartSeconds + durationSeconds && isOngoing(on: start.day, now)
        }
        let today = start.day(atSeconds: now)
        // The day before too, where an event lasts over midnight; and one more where clocks change.
        let dayCount = Int(durationSeconds / 86_400) + 2
        return (0...dayCount).contains { isOngoing(on: today.adding(days: -$0), now) }
    }

    private func isOngoing(on day: CivilDate, _ now: Double) -> Bool {
        startSeconds(on: day).map { $0 <= now && now < $0 + durationSeconds } ?? false
    }

    /// Returns the start of the event on a day of its zone; s since 1970; nil where there is none.
    private func startSeconds(on day: CivilDate) -> Double? {
        guard rule?.includesDay(day) ?? true, !exceptionDays.contains(day) else { return nil }
        let begin = start.unixSeconds(on: day)
        return begin <= (rule?.untilSeconds ?? .infinity) && !exceptions.contains(begin)
            ? begin : nil
    }

    /// The first start after a moment, not later than a time of at most a day; s since 1970.
    func nextStartSeconds(after now: Double, within seconds: Double) -> Double? {
        let today = start.day(atSeconds: now)
        // One day more on either side where clocks change.
        let days = rule == nil ? [start.day] : (-1...2).map { today.adding(days: $0) }
        return days.compactMap(startSeconds).filter {
            $0 >= firstStartSeconds && $0 > now && $0 <= now + seconds
        }.min()
    }
}
