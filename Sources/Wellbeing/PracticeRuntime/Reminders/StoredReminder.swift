import Foundation
package import PracticePlans
import ResonanceBreathing
package import SessionHistory

/// A rule as the history keeps it.
package struct StoredReminder: Codable {
    fileprivate static let kind = "reminder"
    private static let version = 1

    private enum Keys: String, CodingKey {
        case version, times, days, condition, text, via, grace, snooze, quiet
        case since = "since_ms"
    }

    private let form: ReminderForm
    private let sinceMs: Int64

    private init(_ rule: ReminderRule) { (form, sinceMs) = (ReminderForm(rule), rule.sinceMs) }

    package init(from decoder: any Decoder) throws {
        let fields = try StrictFields(
            decoder, fieldNames: ReminderForm.fieldNames + ["version", Keys.since.rawValue])
        try fields.checkVersion(Self.version)
        var form = try ReminderForm(fields)
        form.channels = try fields.optionalValue("via", "a list of ways") ?? form.channels
        self.form = form
        sinceMs = try fields.value(Keys.since.rawValue, "ms since 1970")
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(Self.version, forKey: .version)
        try values.encode(sinceMs, forKey: .since)
        try values.encode(form.times, forKey: .times)
        try values.encode(form.days, forKey: .days)
        try values.encode(form.condition, forKey: .condition)
        try values.encode(form.text, forKey: .text)
        try values.encode(form.channels, forKey: .via)
        try values.encode(form.grace, forKey: .grace)
        try values.encode(form.snooze, forKey: .snooze)
        try values.encodeIfPresent(form.quiet, forKey: .quiet)
    }

    /// The item of the history that holds a rule.
    package static func item(_ rule: ReminderRule) -> PracticeItem {
        PracticeItem(kind: kind, id: rule.id, value: PracticeJSON.text(StoredReminder(rule)))
    }

    /// - Returns: nil for an item that holds none, such as one of a later version.
    package static func rule(_ item: PracticeItem) -> ReminderRule? {
        guard
            let stored = try? JSONDecoder().decode(StoredReminder.self, from: Data(item.value.utf8))
        else { return nil }
        return try? stored.form.rule(id: item.id, sinceMs: stored.sinceMs)
    }

    /// - Returns: whether there was one; what became of its occurrences goes with it.
    package static func delete(_ id: String, _ store: SessionStore) throws(HistoryError) -> Bool {
        try store.deleteItem(kind: kind, id: id)
    }

    /// Returns true if a text can name a reminder.
    package static func isValidID(_ text: String) -> Bool { BreathPreset.isValidID(text) }
    package static var idRule: String { BreathPreset.idRule }

    /// A name made of the text of a reminder that none of some others has.
    package static func newID(_ text: String, besides others: Set<String>) -> String {
        UniqueID.of(text, fallback: "reminder", besides: others)
    }
}

extension SessionStore {
    /// The rules of all reminders, by id; those that cannot be read are left out.
    package func reminders() throws(HistoryError) -> [ReminderRule] {
        try practiceItems(kind: StoredReminder.kind).compactMap { StoredReminder.rule($0) }
    }
}
