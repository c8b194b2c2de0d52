import GRDB

/// The outcome of one occurrence of a reminder.
package struct ReminderEvent: Sendable, Equatable {
    /// Id of the reminder.
    package var reminderID: String
    /// Local date and time for which the reminder was set: `2026-11-24T07:00`.
    package var occurrence: String
    /// `telling`, `reported`, `snoozed`, `missed`, `quiet`, `busy`, `done`, `dismissed` or `failed`.
    package var state: String
    /// The time at which it was written; ms since 1970.
    package var changedAtMs: Int64
    /// The time at which a snoozed one asks anew; ms since 1970.
    package var dueAtMs: Int64?
    package var snoozeCount: Int
    /// The way in which it was delivered; nil where it was not.
    package var channelName: String?

    package init(
        reminderID: String, occurrence: String, state: String, changedAtMs: Int64,
        dueAtMs: Int64? = nil,
        snoozeCount: Int = 0, channelName: String? = nil
    ) {
        (self.reminderID, self.occurrence, self.state) = (reminderID, occurrence, state)
        (self.changedAtMs, self.dueAtMs) = (changedAtMs, dueAtMs)
        (self.snoozeCount, self.channelName) = (snoozeCount, channelName)
    }
}

extension SessionStore {
    /// Returns the outcomes of occurrences of some reminders, by reminder and time.
    ///
    /// Nothing of it is ever taken away while the reminder is kept: a clock that is set back by a year repeats no
    /// reminder. So only the newest ones are asked for.
    ///
    /// - Parameter first: the occurrence from which on they are wanted, as text; a date alone is before all its times.
    package func reminderEvents(
        of reminders: [String], from first: String
    ) throws(HistoryError) -> [ReminderEvent] {
        let placeholders = reminders.map { _ in "?" }.joined(separator: ", ")
        return try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM reminder_event WHERE reminder IN (\(placeholders)) AND occurrence >= ?
                    ORDER BY reminder, occurrence
                    """, arguments: StatementArguments(reminders + [first])
            ).map(ReminderEvent.init)
        }
    }

    /// Writes what becomes of an occurrence, where it still is as the caller knows it.
    ///
    /// So of several runners one announces it.
    ///
    /// - Parameter expected: the event that the caller has seen; nil where it has seen none.
    /// - Returns: false where another was quicker.
    package func advance(
        _ event: ReminderEvent, from expected: ReminderEvent?
    ) throws(HistoryError) -> Bool {
        try advance([ReminderChange(event, from: expected)])[0]
    }

    /// The same for many occurrences, in one transaction.
    ///
    /// - Returns: for each whether it was written.
    package func advance(_ changes: [ReminderChange]) throws(HistoryError) -> [Bool] {
        try write { db in try changes.map { try $0.writeIfUnchanged(db) } }
    }
}

/// The new outcome of an occurrence, and the one that the caller knows.
package struct ReminderChange: Sendable, Equatable {
    package let event: ReminderEvent
    package let expectedEvent: ReminderEvent?

    package init(_ event: ReminderEvent, from expected: ReminderEvent?) {
        (self.event, self.expectedEvent) = (event, expected)
    }

    fileprivate func writeIfUnchanged(_ db: Database) throws -> Bool {
        let found = try Row.fetchOne(
            db, sql: "SELECT * FROM reminder_event WHERE reminder = ? AND occurrence = ?",
            arguments: [event.reminderID, event.occurrence]
        ).map(ReminderEvent.init)
        guard found == expectedEvent else { return false }
        try db.execute(
            sql: "INSERT OR REPLACE INTO reminder_event VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                event.reminderID, event.occurrence, event.state, event.changedAtMs, event.dueAtMs,
                event.snoozeCount, event.channelName,
            ])
        return true
    }
}

extension ReminderEvent {
    fileprivate init(_ row: Row) {
        self.init(
            reminderID: row["reminder"], occurrence: row["occurrence"], state: row["state"],
            changedAtMs: row["changed_ms"], dueAtMs: row["due_ms"],
            snoozeCount: row["snooze_count"],
            channelName: row["via"])
    }
}
