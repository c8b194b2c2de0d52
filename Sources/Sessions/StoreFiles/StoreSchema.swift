package import GRDB

/// The content of a kind of file, and the marks by which it is recognized.
package struct StoreSchema: Sendable {
    /// Names the connections in what SQLite logs.
    let label: String
    /// Marks a file as one of this kind; four letters such as `RSNH`.
    let applicationID: Int32
    /// Makes the tables. A migration that has been released is never changed: a new one follows it.
    let migrator: DatabaseMigrator

    package init(label: String, applicationID: Int32, migrator: DatabaseMigrator) {
        (self.label, self.applicationID, self.migrator) = (label, applicationID, migrator)
    }

    /// Marks an empty file as of this kind, before anything else is in it.
    ///
    /// - Throws: ``StoreError/foreignDatabase`` for a file of another program.
    func setApplicationID(_ pool: DatabasePool) throws {
        guard try !pool.read(hasOwnApplicationID) else { return }
        try pool.write { db in
            guard try !hasOwnApplicationID(db) else { return }
            guard try isEmpty(db) else { throw StoreError.foreignDatabase }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
    }

    func mayBeOwnDatabase(_ db: Database) throws -> Bool {
        try hasOwnApplicationID(db) || isEmpty(db)
    }

    private func hasOwnApplicationID(_ db: Database) throws -> Bool {
        try Int32.fetchOne(db, sql: "PRAGMA application_id") == applicationID
    }

    private func isEmpty(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
    }
}
