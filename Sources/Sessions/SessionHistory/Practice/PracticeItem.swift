import GRDB

/// An item that a person has set up for practice, as JSON that the history does not read.
package struct PracticeItem: Sendable, Equatable {
    /// `timer`, `breathe` or `interval` of a preset; `reminder` of a reminder.
    package var kind: String
    /// `[a-z0-9-]`, 40 characters at most.
    package var id: String
    package var value: String

    package init(kind: String, id: String, value: String) {
        (self.kind, self.id, self.value) = (kind, id, value)
    }
}

/// Days on which nothing is expected: from the first to the last, both of them too.
package struct StoredRestDays: Sendable, Equatable {
    /// Days since 1970-01-01.
    package var firstDay: Int
    /// Days since 1970-01-01.
    package var lastDay: Int

    package init(firstDay: Int, lastDay: Int) {
        (self.firstDay, self.lastDay) = (firstDay, lastDay)
    }
}

extension SessionStore {
    // MARK: Presets and reminders

    /// Presets or reminders of one kind, by id.
    package func practiceItems(kind: String) throws(HistoryError) -> [PracticeItem] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM practice_item WHERE kind = ? ORDER BY id",
                arguments: [kind]
            ).map { PracticeItem(kind: $0["kind"], id: $0["id"], value: $0["value"]) }
        }
    }

    /// Stores presets or reminders, replacing those of the same id, all or none.
    package func save(items: [PracticeItem]) throws(HistoryError) {
        try write { db in
            for item in items {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO practice_item VALUES (?, ?, ?)",
                    arguments: [item.kind, item.id, item.value])
            }
        }
    }

    /// - Returns: whether there was one. Deleting a reminder deletes what became of its occurrences.
    package func deleteItem(kind: String, id: String) throws(HistoryError) -> Bool {
        try write { db in
            try db.execute(
                sql: "DELETE FROM practice_item WHERE kind = ? AND id = ?", arguments: [kind, id])
            let wasThere = db.changesCount > 0
            if kind == "reminder" {
                try db.execute(
                    sql: "DELETE FROM reminder_event WHERE reminder = ?", arguments: [id])
            }
            return wasThere
        }
    }

    // MARK: Rest days

    /// Ranges of rest days, by their first day.
    package func restDays() throws(HistoryError) -> [StoredRestDays] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM practice_rest ORDER BY first_day, last_day")
                .map { StoredRestDays(firstDay: $0["first_day"], lastDay: $0["last_day"]) }
        }
    }

    /// Stores these ranges, replacing all others.
    package func save(restDays: [StoredRestDays]) throws(HistoryError) {
        try write { db in
            try db.execute(sql: "DELETE FROM practice_rest")
            for range in restDays {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO practice_rest VALUES (?, ?)",
                    arguments: [range.firstDay, range.lastDay])
            }
        }
    }
}
