package import Foundation
import GRDB
package import MusicSelection

/// The data of the body that are stored between plays: heart samples of four weeks, moods, and the
/// activities that a person stated.
extension MusicStore {
    /// Heart samples are kept so long; s.
    package static let heartSampleRetentionSeconds = 28 * 86_400.0

    /// Keeps heart samples; one of the same moment and kind replaces the one before.
    ///
    /// - Parameter session: of the history, whose heart it is.
    /// - Parameter nowMs: samples that are older than four weeks then go.
    package func save(
        heartRates: [HeartRateSample], hrv: [HRVSample], session: UUID?, nowMs: Int64
    ) throws(MusicStoreError) {
        try write { db in
            let statement = try db.makeStatement(
                sql: """
                    INSERT OR REPLACE INTO heart_sample
                        (time_ms, measure, value, coverage, corrected, is_paced, breathing)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """)
            for sample in heartRates {
                try statement.execute(
                    arguments: [
                        PlayRow.milliseconds(sample.timeSeconds), Self.heartRateName, sample.bpm,
                        sample.quality, 0, false, session?.uuidString,
                    ])
            }
            for sample in hrv {
                try statement.execute(
                    arguments: [
                        PlayRow.milliseconds(sample.timeSeconds), sample.measure.rawValue,
                        sample.valueMs,
                        sample.coverage, sample.correctedShare, sample.isPaced,
                        session?.uuidString,
                    ])
            }
            let firstMs = nowMs - Int64(1000 * Self.heartSampleRetentionSeconds)
            try db.execute(
                sql: "DELETE FROM heart_sample WHERE time_ms < ?", arguments: [firstMs])
            let patternStartMs = nowMs - Int64(1000 * EnergyPattern.lookbackSeconds)
            try db.execute(
                sql: "DELETE FROM pattern_estimate WHERE time_ms < ?", arguments: [patternStartMs])
        }
    }

    private static let heartRateName = "heart_rate"

    package func heartRates(sinceMs: Int64) throws(MusicStoreError) -> [HeartRateSample] {
        try samples(sinceMs).filter { $0["measure"] == Self.heartRateName }.map { row in
            HeartRateSample(
                timeSeconds: Double(row["time_ms"] as Int64) / 1000, bpm: row["value"],
                quality: row["coverage"])
        }
    }

    package func hrv(sinceMs: Int64) throws(MusicStoreError) -> [HRVSample] {
        try samples(sinceMs).compactMap { row in
            HRVMeasure(rawValue: row["measure"]).map { measure in
                HRVSample(
                    timeSeconds: Double(row["time_ms"] as Int64) / 1000, measure: measure,
                    valueMs: row["value"], coverage: row["coverage"],
                    correctedShare: row["corrected"], isPaced: row["is_paced"])
            }
        }
    }

    private func samples(_ sinceMs: Int64) throws(MusicStoreError) -> [Row] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM heart_sample WHERE time_ms >= ? ORDER BY time_ms",
                arguments: [sinceMs])
        }
    }

    // MARK: Moods and contexts

    /// Keeps what the person says of how they feel; an entry without mood and energy says nothing.
    package func save(_ entry: MoodEntry) throws(MusicStoreError) {
        guard entry.mood != nil || entry.energy != nil else { return }
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO mood (time_ms, mood, energy) VALUES (?, ?, ?)
                    ON CONFLICT (time_ms) DO UPDATE SET mood = coalesce(excluded.mood, mood),
                        energy = coalesce(excluded.energy, energy)
                    """,
                arguments: [
                    PlayRow.milliseconds(entry.timeSeconds), entry.mood, entry.energy,
                ])
        }
    }

    /// Moods since a moment, the oldest first.
    package func moods(sinceMs: Int64) throws(MusicStoreError) -> [MoodEntry] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM mood WHERE time_ms >= ? ORDER BY time_ms",
                arguments: [sinceMs]
            ).map {
                MoodEntry(
                    timeSeconds: Double($0["time_ms"] as Int64) / 1000, mood: $0["mood"],
                    energy: $0["energy"])
            }
        }
    }

    /// - Parameter context: what the person says they do; nil takes that back.
    package func saveManualContext(_ context: MusicContext?, nowMs: Int64) throws(MusicStoreError) {
        try write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO said_context (time_ms, context) VALUES (?, ?)",
                arguments: [nowMs, context?.rawValue ?? ""])
        }
    }

    /// Returns the context that the person stated last, and its time; ms since 1970. nil where
    /// there is none, or where it was taken back.
    package func manualContext() throws(MusicStoreError) -> (context: MusicContext, timeMs: Int64)?
    {
        try read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM said_context ORDER BY time_ms DESC LIMIT 1")
            guard let row, let context = MusicContext(rawValue: row["context"]) else { return nil }
            return (context, row["time_ms"])
        }
    }

    /// The last nudge; older ones are overwritten.
    package func nudge() throws(MusicStoreError) -> EnergyNudge {
        try read { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT * FROM nudge") else { return .none }
            return EnergyNudge(
                timeSeconds: Double(row["time_ms"] as Int64) / 1000, value: row["value"])
        }
    }

    package func save(_ nudge: EnergyNudge) throws(MusicStoreError) {
        try write { db in
            try db.execute(sql: "DELETE FROM nudge")
            try db.execute(
                sql: "INSERT INTO nudge (time_ms, value) VALUES (?, ?)",
                arguments: [PlayRow.milliseconds(nudge.timeSeconds), nudge.value])
        }
    }

    // MARK: The week's pattern

    /// Keeps an estimate of energy for the pattern of its weekday and hour.
    package func save(
        energy: Double, atMs nowMs: Int64, utcOffsetSeconds: Int, session: UUID?
    ) throws(MusicStoreError) {
        try write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO pattern_estimate VALUES (?, ?, ?, ?)",
                arguments: [nowMs, utcOffsetSeconds, energy, session?.uuidString])
        }
    }

    /// The pattern of each weekday (1 for Monday) and hour that has estimates, of the last eight weeks.
    ///
    /// Weekday and hour are those of the clock on the wall when each estimate was made.
    package func patterns(nowMs: Int64) throws(MusicStoreError) -> [WeekHour: EnergyPattern] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT wall / 3600000 % 24 AS hour, (wall / 86400000 + 3) % 7 + 1 AS weekday,
                        avg(energy) AS mean, count(*) AS n, count(DISTINCT wall / 86400000) AS days
                    FROM (SELECT time_ms + 1000 * utc_offset_s AS wall, energy
                        FROM pattern_estimate WHERE time_ms > ? AND time_ms <= ?)
                    GROUP BY weekday, hour
                    """, arguments: [nowMs - Int64(1000 * EnergyPattern.lookbackSeconds), nowMs])
            return Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    (
                        WeekHour(weekday: row["weekday"], hour: row["hour"]),
                        EnergyPattern(
                            meanEnergy: row["mean"], estimateCount: row["n"], dayCount: row["days"])
                    )
                })
        }
    }
}

/// An hour of the week.
package struct WeekHour: Sendable, Hashable {
    /// 1 for Monday to 7.
    package var weekday: Int
    /// 0 to 23.
    package var hour: Int

    package init(weekday: Int, hour: Int) {
        self.weekday = weekday
        self.hour = hour
    }
}
