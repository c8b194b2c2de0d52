import Foundation
import PracticePlans
import SessionHistory

/// The end of a practice that was not announced, since its program died.
struct EndedPractice {
    let note: ReminderNote
    let event: ReminderEvent

    /// Stands for a reminder in the table of what became of them; no reminder can have this id.
    static let reminderID = "@ended"
    /// Time after the end for which it is still announced; s.
    private static let graceSeconds = 7200.0

    /// - Returns: nil where nothing ended so, it has not ended yet, or it was announced.
    init?(
        _ store: SessionStore, clock: any PracticeClock, language: PracticeLanguage
    ) throws(HistoryError) {
        guard let activity = try store.abandonedActivity(), activity.isPractice,
            let entry = try? store.practice(activity.id), entry.state == .interrupted,
            let stored = StoredPractice(entry, clock: clock)
        else { return nil }
        let now = clock.date
        let end = stored.plannedEnd ?? entry.endedAt
        let ageSeconds = now.timeIntervalSince(end)
        guard (0...Self.graceSeconds).contains(ageSeconds) else { return nil }
        let id = entry.id.uuidString
        let known = try store.reminderEvents(of: [Self.reminderID], from: id)
        guard known.first?.occurrence != id else { return nil }
        let time = LocalTime.text(
            Date(timeIntervalSince1970: end.timeIntervalSince1970.rounded(.down)),
            utcOffsetSeconds: clock.zone.secondsFromGMT(for: end))
        let timeOfDay = String(time.dropFirst(11).prefix(5))
        let text =
            stored.plannedEnd == nil
            ? ReminderWords.interrupted(entry.title, timeOfDay, language)
            : ReminderWords.ended(entry.title, timeOfDay, language)
        note = ReminderNote(id: id, text: text, at: end, clock.zone)
        event = ReminderEvent(
            reminderID: Self.reminderID, occurrence: id, state: ReminderEvent.StateText.announcing,
            changedAtMs: Int64((now.timeIntervalSince1970 * 1000).rounded()))
    }
}
