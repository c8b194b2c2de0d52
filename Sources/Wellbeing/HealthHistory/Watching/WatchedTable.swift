import GRDB

/// The size of a file and the time of its last change when it was read: a file with the same two
/// values is not read again.
struct FileSignature: Hashable {
    /// Bytes.
    var size: Int64
    /// Time of the last change; ns since 1970.
    var modifiedNs: Int64
}

/// The rows of `watched`: paths that the person listed, and files below them as they were last read.
enum WatchedTable {
    static func listedPaths(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT path FROM watched WHERE is_listed ORDER BY path")
    }

    static func addPath(_ path: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO watched (path, is_listed) VALUES (?, 1)
                ON CONFLICT (path) DO UPDATE SET is_listed = 1 WHERE NOT is_listed
                """, arguments: [path])
    }

    /// Takes a path off the list, and forgets the files below it.
    static func removePath(_ path: String, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM watched
                WHERE path = ? OR (NOT is_listed AND substr(path, 1, ?) = ?)
                """,
            arguments: [path, path.unicodeScalars.count + 1, path + "/"])
    }

    static func signatures(_ db: Database) throws -> [String: FileSignature] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT path, size, modified_ns FROM watched WHERE size IS NOT NULL")
        return Dictionary(
            rows.map { ($0[0], FileSignature(size: $0[1], modifiedNs: $0[2])) },
            uniquingKeysWith: { $1 })
    }

    static func saveSignature(_ path: String, _ signature: FileSignature, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO watched VALUES (?, 0, ?, ?)
                ON CONFLICT (path) DO UPDATE SET size = excluded.size,
                    modified_ns = excluded.modified_ns
                """, arguments: [path, signature.size, signature.modifiedNs])
    }
}
