import PhysioTypes

/// Hours of each day in which nothing is announced: from a time on, up to another one, if need be over
/// midnight.
package struct QuietHours: Sendable, Hashable {
    package let from: ClockTime
    package let to: ClockTime

    /// - Throws: `ReminderError.invalidTimeRange` where both are the same.
    package init(from: ClockTime, to: ClockTime) throws(ReminderError) {
        guard from != to else { throw .invalidTimeRange(setting: "quiet", from: from, to: to) }
        self.from = from
        self.to = to
    }

    /// `22:00-07:00`.
    package init(_ text: String) throws(ReminderError) {
        let bounds = text.split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2 else {
            throw .invalidSchedule(found: text, allowed: "two times such as 22:00-07:00")
        }
        try self.init(from: ClockTime(bounds[0]), to: ClockTime(bounds[1]))
    }

    package var text: String { from.text + "-" + to.text }

    /// The end of the quiet hours that a moment lies in; nil where it lies in none; ms since 1970.
    ///
    /// The first moment at the end is no longer quiet.
    func endMs(at unixMs: Int64, _ zone: ZoneRules) -> Int64? {
        let today = zone.instant(unixMs).date
        for date in [today.adding(days: -1), today] {
            let last = from < to ? date : date.adding(days: 1)
            let end = zone.unixMs(of: last, minute: to.minute)
            if zone.unixMs(of: date, minute: from.minute) <= unixMs, unixMs < end { return end }
        }
        return nil
    }
}
