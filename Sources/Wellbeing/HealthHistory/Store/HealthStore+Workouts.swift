import GRDB
import HealthRecords

extension HealthStore {
    /// A workout by its name, and when it starts.
    package struct WorkoutReference: Sendable, Hashable {
        /// The first 16 hexadecimal digits of what it is known by.
        package var id: String
        /// ms since 1970.
        package var startMs: Int64
    }

    /// The workouts that a word means: an id or the beginning of some, or `last`; the newest first.
    ///
    /// - Returns: at most one for `last`, and none for an empty word.
    package func workouts(named word: String) throws(HealthStoreError) -> [WorkoutReference] {
        let word = word.hasPrefix("workout-") ? String(word.dropFirst(8)) : word
        return try read { db in
            let sources = Dictionary(
                uniqueKeysWithValues: try SourceTable(db).rows.map { ($0.key, $0.source) })
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT source, type, start_ms, end_ms FROM workout
                    ORDER BY start_ms DESC, end_ms DESC, source, type
                    """)
            var found: [WorkoutReference] = []
            while let row = try rows.next() {
                guard let source = sources[row[0]] else { continue }
                let workout = HealthWorkout(
                    sourceIndex: 0, type: row[1], start: HealthInstant(unixMs: row[2]),
                    end: HealthInstant(unixMs: row[3]))
                let named = WorkoutReference(id: workout.id(source: source), startMs: row[2])
                if word == "last" { return [named] }
                if !word.isEmpty, named.id.hasPrefix(word.lowercased()) { found.append(named) }
            }
            return found
        }
    }

    /// The only workout that a word means; nil where there is none, or several begin so.
    package func workout(named word: String) throws(HealthStoreError) -> WorkoutReference? {
        let found = try workouts(named: word)
        return found.count == 1 ? found[0] : nil
    }

    /// Folder of exports that are uploaded to the page; each goes once it is imported.
    package static func uploadsFolder(path: String) -> String { path + "-uploads" }
}
