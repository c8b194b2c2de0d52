import GRDB
package import HealthTimeline
package import PhysioTypes

extension HealthStore {
    /// The margin beyond the requested days in which records are read: a night and its naps may
    /// reach over several days' borders; ms.
    static let marginMs = Int64(TimelineBuilder.marginDays) * 86_400_000

    /// Every record that the time from `fromMs` to `toMs` may be made of: those that start in it, and in a margin of two
    /// days around it.
    ///
    /// - Parameter breathing: sessions of the history, which this store does not know.
    package func data(
        fromMs: Int64, toMs: Int64, breathing: [BreathingEntry] = []
    ) throws(HealthStoreError) -> HealthData {
        let from = fromMs.subtractingReportingOverflow(Self.marginMs)
        let to = toMs.addingReportingOverflow(Self.marginMs)
        let (first, end) = (
            from.overflow ? Int64.min : from.partialValue, to.overflow ? .max : to.partialValue
        )
        return try read { db in
            let reader = try RecordReader(db)
            return HealthData(
                sources: reader.sources, preferredSourceIndices: reader.preferredSourceIndices,
                samples: try reader.samples(fromMs: first, toMs: end),
                sleep: try reader.sleep(fromMs: first, toMs: end),
                beatSegments: try reader.beatSegments(fromMs: first, toMs: end),
                workouts: try reader.workouts(fromMs: first, toMs: end), breathing: breathing,
                utcOffsetsMinutes: reader.utcOffsetsMinutes)
        }
    }

    /// The newest day with a record, by the clock of the home zone; nil for an empty store.
    package func newestDay() throws(HealthStoreError) -> CivilDate? {
        try read { db in
            guard let newest = try Self.range(db)?.upperBound else { return nil }
            let rules = try HealthSetting.homeZone.value(db).flatMap(SystemZones.rules)
            let civilMs = newest + 60_000 * Int64(rules?.offsetMinutes(newest) ?? 0)
            return CivilDate(dayNumber: Int(floorDivide(civilMs, 86_400_000)))
        }
    }

    /// Moment of the newest export that was imported; ms since 1970; nil where none was.
    package func newestExportMs() throws(HealthStoreError) -> Int64? {
        try read { try Int64.fetchOne($0, sql: "SELECT max(export_ms) FROM import") }
    }

    /// First start and last end or start of the records that days are made of; nil where there is none.
    static func range(_ db: Database) throws -> ClosedRange<Int64>? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT min(first), max(last) FROM (
                    SELECT (SELECT min(start_ms) FROM workout) AS first,
                        (SELECT max(start_ms) FROM workout) AS last
                    UNION ALL SELECT
                        (SELECT start_ms FROM sleep ORDER BY start_ms LIMIT 1),
                        (SELECT start_ms + length_ms FROM sleep ORDER BY start_ms DESC LIMIT 1)
                    UNION ALL SELECT
                        (SELECT start_ms FROM stretch ORDER BY start_ms LIMIT 1),
                        (SELECT start_ms FROM stretch ORDER BY start_ms DESC LIMIT 1)
                    UNION ALL SELECT
                        (SELECT start_ms FROM sample WHERE kind = kinds.value
                            ORDER BY start_ms LIMIT 1),
                        (SELECT start_ms FROM sample WHERE kind = kinds.value
                            ORDER BY start_ms DESC LIMIT 1)
                    FROM json_each('[2, 3, 4, 5]') AS kinds)
                """)
        guard let row, let first: Int64 = row[0], let last: Int64 = row[1], first <= last else {
            return nil
        }
        return first...last
    }
}
