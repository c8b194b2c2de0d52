import Foundation
import GRDB
import PhysioTypes

/// A session as a row of the table `session`.
enum SessionRow {
    /// Adds the session, or renews its row.
    ///
    /// - Returns: key of the row.
    static func save(_ session: BreathingSession, _ db: Database) throws -> Int64 {
        let fields = try fields(session)
        let names = fields.map(\.0)
        let changed = names.filter { $0 != "id" }.map { "\($0) = excluded.\($0)" }
        let key = try Int64.fetchOne(
            db,
            sql: """
                INSERT INTO session (\(names.joined(separator: ", ")))
                VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
                ON CONFLICT (id) DO UPDATE SET \(changed.joined(separator: ", "))
                RETURNING key
                """, arguments: StatementArguments(fields.map(\.1)))
        guard let key else {
            throw DatabaseError(resultCode: .SQLITE_INTERNAL, message: "a row has no key")
        }
        return key
    }

    /// Together with all that belongs to it.
    static func remove(_ id: UUID, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id.uuidString])
    }

    private static func fields(
        _ session: BreathingSession
    ) throws -> [(String, (any DatabaseValueConvertible)?)] {
        let phases = String(decoding: try JSONEncoder().encode(session.phases), as: UTF8.self)
        let found = session.resonance
        return [
            ("id", session.id.uuidString),
            ("started_ms", session.startedMilliseconds),
            ("utc_offset_s", session.utcOffsetSeconds),
            ("source", session.source.rawValue),
            ("is_apart", session.source.isExcluded),
            ("device_name", session.deviceName),
            ("pacer", session.pacer),
            ("preset", session.preset),
            ("state", session.state.rawValue),
            ("duration_s", session.durationSeconds),
            ("beat_count", session.beatCount),
            ("corrected_count", session.correctedCount),
            ("gap_count", session.gapCount),
            ("breath_count", session.breathCount),
            ("average_heart_rate_bpm", session.averageHeartRate),
            ("average_rmssd_ms", session.averageRMSSD),
            ("average_coherence", session.averageCoherence),
            ("peak_coherence", session.peakCoherence),
            ("peak_breaths_per_minute", session.peakBreathsPerMinute),
            ("resonance_kind", found.kind.rawValue),
            ("resonance_breaths_per_minute", found.breathsPerMinute),
            ("resonance_low", found.low),
            ("resonance_high", found.high),
            ("resonance_deviation", found.deviation),
            ("resonance_reason", found.reason),
            ("phases", phases),
            ("recipe", session.recipe),
            ("toolkit_version", session.toolkitVersion),
            ("raw_log", session.rawLogName),
            ("latency_s", session.latency?.seconds),
            ("latency_deviation_s", session.latency?.deviationSeconds),
        ]
    }

    /// - Throws: where the row says what no session has.
    static func session(_ row: Row) throws -> BreathingSession {
        guard let id = UUID(uuidString: row["id"]),
            let source = SessionSource(rawValue: row["source"]),
            let state = SessionState(rawValue: row["state"]),
            let kind = StoredResonance.Kind(rawValue: row["resonance_kind"])
        else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "a row is of no session")
        }
        var session = BreathingSession(
            id: id, startedAt: BreathingSession.date(milliseconds: row["started_ms"]),
            utcOffsetSeconds: row["utc_offset_s"], source: source,
            deviceName: row["device_name"], pacer: row["pacer"], preset: row["preset"],
            recipe: row["recipe"], toolkitVersion: row["toolkit_version"],
            rawLogName: row["raw_log"])
        session.state = state
        session.durationSeconds = row["duration_s"]
        session.beatCount = row["beat_count"]
        session.correctedCount = row["corrected_count"]
        session.gapCount = row["gap_count"]
        session.breathCount = row["breath_count"]
        session.averageHeartRate = row["average_heart_rate_bpm"]
        session.averageRMSSD = row["average_rmssd_ms"]
        session.averageCoherence = row["average_coherence"]
        session.peakCoherence = row["peak_coherence"]
        session.peakBreathsPerMinute = row["peak_breaths_per_minute"]
        session.resonance = StoredResonance(
            kind: kind, breathsPerMinute: row["resonance_breaths_per_minute"],
            low: row["resonance_low"], high: row["resonance_high"],
            deviation: row["resonance_deviation"], reason: row["resonance_reason"])
        session.phases = try JSONDecoder().decode(
            [BreathingSession.Phase].self, from: Data((row["phases"] as String).utf8))
        session.latency = latency(row)
        return session
    }

    /// The latency of a row; nil where the row lacks its mean or its deviation.
    static func latency(_ row: Row) -> LatencyEstimate? {
        let seconds: Double? = row["latency_s"]
        let deviation: Double? = row["latency_deviation_s"]
        guard let seconds, let deviation else { return nil }
        return LatencyEstimate(seconds: seconds, deviationSeconds: deviation)
    }
}
