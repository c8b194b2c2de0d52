package import Foundation
import GRDB

/// The functions for programs that follow a session that another program stores.
extension SessionStore {
    /// The newest session that runs now, also one without a slot; nil where none runs.
    package func runningSession() throws(HistoryError) -> BreathingSession? {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM session WHERE state = 'running'
                    ORDER BY started_ms DESC, key DESC
                    """
            ).lazy.map(session).first { $0.state == .running }
        }
    }

    /// The beats of a session after a time, and the seconds around them.
    ///
    /// - Parameter seconds: of the session.
    /// - Throws: `noSession` where there is none.
    package func tail(
        _ id: UUID, afterSeconds seconds: Double
    ) throws(HistoryError) -> (beats: [StoredBeat], points: [SessionDataPoint]) {
        try read { db in
            let key: Int64 = try row(id, db)["key"]
            let beats = try Row.fetchAll(
                db, sql: "SELECT * FROM beat WHERE session = ? AND seconds > ? ORDER BY number",
                arguments: [key, seconds]
            ).map(SessionRows.beat)
            let points = try Row.fetchAll(
                db, sql: "SELECT * FROM point WHERE session = ? AND seconds > ? ORDER BY seconds",
                arguments: [key, seconds - 2]
            ).map(SessionRows.point)
            return (beats, points)
        }
    }
}
