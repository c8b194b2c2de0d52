package import Foundation
import PhysioTypes
package import PracticePlans
import SessionHistory

/// A text that is announced to a person.
package struct ReminderNote: Sendable, Hashable {
    /// Id of the reminder; nil where there is nothing to put off.
    package let rule: String?
    /// The local date and time that it is for: `2026-11-24T07:00`.
    package let localDateTime: String
    /// The same with seconds and the offset from UTC.
    package let timestampText: String
    package let text: String
    /// Names it among all notes.
    package let id: String

    /// A reminder of a rule.
    package init(_ rule: ReminderRule, _ occurrence: ReminderOccurrence, _ zone: TimeZone) {
        let ms = occurrence.momentMs(in: ZoneRules(zone))
        let date = Date(timeIntervalSince1970: Double(ms) / 1000)
        self.rule = rule.id
        localDateTime = occurrence.text
        timestampText = LocalTime.text(date, utcOffsetSeconds: zone.secondsFromGMT(for: date))
        text = rule.text
        id = occurrence.key
    }

    /// Creates a note of something else that is announced.
    package init(id: String, text: String, at date: Date, _ zone: TimeZone) {
        let seconds = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        rule = nil
        timestampText = LocalTime.text(seconds, utcOffsetSeconds: zone.secondsFromGMT(for: date))
        localDateTime = String(timestampText.prefix(16))
        self.text = text
        self.id = id
    }
}
