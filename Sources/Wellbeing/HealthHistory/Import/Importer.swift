import GRDB
import HealthRecords
import HealthTimeline

/// Imports files within a transaction.
struct Importer {
    let db: Database
    let options: ImportOptions
    let progress: (ImportProgress) -> Bool
    /// Rows that are sorted at once.
    var rowCapacity = RowSorter.defaultCapacity

    /// - Throws: `HealthStoreError.cancelled`, and what keeps the database from being written.
    func run<Source>(_ files: [FingerprintedFile<Source>]) throws -> ImportReport {
        var report = ImportReport()
        for (index, fingerprinted) in files.enumerated() {
            var file = ImportedFile(path: fingerprinted.source.path, outcome: .unchanged)
            var changes: Set<HealthChangeKind> = []
            do {
                try db.inSavepoint {
                    (file, changes) = try importFile(fingerprinted, index, of: files.count)
                    if case .refused = file.outcome { return .rollback }
                    // An export that is known may come with another home zone.
                    return file.outcome == .imported || !changes.isEmpty ? .commit : .rollback
                }
            } catch let error as HealthFileError {
                if error.code == .cancelled { throw HealthStoreError.cancelled }
                file.outcome = .refused(
                    ImportFileError(code: error.code.rawValue, text: error.text))
            }
            if case .refused = file.outcome { changes = [] }
            report.changes.formUnion(changes)
            report.files.append(file)
        }
        return report
    }

    private func importFile<Source>(
        _ fingerprinted: FingerprintedFile<Source>, _ index: Int, of count: Int
    ) throws -> (ImportedFile, Set<HealthChangeKind>) {
        let source = fingerprinted.source
        var file = ImportedFile(path: source.path, outcome: .unchanged)
        let fingerprint = try fingerprinted.fingerprint.get()
        let changesHomeZone = try setHomeZone()
        if options.missingRecordsPolicy != .remove, try isKnown(fingerprint) {
            // Every day may lie elsewhere by the new clock.
            return (file, changesHomeZone ? Set(HealthChangeKind.allCases) : [])
        }
        let activities = ActivityImport(db)
        var stage = try ImportStagingArea(
            db, sinceMs: options.sinceMs, rowCapacity: rowCapacity,
            onActivity: { try activities.add($0, $1) },
            onProgress: { bytesRead, byteCount, recordCount in
                let now = ImportProgress(
                    name: source.name, fileIndex: index, fileCount: count, bytesRead: bytesRead,
                    byteCount: byteCount, recordCount: recordCount)
                guard progress(now) else { throw HealthStoreError.cancelled }
            })
        let summary = try source.read(into: &stage)
        file.applySummary(summary, readCount: stage.readCount, stage.errors)
        file.isOlder = try isOlder(summary)
        file.zoneWarning = try zoneWarning(summary)
        var changes = try apply(&stage, activities, summary, &file)
        if case .refused = file.outcome { return (file, []) }
        file.outcome = .imported
        if changesHomeZone { changes.formUnion(HealthChangeKind.allCases) }
        try recordImport(source.name, fingerprint, summary, file, changes)
        return (file, changes)
    }

    /// Holds the records against the kept ones, and writes the difference.
    private func apply(
        _ stage: inout ImportStagingArea, _ activities: ActivityImport,
        _ summary: HealthFileSummary,
        _ file: inout ImportedFile
    ) throws -> Set<HealthChangeKind> {
        var changes: Set<HealthChangeKind> = activities.difference.newCount > 0 ? [.workouts] : []
        file.counts.add(activities.difference)
        guard summary.origin == .apple else { return changes }
        let mode = try mode(summary, file)
        var difference = try ExportDifference(
            db, mode: mode, stage: stage, keepsOffsets: try keepsOffsets(summary, mode),
            nightOffsetMs: try nightOffsetMs(summary))
        try difference.compareRecords(&stage)
        if options.missingRecordsPolicy == .refuse, let refusal = difference.refusal(file.path) {
            file.outcome = .refused(refusal)
            return []
        }
        for tableDifference in difference.tableDifferences {
            changes.formUnion(tableDifference.changes)
        }
        for tableDifference in difference.recordDifferences { file.counts.add(tableDifference) }
        try difference.apply(stage)
        return changes
    }

    // MARK: What a file is

