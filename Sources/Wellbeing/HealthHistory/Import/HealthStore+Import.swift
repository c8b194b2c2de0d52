import GRDB

extension HealthStore {
    /// Imports files, all in one transaction.
    ///
    /// An export that is newer than all before adds and removes exactly the difference; an older one, one that was cut off
    /// and one that is read in part remove nothing. A file that was imported before is not read again. The order of the
    /// files matters only where exports of one person are among them.
    ///
    /// - Parameter progress: called after each block; false ends the import.
    /// - Throws: `cancelled` where `progress` gave false, `noZone` for a home zone that is not known, `busy` where
    ///   another import takes longer than 5 s, and what else keeps the store from being written; the store is as before
    ///   then. A file that cannot be read is no error: its outcome says so, and the others are imported.
    package func importFiles(
        _ paths: [String], options: ImportOptions,
        progress: @escaping (ImportProgress) -> Bool = { _ in true }
    ) throws(HealthStoreError) -> ImportReport {
        let sources = paths.map {
            HealthFileSource(
                path: $0, maxByteCount: options.maxByteCount,
                staysOpen: paths.count <= Self.maxOpenFiles)
        }
        return try importSources(sources, options: options, progress: progress)
    }

    /// Most files that stay open at once.
    private static let maxOpenFiles = 64

    /// Files are looked into before the transaction: others can write meanwhile.
    ///
    /// - Parameter rowCapacity: rows that are sorted at once; for tests.
    func importSources(
        _ sources: [some HealthImportSource], options: ImportOptions,
        rowCapacity: Int = RowSorter.defaultCapacity,
        progress: @escaping (ImportProgress) -> Bool = { _ in true }
    ) throws(HealthStoreError) -> ImportReport {
        if let zone = options.homeZone, SystemZones.rules(named: zone) == nil {
            throw .noSuchZone(zone)
        }
        let files = try FingerprintedFile.fingerprintAll(sources, progress)
        do {
            return try pool.writeWithoutTransaction { db in
                // The pages of the table that grows stay in memory.
                try db.execute(sql: "PRAGMA cache_size = -8000")
                var report = ImportReport()
                try db.inTransaction(.immediate) {
                    let importer = Importer(
                        db: db, options: options, progress: progress, rowCapacity: rowCapacity)
                    report = try importer.run(files)
                    return options.isDryRun || !report.writes ? .rollback : .commit
                }
                // A reader may keep the log from being emptied: the next import does it then.
                if report.writes { _ = try? db.checkpoint(.truncate) }
                return report
            }
        } catch {
            throw HealthStoreError(error, path: path)
        }
    }
}

extension ImportReport {
    /// True if the import changes the store: by a file, or by a home zone that came with a known
    /// one.
    fileprivate var writes: Bool {
        !changes.isEmpty || files.contains { $0.outcome == .imported }
    }
}
