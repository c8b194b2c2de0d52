import Foundation
import GRDB

/// The data of a session besides its row: points, beats and the rest, in tables of their own.
enum SessionRows {
    /// Some more of a session that goes on.
    struct Batch: Sendable {
        var points: [SessionDataPoint] = []
        var beats: [StoredBeat] = []
        var marks: [StoredMark] = []
        var decisions: [StoredDecision] = []
        /// The newest; nil: as it was.
        var resonanceDensityCurve: [StoredDensity]?

        var count: Int { points.count + beats.count + marks.count + decisions.count }

        /// Returns this batch, followed by a later one.
        func appending(by later: Batch) -> Batch {
            Batch(
                points: points + later.points, beats: beats + later.beats,
                marks: marks + later.marks, decisions: decisions + later.decisions,
                resonanceDensityCurve: later.resonanceDensityCurve ?? resonanceDensityCurve)
        }
    }

    /// The numbers of rows of a session that are written.
    struct Counts: Sendable {
        var beats = 0
        var marks = 0
        var decisions = 0

        func adding(_ batch: Batch) -> Counts {
            Counts(
                beats: beats + batch.beats.count, marks: marks + batch.marks.count,
                decisions: decisions + batch.decisions.count)
        }
    }

    static func append(
        _ batch: Batch, after counts: Counts, toSession key: Int64, _ db: Database
    ) throws {
        let pointStatement = try db.cachedStatement(
            sql: "INSERT INTO point VALUES (?, ?, ?, ?, ?, ?)")
        for point in batch.points {
            try pointStatement.execute(arguments: [
                key, point.seconds, point.heartRate, point.rmssd, point.coherence,
                point.breathsPerMinute,
            ])
        }
        let beatStatement = try db.cachedStatement(sql: "INSERT INTO beat VALUES (?, ?, ?, ?, ?)")
        for (number, beat) in batch.beats.enumerated() {
            try beatStatement.execute(arguments: [
                key, counts.beats + number, beat.seconds, beat.intervalMs, beat.artefact,
            ])
        }
        let markStatement = try db.cachedStatement(sql: "INSERT INTO mark VALUES (?, ?, ?, ?)")
        for (number, mark) in batch.marks.enumerated() {
            try markStatement.execute(arguments: [
                key, counts.marks + number, mark.seconds, mark.label,
            ])
        }
        let decisionStatement = try db.cachedStatement(
            sql: "INSERT INTO decision VALUES (?, ?, ?, ?)")
        for (number, decision) in batch.decisions.enumerated() {
            try decisionStatement.execute(arguments: [
                key, counts.decisions + number, decision.seconds, decision.text,
            ])
        }
        if let curve = batch.resonanceDensityCurve {
            try db.execute(
                sql: "INSERT OR REPLACE INTO posterior VALUES (?, ?)",
                arguments: [
                    key, String(decoding: try JSONEncoder().encode(curve), as: UTF8.self),
                ])
        }
    }

    static func point(_ row: Row) -> SessionDataPoint {
        SessionDataPoint(
            seconds: row["seconds"], heartRate: row["heart_rate_bpm"], rmssd: row["rmssd_ms"],
            coherence: row["coherence"], breathsPerMinute: row["breaths_per_minute"])
    }

    static func beat(_ row: Row) -> StoredBeat {
        StoredBeat(seconds: row["seconds"], intervalMs: row["interval_ms"], artefact: row["fault"])
    }

    static func fetchBatch(ofSession key: Int64, _ db: Database) throws -> Batch {
        var batch = Batch()
        batch.points = try Row.fetchAll(
            db, sql: "SELECT * FROM point WHERE session = ? ORDER BY seconds", arguments: [key]
        ).map(point)
        batch.beats = try Row.fetchAll(
            db, sql: "SELECT * FROM beat WHERE session = ? ORDER BY number", arguments: [key]
        ).map(beat)
        batch.marks = try Row.fetchAll(
            db, sql: "SELECT * FROM mark WHERE session = ? ORDER BY number", arguments: [key]
        ).map { row in StoredMark(seconds: row["seconds"], label: row["label"]) }
        batch.decisions = try Row.fetchAll(
            db, sql: "SELECT * FROM decision WHERE session = ? ORDER BY number", arguments: [key]
        ).map { row in StoredDecision(seconds: row["seconds"], text: row["text"]) }
        let curve = try String.fetchOne(
            db, sql: "SELECT curve FROM posterior WHERE session = ?", arguments: [key])
        batch.resonanceDensityCurve = try curve.map {
            try JSONDecoder().decode([StoredDensity].self, from: Data($0.utf8))
        }
        return batch
    }
}