    /// Returns true if the whole file was imported before. A damaged one is read again: the
    /// directory of an archive is the same where its data have been mended.
    private func isKnown(_ fingerprint: String) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM import WHERE fingerprint = ? AND is_partial = 0 "
                + "AND is_cut = 0)",
            arguments: [fingerprint]) ?? false
    }

    /// Moment of the newest export.
    ///
    /// - Parameter isWhole: whether only those count that took away what they did not have.
    private func newestExportMs(isWhole: Bool) throws -> Int64? {
        try Int64.fetchOne(
            db,
            sql: "SELECT max(export_ms) FROM import WHERE is_cut = 0"
                + (isWhole ? " AND is_partial = 0" : ""))
    }

    private func isOlder(_ summary: HealthFileSummary) throws -> Bool {
        guard options.missingRecordsPolicy != .remove,
            let newest = try newestExportMs(isWhole: false),
            let date = summary.exportDate
        else { return false }
        return date.unixMs < newest
    }

    private func mode(_ summary: HealthFileSummary, _ file: ImportedFile) throws -> ImportMode {
        let isWhole = !summary.isDamaged && options.sinceMs == nil
        let isReplacement = options.missingRecordsPolicy == .remove
        let isNewer: Bool
        if let date = summary.exportDate {
            // One that removed nothing, as with --keep-missing, may come again and remove.
            let isFirst = try newestExportMs(isWhole: true).map { date.unixMs > $0 } ?? true
            isNewer = isFirst && !file.isOlder
        } else {
            isNewer = false
        }
        let removesMissing =
            isWhole && options.missingRecordsPolicy != .keep && (isNewer || isReplacement)
        // Where nothing is removed, records that are newer than the export are not missing in it.
        let end = removesMissing ? Int64.max : summary.exportDate?.unixMs
        return ImportMode(
            removesMissing: removesMissing, updatesStored: !file.isOlder,
            comparisonEndMs: isWhole ? end : nil)
    }

    /// Indicates whether the records keep the offsets in which they are written.
    ///
    /// Records without an offset of their own are written in that of the newest complete export. Where a file that
    /// does not become this export, since it removes nothing, has another one, its records must say so: the clock of
    /// beats is stated by its difference from the written one.
    private func keepsOffsets(_ summary: HealthFileSummary, _ mode: ImportMode) throws -> Bool {
        let offsets = summary.utcOffsetsMinutes
        guard offsets.count == 1, !mode.removesMissing, let latest = try ExportOffset.latest(db)
        else {
            return offsets.count > 1
        }
        return offsets[0] != latest.minutes
    }

    private func nightOffsetMs(_ summary: HealthFileSummary) throws -> Int64 {
        let offset = summary.exportDate?.writtenOffsetMinutes ?? 0
        return 60_000 * Int64(offset)
    }

    // MARK: What is noted

    /// - Returns: whether another zone than the kept one is home now.
    private func setHomeZone() throws -> Bool {
        let stored = try HealthSetting.homeZone.value(db)
        guard let zone = options.homeZone ?? (stored == nil ? options.systemZone : nil),
            zone != stored
        else { return false }
        try HealthSetting.homeZone.set(zone, db)
        return stored != nil
    }

    private func zoneWarning(_ summary: HealthFileSummary) throws -> String? {
        guard summary.utcOffsetsMinutes.count == 1,
            let homeZone = try HealthSetting.homeZone.value(db).flatMap(SystemZones.rules)
        else { return nil }
        return ZoneMismatch(exportDate: summary.exportDate, homeZone: homeZone)?.text
    }

    private func recordImport(
        _ name: String, _ fingerprint: String, _ summary: HealthFileSummary, _ file: ImportedFile,
        _ changes: Set<HealthChangeKind>
    ) throws {
        if options.missingRecordsPolicy == .remove, summary.origin == .apple, !summary.isDamaged {
            // What earlier exports brought is gone: nothing is to be known by them any more.
            try db.execute(sql: "DELETE FROM import WHERE origin = 'apple'")
        }
        let skipped = file.counts.skippedCounts.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
        let offsets = summary.utcOffsetsMinutes
        try db.execute(
            sql: """
                INSERT INTO import (name, origin, imported_ms, export_ms, offset_min, fingerprint,
                    is_cut, is_partial, n_read, n_new, n_removed, n_repeated, skipped, changes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                name, summary.origin.rawValue, options.nowMs, summary.exportDate?.unixMs,
                offsets.count == 1 ? offsets[0] : nil, fingerprint, summary.isDamaged,
                options.sinceMs != nil || options.missingRecordsPolicy == .keep,
                file.counts.readCount,
                file.counts.new, file.counts.removed,
                file.counts.repeated, skipped.joined(separator: " "),
                changes.reduce(0) { $0 | $1.rawValue },
            ])
    }
}

extension ImportCounts {
    mutating func add(_ difference: TableDifference) {
        new += difference.newCount
        known += difference.knownCount
        removed += difference.removedCount
        repeated += difference.repeatedCount
    }
}

extension ImportedFile {
    mutating func applySummary(
        _ summary: HealthFileSummary, readCount: Int, _ errors: [HealthRecordError: Int]
    ) {
        origin = summary.origin
        exportedMs = summary.exportDate?.unixMs
        damageText = summary.damageText
        counts.readCount = readCount
        counts.repeated = errors[.repeated] ?? 0
        counts.skippedCounts = errors.filter { $0.key != .repeated }
    }
}
