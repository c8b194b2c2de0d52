package import PhysioTypes

/// One time at which a rule asks for a reminder.
///
/// It is the rule with a date and a time on the wall, without a zone: whatever clocks, zones and
/// programs do, each is settled once.
package struct ReminderOccurrence: Sendable, Hashable {
    package let ruleID: String
    package let date: CivilDate
    package let time: ClockTime

    package init(ruleID: String, date: CivilDate, time: ClockTime) {
        self.ruleID = ruleID
        self.date = date
        self.time = time
    }

    /// Such as `morning 2026-11-22T07:00`.
    package var key: String { "\(ruleID) \(date.text)T\(time.text)" }

    /// The moment at which clocks of a zone first show it, or a later time; ms since 1970.
    package func momentMs(in zone: ZoneRules) -> Int64 {
        zone.unixMs(of: date, minute: time.minute)
    }
}
