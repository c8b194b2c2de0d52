/// Watches the listed files and folders, and imports what changed.
///
/// A file is read when its size and its time of change have stood for five seconds: then its writer is done. How a file
/// looked when it was read is kept in the store, so that a change while nothing ran is found at the next start. A file
/// that vanishes changes nothing.
///
/// The caller looks every two seconds, and passes the time in.
package struct HealthWatcher {
    /// Time between two looks; s.
    package static let pollSeconds = 2.0
    /// How long a file must stand before it is read; ms.
    static let standingMs: Int64 = 5000

    private let store: HealthStore
    private var read: [String: FileLook]
    private var seen: [String: (look: FileLook, sinceMs: Int64)] = [:]
    private var isFirstLook = true

    package init(_ store: HealthStore) throws(HealthStoreError) {
        self.store = store
        read = try store.read(WatchedTable.looks)
    }

    /// Whether a file has changed and does not stand yet.
    package var isWaiting: Bool { seen.contains { read[$0.key] != $0.value.look } }

    /// Looks at every file once.
    ///
    /// - Returns: files that changed since they were read and stand now; the one that was changed first comes first.
    package mutating func look(nowMs: Int64) throws(HealthStoreError) -> [String] {
        var found: [String: FileLook] = [:]
        for path in try store.watched() {
            for file in WatchedFolder.files(path) { found[file.path] = file.look }
        }
        var now: [String: (look: FileLook, sinceMs: Int64)] = [:]
        for (path, look) in found {
            if let before = seen[path], before.look == look {
                now[path] = before
            } else {
                // What is there when the watching begins has stood since it was changed.
                let changedMs = look.modifiedNs / 1_000_000
                now[path] = (look, isFirstLook ? min(changedMs, nowMs) : nowMs)
            }
        }
        seen = now
        isFirstLook = false
        return seen.filter { path, file in
            read[path] != file.look && nowMs - file.sinceMs >= Self.standingMs
        }.sorted { ($0.value.look.modifiedNs, $0.key) < ($1.value.look.modifiedNs, $1.key) }
            .map(\.key)
    }

    /// Looks once, and imports every file that changed and stands.
    ///
    /// - Parameter progress: as of an import; false ends it.
    /// - Returns: what became of each file that was read. A file that is no export and no FIT file is not among them.
    /// - Throws: `cancelled`, and where the store cannot be written; `busy` passes, and the file is read at a later look.
    package mutating func importChanges(
        options: ImportOptions, progress: @escaping (ImportProgress) -> Bool = { _ in true }
    ) throws(HealthStoreError) -> [ImportReport] {
        var reports: [ImportReport] = []
        for path in try look(nowMs: options.nowMs) {
            let report: ImportReport
            do throws(HealthStoreError) {
                report = try store.importFiles([path], options: options, progress: progress)
            } catch {
                if case .busy = error { continue }
                // Who cancelled it does not want to be asked again until the file changes.
                if case .cancelled = error { try note(path) }
                throw error
            }
            try note(path)
            if !report.isOfNoExport { reports.append(report) }
        }
        return reports
    }

    /// Remembers that the file was read as it was seen last.
    package mutating func note(_ path: String) throws(HealthStoreError) {
        guard let look = seen[path]?.look else { return }
        try store.write { try WatchedTable.note(path, look, $0) }
        read[path] = look
    }
}

extension ImportReport {
    /// Whether the files have nothing to do with health: a folder holds other files too.
    fileprivate var isOfNoExport: Bool {
        files.allSatisfy { file in
            if case .refused(let refusal) = file.outcome { return refusal.code == "no_export" }
            return false
        }
    }
}
