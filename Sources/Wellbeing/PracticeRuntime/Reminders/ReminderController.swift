import Foundation
import PhysioTypes
package import PracticePlans
package import SessionHistory

/// Applies what a person does with an announced reminder, and reports how reminders stand.
package struct ReminderController: Sendable {
    private let store: SessionStore
    private let clock: any PracticeClock

    package init(_ store: SessionStore, clock: any PracticeClock) {
        (self.store, self.clock) = (store, clock)
    }

    /// The present state of a reminder.
    package struct Status: Sendable {
        package let rule: ReminderRule
        /// The next occurrence that can be announced, and when; ms since 1970.
        package let next: (occurrence: ReminderOccurrence, atMs: Int64)?
        /// The newest event of the last week.
        package let last: ReminderEvent?
        /// Indicates whether the newest one was announced and can be put off by the time that the rule has.
        package let canSnooze: Bool
    }

    private var nowMs: Int64 { Int64((clock.date.timeIntervalSince1970 * 1000).rounded(.down)) }

    package func statuses() throws(HistoryError) -> [Status] {
        var results: [Status] = []
        for rule in try store.reminders() { results.append(try status(rule)) }
        return results
    }

    package func status(_ rule: ReminderRule) throws(HistoryError) -> Status {
        let (zone, now) = (ZoneRules(clock.zone), nowMs)
        let found = try Self.states(try events(rule, zone, now))
        let agenda = ReminderAgenda([rule], states: found.states, nowMs: now, zone: zone)
        let snoozed = found.lastAnnouncement.flatMap { announcement in
            try? announcement.state.snoozed(
                announcement.occurrence, minutes: rule.snoozeMinutes, nowMs: now, zone: zone)
        }
        return Status(
            rule: rule, next: agenda.next, last: found.events.last, canSnooze: snoozed != nil)
    }

    private func events(
        _ rule: ReminderRule, _ zone: ZoneRules, _ now: Int64
    ) throws(HistoryError) -> [ReminderEvent] {
        let first = zone.instant(now).date.adding(days: -ReminderAgenda.lookbackDays - 1)
        return try store.reminderEvents(of: [rule.id], from: first.text)
    }

    private typealias Announcement = (
        occurrence: ReminderOccurrence, state: ReminderState, event: ReminderEvent
    )

    private struct EventStates {
        var events: [ReminderEvent]
        var states: [ReminderOccurrence: ReminderState] = [:]
        /// The newest one that was announced.
        var lastAnnouncement: Announcement?
    }

    private static func states(_ events: [ReminderEvent]) throws(HistoryError) -> EventStates {
        var found = EventStates(events: events)
        for event in events {
            guard
                let occurrence = ReminderOccurrence(
                    ruleID: event.reminderID, text: event.occurrence),
                let state = event.occurrenceState
            else { continue }
            found.states[occurrence] = state
            if case .announced = state { found.lastAnnouncement = (occurrence, state, event) }
        }
        return found
    }

    // MARK: Putting off

    /// Puts a reminder off that was announced.
    ///
    /// - Parameter localDateTime: local date and time of the occurrence; nil: the newest one that was announced.
    /// - Parameter minutes: nil: as the rule has it.
    /// - Throws: `ReminderError` where it cannot be; `HistoryError`.
    package func snooze(_ rule: ReminderRule, localDateTime: String? = nil, minutes: Int? = nil)
        throws
    {
        try change(rule, localDateTime) { announcement, now, zone in
            guard let announcement else { throw ReminderError.notAnnounced }
            return (
                announcement.occurrence,
                try announcement.state.snoozed(
                    announcement.occurrence, minutes: minutes ?? rule.snoozeMinutes, nowMs: now,
                    zone: zone)
            )
        }
    }

    /// Silences a reminder for the rest of the day.
    ///
    /// - Parameter localDateTime: local date and time of the occurrence; nil: the newest one that was announced today, else the
    ///   next one of today.
    /// - Throws: `ReminderError.notAnnounced` where there is none; `HistoryError`.
    package func silence(_ rule: ReminderRule, localDateTime: String? = nil) throws {
        try change(rule, localDateTime) { announcement, now, zone in
            let today = zone.instant(now).date
            if let announcement, localDateTime != nil || announcement.occurrence.date == today {
                return (announcement.occurrence, .skipped(.notToday))
            }
            let next = try status(rule).next?.occurrence
            guard localDateTime == nil, let next, next.date == today else {
                throw ReminderError.notAnnounced
            }
            return (next, .skipped(.notToday))
        }
    }

    private func change(
        _ rule: ReminderRule, _ localDateTime: String?,
        _ next: (Announcement?, Int64, ZoneRules) throws -> (ReminderOccurrence, ReminderState)
    ) throws {
        // Of two who change it at once the second one looks again.
        for _ in 0..<Self.maxAttempts {
            let (zone, now) = (ZoneRules(clock.zone), nowMs)
            let events = try events(rule, zone, now)
            let found = try Self.states(
                events.filter { localDateTime == nil || $0.occurrence == localDateTime })
            let (occurrence, state) = try next(found.lastAnnouncement, now, zone)
            let known = events.first { $0.occurrence == occurrence.text }
            let event = ReminderEvent(occurrence, state, atMs: now, via: known?.channelName)
            if try store.advance(event, from: known) { return }
        }
        throw HistoryError.busy(path: store.path)
    }

    private static let maxAttempts = 5

    /// The usual start of practice in the last 28 days; nil without any.
    package func suggestion() throws(HistoryError) -> ClockTime? {
        try PracticeLog(store, clock: clock).days.suggestedTime()
    }
}
