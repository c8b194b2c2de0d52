package import Foundation
import GRDB

extension SessionStore {
    /// Writes an entry of a practice that runs, or has just ended.
    ///
    /// - Parameter claim: of the practice; nil for an entry that no running activity is behind.
    /// - Throws: `replaced` where another program has the slot: nothing is written then.
    package func save(_ entry: PracticeEntry, claim: ActivityClaim? = nil) throws(HistoryError) {
        let entry = try entry.checked()
        try write { db in
            if try claim?.isReplaced(db) == true { throw HistoryError.replaced }
            try markInterruptedPractices(db, except: claim == nil ? nil : entry.id)
            try PracticeRow.save(entry, db)
        }
    }

    /// Adds entries that came from elsewhere, in one transaction.
    ///
    /// - Returns: how many are new. An entry is there already where its id is, or where one began at the same second
    ///   and has the same length within a second.
    package func add(practices entries: [PracticeEntry]) throws(HistoryError) -> Int {
        var checked: [PracticeEntry] = []
        for entry in entries { checked.append(try entry.checked()) }
        return try write { db in
            try checked.reduce(0) { count, entry in
                guard try !isStored(entry, db) else { return count }
                try PracticeRow.save(entry, db)
                return count + 1
            }
        }
    }

    private func isStored(_ entry: PracticeEntry, _ db: Database) throws -> Bool {
        let start = PracticeEntry.milliseconds(entry.startedAt)
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM practice WHERE id = ? OR (
                        started_ms BETWEEN ? AND ?
                        AND abs(max(mindful_ms, workout_ms) - ?) <= 1000))
                """,
            arguments: [
                entry.id.uuidString, start - 1000, start + 1000,
                max(entry.mindfulMs, entry.workoutMs),
            ]) ?? false
    }

    /// - Throws: `noPractice` where there is none.
    package func practice(_ id: UUID) throws(HistoryError) -> PracticeEntry {
        try read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM practice WHERE id = ?", arguments: [id.uuidString])
            guard let row else { throw HistoryError.noPractice(id.uuidString) }
            return try practice(row)
        }
    }

    /// All entries that count, oldest first, each whole.
    package func practices() throws(HistoryError) -> [PracticeEntry] {
        try read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT * FROM practice WHERE \(PracticeQuery.listedCondition) ORDER BY started_ms, key"
            ).map(practice)
        }
    }

    /// The newest practice that this program ran; nil where there is none.
    package func newestOwnPractice() throws(HistoryError) -> PracticeEntry? {
        try read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT * FROM practice WHERE origin = 'own' AND \(PracticeQuery.listedCondition)
                    ORDER BY started_ms DESC, key DESC LIMIT 1
                    """
            ).map(practice)
        }
    }

    /// The newest practice that was interrupted before its end; nil where none was.
    package func interruptedPractice() throws(HistoryError) -> PracticeEntry? {
        try read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT * FROM practice WHERE state IN ('running', 'interrupted') AND origin = 'own'
                    ORDER BY started_ms DESC, key DESC LIMIT 1
                    """
            ).map(practice).flatMap { $0.state == .interrupted ? $0 : nil }
        }
    }

    /// Practices and led breathing sessions, oldest first.
    package func practiceLog(
        _ query: PracticeQuery = PracticeQuery()
    ) throws(HistoryError) -> [PracticeLogLine] {
        try read { db in
            let (sql, arguments) = query.sql
            return try Row.fetchAll(db, sql: sql, arguments: arguments).map(logLine)
        }
    }

    /// Returns the credits of practices and led breathing sessions, in no order: for days and
    /// streaks, which need all of them.
    package func creditLines(
        _ query: PracticeQuery = PracticeQuery()
    ) throws(HistoryError) -> [CreditLine] {
        try read { db in
            let (sql, arguments) = query.creditSQL
            // Ten years are thousands of rows: values are read by their index, and nothing is made that is not counted.
            let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
            var lines: [CreditLine] = []
            while let row = try rows.next() {
                guard let origin = PracticeEntry.Origin(rawValue: row[5]) else {
                    throw DatabaseError(
                        resultCode: .SQLITE_CORRUPT, message: "a row is of no practice")
                }
                lines.append(
                    CreditLine(
                        startedMs: row[0], utcOffsetSeconds: row[1], kind: row[2],
                        mindfulMs: row[3], workoutMs: row[4], origin: origin, isExcluded: row[6]))
            }
            return lines
        }
    }

    /// Practices and led sessions whose id begins so.
    ///
    /// - Parameter text: hexadecimal digits and `-`, in either case; nothing else finds any.
    package func practiceIDs(beginningWith text: String) throws(HistoryError) -> [UUID] {
        guard !text.isEmpty, text.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return [] }
        return try read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM practice WHERE id LIKE ? AND \(PracticeQuery.listedCondition)
                    ORDER BY started_ms
                    """,
                arguments: [text.uppercased() + "%"]
            ).compactMap { UUID(uuidString: $0) }
        }
    }

    /// Takes an entry out of the history, and overwrites it in the file; the session that recorded the heart stays.
    ///
    /// - Throws: `noPractice`; `isRunning` for one that goes on.
    package func deletePractice(_ id: UUID) throws(HistoryError) {
        guard try practice(id).state != .running else { throw .isRunning }
        try write { db in
            try db.execute(sql: "DELETE FROM practice WHERE id = ?", arguments: [id.uuidString])
        }
        try overwriteDeletedData()
        RunningLock.remove(id, database: path)
    }

    /// Takes out what a running practice has written of itself, such as when it is cancelled.
    ///
    /// - Throws: `replaced` where another program has the slot: nothing is removed then.
    package func discardPractice(_ id: UUID, claim: ActivityClaim?) throws(HistoryError) {
        let wasDeleted = try write { db in
            if try claim?.isReplaced(db) == true { throw HistoryError.replaced }
            try db.execute(sql: "DELETE FROM practice WHERE id = ?", arguments: [id.uuidString])
            return db.changesCount > 0
        }
        if wasDeleted { try overwriteDeletedData() }
    }

    // MARK: Inside

    /// An entry as it is now: one whose process is gone was interrupted.
    func practice(_ row: Row) throws -> PracticeEntry {
        var entry = try PracticeRow.entry(row)
        if entry.state == .running, !RunningLock.isHeld(entry.id, database: path) {
            entry.state = .interrupted
        }
        return entry
    }

    /// Writes down which practices were interrupted. One with too little credit goes when another practice runs.
    ///
    /// - Parameter id: of the practice that runs; nil where none does.
    func markInterruptedPractices(_ db: Database, except id: UUID?) throws {
        let running = try Row.fetchAll(db, sql: "SELECT * FROM practice WHERE state = 'running'")
        for entry in try running.map(practice) where entry.state == .interrupted && entry.id != id {
            try PracticeRow.save(entry, db)
            RunningLock.remove(entry.id, database: path)
        }
        guard let id else { return }
        try db.execute(
            sql:
                "DELETE FROM practice WHERE NOT (\(PracticeQuery.listedCondition)) AND state <> 'running' AND id <> ?",
            arguments: [id.uuidString])
    }

    private func logLine(_ row: Row) throws -> PracticeLogLine {
        guard let id = UUID(uuidString: row["id"]),
            var state = PracticeEntry.State(rawValue: row["state"]),
            let origin = PracticeEntry.Origin(rawValue: row["origin"])
        else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a row is of no practice")
        }
        if state == .running, !RunningLock.isHeld(id, database: path) { state = .interrupted }
        return PracticeLogLine(
            id: id, startedAt: PracticeEntry.date(row["started_ms"]),
            utcOffsetSeconds: row["utc_offset_s"], endedAt: PracticeEntry.date(row["ended_ms"]),
            kind: row["kind"], title: row["title"], state: state, mindfulMs: row["mindful_ms"],
            workoutMs: row["workout_ms"], origin: origin, isExcluded: row["is_apart"],
            session: (row["session"] as String?).flatMap(UUID.init), rating: row["rating"])
    }
}

