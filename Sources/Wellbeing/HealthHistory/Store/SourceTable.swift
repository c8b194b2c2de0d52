import GRDB
import HealthRecords

/// The rows of `source`, each with a key; few.
struct SourceTable {
    private var keys: [HealthSource: Int64] = [:]
    /// The rows in the order of their keys.
    private(set) var rows: [(key: Int64, source: HealthSource, rank: Int?)] = []

    init(_ db: Database) throws {
        let cursor = try Row.fetchCursor(
            db,
            sql: "SELECT key, origin, name, model, kind, is_apple, rank FROM source ORDER BY key")
        while let row = try cursor.next() {
            guard let origin = HealthSource.Origin(rawValue: row[1]),
                let kind = HealthSource.Kind(rawValue: row[4])
            else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a source has no kind")
            }
            let source = HealthSource(
                origin: origin, name: row[2], model: row[3], kind: kind, isApple: row[5])
            keys[source] = row[0]
            rows.append((row[0], source, row[6]))
        }
    }

    /// The labels that replace the names of the sources: the model, with a number where several
    /// have the same.
    var labels: [Int64: String] {
        let groups = Dictionary(grouping: rows) { $0.source.model ?? "unknown" }
        var labels: [Int64: String] = [:]
        for (model, rows) in groups {
            for (index, row) in rows.enumerated() {
                labels[row.key] = rows.count == 1 ? model : "\(model)-\(index + 1)"
            }
        }
        return labels
    }

    /// The key of a source, which is added where it is not there yet.
    mutating func key(of source: HealthSource, _ db: Database) throws -> Int64 {
        if let key = keys[source] { return key }
        try db.execute(
            sql: """
                INSERT INTO source (origin, name, model, kind, is_apple) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                source.origin.rawValue, source.name, source.model, source.kind.rawValue,
                source.isApple,
            ])
        let key = db.lastInsertedRowID
        keys[source] = key
        rows.append((key, source, nil))
        return key
    }
}
