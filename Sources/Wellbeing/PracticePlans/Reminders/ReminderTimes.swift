/// The times of a day at which a reminder is announced.
package struct ReminderTimes: Sendable, Hashable {
    package static let allowedValuesText =
        "times such as 07:00,21:30 (\(ClockTime.allowedValuesText)), or every 90 from 09:00 to 17:00"
    /// The number of times that a list may have.
    package static let timeCountRange = 1...24
    /// Minutes from one time to the next, where they repeat.
    package static let repetitionMinutesRange = 5...720

    /// Minutes that repeat between two times, where it is not a list.
    private struct Repetition: Hashable {
        let minutes: Int
        let from: ClockTime
        let to: ClockTime
    }

    /// Ascending, each once.
    package let times: [ClockTime]
    private let repetition: Repetition?

    /// - Parameter times: in any order; one that stands twice counts once.
    /// - Throws: `ReminderError.outOfRange` where they are none or more than 24.
    package init(_ times: [ClockTime]) throws(ReminderError) {
        guard Self.timeCountRange.contains(times.count) else {
            throw .outOfRange(setting: "times", found: times.count, allowed: Self.timeCountRange)
        }
        self.times = Set(times).sorted()
        repetition = nil
    }

    /// Every so many minutes, from a time on to a later one, which counts if it is hit.
    ///
    /// - Throws: `ReminderError` outside 5...720 min, and where `to` is not later than `from`.
    package init(everyMinutes: Int, from: ClockTime, to: ClockTime) throws(ReminderError) {
        guard Self.repetitionMinutesRange.contains(everyMinutes) else {
            throw .outOfRange(
                setting: "every", found: everyMinutes, allowed: Self.repetitionMinutesRange)
        }
        guard from < to else { throw .invalidTimeRange(setting: "every", from: from, to: to) }
        var times: [ClockTime] = []
        for minute in stride(from: from.minute, through: to.minute, by: everyMinutes) {
            times.append(try ClockTime(minute: minute))
        }
        self.times = times
        repetition = Repetition(minutes: everyMinutes, from: from, to: to)
    }

    /// `07:00,21:30`, or `every 90 from 09:00 to 17:00`.
    package init(_ text: String) throws(ReminderError) {
        let words = text.lowercased().split(separator: " ")
        if words.first == "every" {
            guard words.count == 6, let minutes = Int(words[1]), words[2] == "from",
                words[4] == "to"
            else { throw .invalidSchedule(found: text, allowed: Self.allowedValuesText) }
            try self.init(
                everyMinutes: minutes, from: ClockTime(words[3]), to: ClockTime(words[5]))
            return
        }
        var times: [ClockTime] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            times.append(try ClockTime(part.trimmingPrefix(while: { $0 == " " })))
        }
        try self.init(times)
    }

    /// The times as `init(_:)` reads them.
    package var text: String {
        if let repetition {
            return "every \(repetition.minutes) from \(repetition.from.text)"
                + " to \(repetition.to.text)"
        }
        return times.map(\.text).joined(separator: ",")
    }
}
