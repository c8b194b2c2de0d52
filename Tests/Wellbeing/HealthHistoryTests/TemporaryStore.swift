import Foundation
import GRDB
import HealthRecords
import TestSupport

@testable import HealthHistory

/// A store in a folder of its own, which goes with the test.
final class TemporaryStore {
    let folder: TemporaryFolder
    var path: String { folder.path + "/health.sqlite" }

    init() throws { folder = try TemporaryFolder() }

    func open() throws -> HealthStore { try HealthStore.open(path: path) }

    /// Returns the rows of a direct query, past the store.
    func rows(_ sql: String) throws -> [Row] {
        try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: sql) }
    }

    func count(_ table: String) throws -> Int {
        try rows("SELECT count(*) AS n FROM \(table)")[0]["n"]
    }

    /// Returns the contents of every table but `import`, without the keys of rows: sources, clocks
    /// and workouts by what they are.
    func contents() throws -> [String] {
        let source = "(SELECT name || '/' || ifnull(model, '') FROM source WHERE key = t.source)"
        let clock = """
            (SELECT ifnull(start_offset_min, '') || '/' || ifnull(end_offset_min, '') || '/'
                || ifnull(zone, '') FROM clock WHERE key = t.clock)
            """
        let workout = """
            (SELECT type || start_ms || '/' || end_ms || '/' || (SELECT name FROM source
                WHERE key = workout.source) FROM workout WHERE key = t.workout)
            """
        let queries = [
            "SELECT 'sample', kind, start_ms, \(source), length_ms, value, \(clock) FROM sample t",
            "SELECT 'sleep', start_ms, \(source), length_ms, stage, \(clock) FROM sleep t",
            """
            SELECT 'stretch', start_ms, \(source), length_ms, sdnn_ms, first_beat_ms, clock_shift_min,
                hex(beats), \(clock) FROM stretch t
            """,
            """
            SELECT 'workout', \(source), type, start_ms, end_ms, \(clock), civil_offset_min, duration_s,
                energy_kcal, distance_m, hr_avg_bpm, hr_max_bpm, speed_mps, beats_start_ms
            FROM workout t
            """,
            """
            SELECT 'split', \(workout), number, kind, start_ms, end_ms, duration_s, distance_m,
                hr_avg_bpm, speed_mps FROM split t
            """,
            "SELECT 'pause', \(workout), number, start_ms, end_ms FROM pause t",
            "SELECT 'track', \(workout), number, at_ms, hr_bpm, distance_m, speed_mps FROM track t",
            "SELECT 'beat', \(workout), number, interval_ms, is_gap FROM beat t",
            "SELECT 'source', origin, name, model, kind, is_apple, rank FROM source",
            "SELECT 'clock', start_offset_min, end_offset_min, zone FROM clock",
            "SELECT 'setting', name, value FROM setting",
        ]
        return try queries.flatMap { query in
            try rows(query).map { row in
                row.databaseValues.map(\.description).joined(separator: " ")
            }.sorted()
        }
    }
}

extension HealthStore {
    @discardableResult
    func importExports(
        _ exports: ScriptedExport..., options: ImportOptions = .test, rowCapacity: Int = 64
    ) throws -> ImportReport {
        try importSources(exports, options: options, rowCapacity: rowCapacity)
    }

    /// Rows that the store's writer has changed since the file was opened.
    func changedRowCount() throws -> Int {
        pool.writeWithoutTransaction { $0.totalChangesCount }
    }
}

/// Returns the error that `work` throws.
func thrownError(_ work: () throws -> Void) -> HealthStoreError? {
    do {
        try work()
        return nil
    } catch {
        return error as? HealthStoreError
    }
}
