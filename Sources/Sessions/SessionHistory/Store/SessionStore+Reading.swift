package import Foundation
import GRDB
package import ResonanceBreathing

extension SessionStore {
    /// A page of sessions, newest first.
    ///
    /// - Throws: `notASession` for a cursor that no page gave.
    package func sessions(_ query: SessionQuery) throws(HistoryError) -> SessionPage {
        let cursor = try query.cursor.map(Cursor.init)
        return try read { db in
            let queryConditions = WhereClause(query)
            var pageConditions = queryConditions
            if let cursor {
                pageConditions.add(
                    "(started_ms, key) < (?, ?)", cursor.startedMilliseconds, cursor.key)
            }
            // One more shows whether there is a next page.
            let rows = try Row.fetchAll(
                db,
                sql:
                    "SELECT * FROM session \(pageConditions.sql) ORDER BY started_ms DESC, key DESC LIMIT ?",
                arguments: pageConditions.arguments + [max(0, query.limit) + 1])
            let shown = rows.prefix(max(0, query.limit))
            return SessionPage(
                sessions: try shown.map(session),
                next: rows.count > shown.count ? shown.last.map { Cursor($0).text } : nil,
                total: try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM session \(queryConditions.sql)",
                    arguments: queryConditions.arguments)
                    ?? 0)
        }
    }

    /// - Throws: `noSession` where there is none.
    package func session(_ id: UUID) throws(HistoryError) -> BreathingSession {
        try read { db in try session(try row(id, db)) }
    }

    /// All of a session.
    ///
    /// - Throws: `noSession` where there is none.
    package func details(_ id: UUID) throws(HistoryError) -> SessionDetails {
        try read { db in
            let row = try row(id, db)
            var details = SessionDetails(session: try session(row))
            let batch = try SessionRows.fetchBatch(ofSession: row["key"], db)
            details.points = batch.points
            details.beats = batch.beats
            details.marks = batch.marks
            details.decisions = batch.decisions
            details.resonanceDensityCurve = batch.resonanceDensityCurve
            details.previous = try Row.fetchOne(
                db,
                sql: """
                    SELECT * FROM session
                    WHERE is_apart = ? AND (started_ms, key) < (?, ?)
                    ORDER BY started_ms DESC, key DESC LIMIT 1
                    """,
                arguments: [
                    row["is_apart"] as Int, row["started_ms"] as Int, row["key"] as Int64,
                ]
            ).map(session)
            return details
        }
    }

    /// The newest session of the person's own that is over; nil where there is none.
    package func last() throws(HistoryError) -> BreathingSession? {
        try read { db in try newestMatch(db) { _ in true } }
    }

    /// Sessions of the person's own that are over, oldest first.
    ///
    /// - Parameter days: how far back.
    package func trend(
        days: Int, now: Date = Date()
    ) throws(HistoryError) -> [SessionTrendPoint] {
        let start = Int(now.timeIntervalSince1970 * 1000) - days * 86_400_000
        return try trend(sql: "AND started_ms >= ? ORDER BY started_ms, key", start)
    }

    /// The newest sessions of the person's own that are over, oldest first.
    package func trend(last count: Int) throws(HistoryError) -> [SessionTrendPoint] {
        try trend(sql: "ORDER BY started_ms DESC, key DESC LIMIT ?", count).reversed()
    }

    private func trend(sql: String, _ argument: Int) throws(HistoryError) -> [SessionTrendPoint] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM session WHERE is_apart = 0 " + sql, arguments: [argument]
            ).map(session).filter { $0.state != .running }.map(SessionTrendPoint.init)
        }
    }

    /// Returns the estimate that the next session may begin with: the newest that is sure enough,
    /// of a session of the person's own that is over.
    ///
    /// - Parameter now: from which its age counts.
    package func earlierResonance(now: Date = Date()) throws(HistoryError) -> EarlierResonance? {
        let found = try read { db in
            try newestMatch(db) { $0.resonance.estimate?.isDetermined == true }
        }
        return found.flatMap { session in
            session.resonance.estimate.map {
                EarlierResonance(
                    estimate: $0, ageDays: now.timeIntervalSince(session.startedAt) / 86_400)
            }
        }
    }

    private func newestMatch(
        _ db: Database, _ isWanted: (BreathingSession) -> Bool
    ) throws -> BreathingSession? {
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT * FROM session WHERE is_apart = 0 ORDER BY started_ms DESC, key DESC")
        while let row = try rows.next() {
            let session = try session(row)
            if session.state != .running, isWanted(session) { return session }
        }
        return nil
    }

    func row(_ id: UUID, _ db: Database) throws -> Row {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM session WHERE id = ?", arguments: [id.uuidString])
        else { throw HistoryError.noSession(id.uuidString) }
        return row
    }
}

/// The position at which a page ended.
private struct Cursor {
    let startedMilliseconds: Int
    let key: Int64

    init(_ row: Row) {
        startedMilliseconds = row["started_ms"]
        key = row["key"]
    }

    init(_ text: String) throws(HistoryError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = Int(parts[0]), let key = Int64(parts[1]) else {
            throw .notASession("\(text) is no place in the list: take next of the page before")
        }
        startedMilliseconds = start
        self.key = key
    }

    var text: String { "\(startedMilliseconds).\(key)" }
}

/// A `WHERE` with its values.
private struct WhereClause {
    private var texts: [String] = []
    private(set) var arguments = StatementArguments()

    init(_ query: SessionQuery) {
        if let kind = query.kind { add("is_apart = ?", kind == .excluded ? 1 : 0) }
        if let startedFrom = query.startedFrom {
            add("started_ms >= ?", Self.milliseconds(startedFrom))
        }
        if let startedBefore = query.startedBefore {
            add("started_ms < ?", Self.milliseconds(startedBefore))
        }
    }

    mutating func add(_ text: String, _ values: (any DatabaseValueConvertible)?...) {
        texts.append(text)
        arguments += StatementArguments(values)
    }

    var sql: String { texts.isEmpty ? "" : "WHERE " + texts.joined(separator: " AND ") }

    /// A date beyond all dates is as good as the last.
    private static func milliseconds(_ date: Date) -> Int {
        let maxMilliseconds = 1e15
        return Int(
            (1000 * date.timeIntervalSince1970).rounded().clamped(
                to: -maxMilliseconds...maxMilliseconds))
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
