import GRDB
import HealthRecords
import StoreFiles

extension HealthStore {
    /// Returns the content of the store, in numbers.
    package func status() throws(HealthStoreError) -> HealthStoreStatus {
        let byteCount = StoreFile.byteCount(path)
        return try read { db in
            var status = HealthStoreStatus()
            status.byteCount = byteCount
            func count(_ table: String) throws -> Int {
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
            }
            status.sampleCount = try count("sample")
            status.sleepCount = try count("sleep")
            status.beatSegmentCount = try count("stretch")
            status.workoutCount = try count("workout")
            status.activityIntervalCount = try count("beat")
            let range = try Self.range(db)
            status.firstMs = range?.lowerBound
            status.lastMs = range?.upperBound
            status.homeZone = try HealthSetting.homeZone.value(db)
            status.imports = try Self.imports(db)
            status.exportedMs = status.imports.compactMap(\.exportedMs).max()
            status.importedMs = status.imports.map(\.importedMs).max()
            status.watchedPaths = try WatchedTable.listedPaths(db)
            return status
        }
    }

    /// The imports that were made, oldest first.
    private static func imports(_ db: Database) throws -> [StoredImport] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT name, origin, imported_ms, export_ms, is_cut, n_read, n_new, n_removed
                FROM import ORDER BY key
                """)
        return rows.map { row in
            StoredImport(
                name: row[0], origin: HealthSource.Origin(rawValue: row[1]) ?? .apple,
                importedMs: row[2], exportedMs: row[3], isIncomplete: row[4], readCount: row[5],
                newCount: row[6], removedCount: row[7])
        }
    }

    /// Sources of which records are kept, those that the person prefers first, then by name.
    package func sources() throws(HealthStoreError) -> [StoredSource] {
        try read { db in
            var stored: [Int64: StoredSource] = [:]
            let table = try SourceTable(db)
            let labels = table.labels
            for row in table.rows {
                stored[row.key] = StoredSource(
                    source: row.source, label: labels[row.key] ?? "unknown", rank: row.rank,
                    sampleCount: 0, sleepCount: 0,
                    beatSegmentCount: 0, workoutCount: 0)
            }
            let counts: [(table: String, count: WritableKeyPath<StoredSource, Int>)] = [
                ("sample", \.sampleCount), ("sleep", \.sleepCount),
                ("stretch", \.beatSegmentCount), ("workout", \.workoutCount),
            ]
            for (table, count) in counts {
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT source, count(*), min(start_ms), max(start_ms) FROM \(table)
                        GROUP BY source
                        """)
                for row in rows {
                    stored[row[0]]?[keyPath: count] += row[1] as Int
                    stored[row[0]]?.include(firstMs: row[2], lastMs: row[3])
                }
            }
            return stored.values.sorted { left, right in
                (left.rank ?? .max, left.source.name, left.label)
                    < (right.rank ?? .max, right.source.name, right.label)
            }
        }
    }
}

extension StoredSource {
    fileprivate mutating func include(firstMs first: Int64, lastMs last: Int64) {
        firstMs = min(firstMs ?? .max, first)
        lastMs = max(lastMs ?? .min, last)
    }
}
