/// Watches the listed files and folders, and imports what changed.
///
/// A file is read when its size and its time of change have stood for five seconds: then its writer is done. How a file
/// looked when it was read is kept in the store, so that a change while nothing ran is found at the next start. A file
/// that vanishes changes nothing.
///
/// A file that the store could not take, as on a full disk, is tried again after a minute, then after twice as long each
/// time, at most 10 minutes; at once when it changes.
///
/// The caller looks every two seconds, and passes the time in.
package struct HealthWatcher {
    /// Time between two looks; s.
    package static let pollSeconds = 2.0
    /// The time for which a file must be unchanged before it is read; ms.
    static let settlingMs: Int64 = 5000
    /// The wait before a file is tried again that the store could not take, the first time and at
    /// most; ms.
    static let firstRetryDelayMs: Int64 = 60_000
    static let maxRetryDelayMs: Int64 = 600_000

    /// A file that the store could not take.
    private struct Failure {
        let signature: FileSignature
        let retryDelayMs: Int64
        /// The first look after the failure; nil before: an import takes its time.
        var retryWaitStartMs: Int64?
    }

    private let store: HealthStore
    private let importer: HealthImporter
    private var read: [String: FileSignature]
    private var observedFiles: [String: (signature: FileSignature, sinceMs: Int64)] = [:]
    private var failures: [String: Failure] = [:]
    private var isFirstPoll = true
    /// The error of a file that failed beside others whose reports came first.
    private var pendingError: HealthStoreError?

    /// - Parameter importer: nil for that of the store.
    package init(
        _ store: HealthStore, importer: HealthImporter? = nil
    ) throws(HealthStoreError) {
        self.store = store
        self.importer = importer ?? store.importer
        read = try store.read(WatchedTable.signatures)
    }

    /// True if a file has changed and has not been read yet.
    package var hasUnreadFiles: Bool {
        observedFiles.contains { read[$0.key] != $0.value.signature }
    }

    /// Looks at every file once.
    ///
    /// - Returns: files that changed since they were read, stand now, and do not rest after a failure; the one that was
    ///   changed first comes first.
    package mutating func poll(nowMs: Int64) throws(HealthStoreError) -> [String] {
        var found: [String: FileSignature] = [:]
        for path in try store.watchedPaths() {
            for file in WatchedFolder.files(path) { found[file.path] = file.signature }
        }
        var now: [String: (signature: FileSignature, sinceMs: Int64)] = [:]
        for (path, signature) in found {
            if let before = observedFiles[path], before.signature == signature {
                now[path] = before
            } else {
                // What is there when the watching begins has stood since it was changed.
                let changedMs = signature.modifiedNs / 1_000_000
                now[path] = (signature, isFirstPoll ? min(changedMs, nowMs) : nowMs)
            }
        }
        observedFiles = now
        isFirstPoll = false
        noteFailures(found, nowMs)
        return observedFiles.filter { path, file in
            read[path] != file.signature && nowMs - file.sinceMs >= Self.settlingMs
                && !isRetryDelayed(path, nowMs)
        }.sorted {
            ($0.value.signature.modifiedNs, $0.key) < ($1.value.signature.modifiedNs, $1.key)
        }
        .map(\.key)
    }

    /// Failures of files that are as they were count on; their rest begins now.
    private mutating func noteFailures(_ found: [String: FileSignature], _ nowMs: Int64) {
        failures = failures.filter { found[$0.key] == $0.value.signature }
        for path in failures.keys where failures[path]?.retryWaitStartMs == nil {
            failures[path]?.retryWaitStartMs = nowMs
        }
    }

    private func isRetryDelayed(_ path: String, _ nowMs: Int64) -> Bool {
        guard let failure = failures[path], let sinceMs = failure.retryWaitStartMs else {
            return false
        }
        return nowMs - sinceMs < failure.retryDelayMs
    }

    /// Looks once, and imports every file that changed and stands.
    ///
    /// - Parameter progress: as of an import; false ends it, and no further file is read at this look.
    /// - Returns: what became of each file that was tried, in their order. A file that is no export and no FIT file is not
    ///   among them, nor one for which the store was `busy`: that passes, and the file is read at a later look.
    /// - Throws: where the list of what is watched cannot be read.
    package mutating func importChangesSeparately(
        options: ImportOptions, progress: @escaping (ImportProgress) -> Bool = { _ in true }
    ) throws(HealthStoreError) -> [WatchedOutcome] {
        var outcomes: [WatchedOutcome] = []
        for path in try poll(nowMs: options.nowMs) {
            do throws(HealthStoreError) {
                let report = try importer(path, options, progress)
                markReadIfPossible(path)
                guard !report.isUnrelatedToHealth else { continue }
                outcomes.append(WatchedOutcome(path: path, result: .success(report)))
            } catch {
                if case .busy = error { continue }
                outcomes.append(WatchedOutcome(path: path, result: .failure(error)))
                guard error != .cancelled else {
                    // Who cancelled it does not want to be asked again until the file changes.
                    markReadIfPossible(path)
                    return outcomes
                }
                scheduleRetry(path)
            }
        }
        return outcomes
    }

    /// Looks once, and imports every file that changed and stands.
    ///
    /// - Parameter progress: as of an import; false ends it.
    /// - Returns: the report of each file that was read, as of ``importChangesSeparately(options:progress:)``.
    /// - Throws: why the store could not take a file. Where other files were read at the same look, their reports are
    ///   returned, and the next look throws.
    package mutating func importChanges(
        options: ImportOptions, progress: @escaping (ImportProgress) -> Bool = { _ in true }
    ) throws(HealthStoreError) -> [ImportReport] {
        if let failure = pendingError {
            pendingError = nil
            throw failure
        }
        var reports: [ImportReport] = []
        for outcome in try importChangesSeparately(options: options, progress: progress) {
            switch outcome.result {
            case .success(let report): reports.append(report)
            case .failure(let failure): pendingError = pendingError ?? failure
            }
        }
        guard reports.isEmpty, let failure = pendingError else { return reports }
        pendingError = nil
        throw failure
    }

    private mutating func scheduleRetry(_ path: String) {
        guard let signature = observedFiles[path]?.signature else { return }
        let retryDelayMs = failures[path].map { min(2 * $0.retryDelayMs, Self.maxRetryDelayMs) }
        failures[path] = Failure(
            signature: signature, retryDelayMs: retryDelayMs ?? Self.firstRetryDelayMs)
    }

    /// Marks the file as read. Where the store cannot save that, the file is read once more at the
    /// next start.
    private mutating func markReadIfPossible(_ path: String) {
        try? markRead(path)
    }

    /// Remembers that the file was read as it was seen last.
    package mutating func markRead(_ path: String) throws(HealthStoreError) {
        guard let signature = observedFiles[path]?.signature else { return }
        read[path] = signature
        failures[path] = nil
        try store.write { try WatchedTable.saveSignature(path, signature, $0) }
    }
}

extension ImportReport {
    /// True if the files have nothing to do with health: a folder holds other files too.
    fileprivate var isUnrelatedToHealth: Bool {
        files.allSatisfy { file in
            if case .refused(let refusal) = file.outcome { return refusal.code == "no_export" }
            return false
        }
    }
}