extension PracticeQuery {
    /// A practice that this program runs is listed once 10 s of it count; what ended with less is not stored.
    fileprivate static let listedCondition =
        "(origin <> 'own' OR state = 'ended' OR max(mindful_ms, workout_ms) >= 10000)"

    fileprivate var sql: (String, StatementArguments) {
        let (condition, values) = condition
        let newest =
            "SELECT * FROM practice_log \(condition) ORDER BY started_ms DESC, id DESC LIMIT ?"
        return ("SELECT * FROM (\(newest)) ORDER BY started_ms, id", values + [limit ?? -1])
    }

    /// ``limit`` does not matter here: what counts is never a part of what is asked for.
    fileprivate var creditSQL: (String, StatementArguments) {
        let (condition, values) = condition
        let columns =
            "started_ms, utc_offset_s, kind, mindful_ms, workout_ms, origin, is_apart"
        return ("SELECT \(columns) FROM practice_log \(condition)", values)
    }

    private var condition: (String, StatementArguments) {
        var conditions: [String] = []
        var arguments = StatementArguments()
        func addMembershipCondition(_ column: String, _ values: [String]) {
            guard !values.isEmpty else { return }
            conditions.append("\(column) IN (\(values.map { _ in "?" }.joined(separator: ", ")))")
            arguments += StatementArguments(values)
        }
        func addComparison(_ expression: String, _ value: Int64?) {
            guard let value else { return }
            conditions.append("\(expression) ?")
            arguments += [value]
        }
        addMembershipCondition("kind", kinds.sorted())
        addMembershipCondition("origin", origins.map(\.rawValue).sorted())
        if !includesExcluded { conditions.append("is_apart = 0") }
        conditions.append(Self.listedCondition)
        addComparison("started_ms >=", startedFrom.map(PracticeEntry.milliseconds))
        addComparison("started_ms <", startedBefore.map(PracticeEntry.milliseconds))
        addComparison("max(mindful_ms, workout_ms) >=", minCreditMs)
        addComparison("max(mindful_ms, workout_ms) <=", maxCreditMs)
        return ("WHERE " + conditions.joined(separator: " AND "), arguments)
    }
}

extension PracticeEntry {
    /// The entry, where its values can be.
    fileprivate func checked() throws(HistoryError) -> PracticeEntry {
        if let rating, !Self.ratingRange.contains(rating) {
            throw .invalidSetting("a rating lies in 1 to 5, not \(rating)")
        }
        if let note, note.count > Self.maxNoteLength {
            throw .invalidSetting(
                "a note has \(Self.maxNoteLength) characters at most, not \(note.count)")
        }
        return self
    }
}
