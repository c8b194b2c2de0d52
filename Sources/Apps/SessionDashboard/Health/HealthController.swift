import Foundation
import HealthHistory
import Synchronization

/// The work on the health records while pages are open: the file being read, the reasons that the
/// last ones were refused, and the kinds of records that changed.
///
/// Pages ask with the revision that they know, and are answered as soon as it is another one.
final class HealthController: Sendable {
    /// A file that is read.
    struct RunningImport: Encodable, Sendable, Equatable {
        /// 0 to 100; nil where the size is not known.
        var percent: Double?
        var records: Int
        /// Time left, in s; nil while too little was read to estimate it.
        var secondsLeft: Double?

        private enum CodingKeys: String, CodingKey { case percent, records, secondsLeft }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(percent, forKey: .percent)
            try values.encode(records, forKey: .records)
            try values.encode(secondsLeft, forKey: .secondsLeft)
        }
    }

    /// The reason that a file was refused.
    struct Refusal: Encodable, Sendable, Equatable {
        /// Name of the file, without its folder.
        let file: String
        /// The code that programs read, such as `no_export`.
        let code: String
        /// One sentence for a person.
        let text: String
    }

    /// The state of things at one moment.
    struct Snapshot: Sendable {
        /// Rises with each change of anything here.
        var revision = 1
        /// A number for each kind of records, which rises when they have changed.
        var kinds: [HealthChangeKind: Int] = [:]
        var runningImport: RunningImport?
        /// The refusals of the files that were tried last; empty where all were accepted.
        var refusals: [Refusal] = []
    }

    private struct State {
        var snapshot = Snapshot()
        var isCancelled = false
        var isClosed = false
        /// The import that runs; 0 for none.
        var runningImportNumber = 0
        var lastImportNumber = 0
        var waiting: [UUID: AsyncStream<Void>.Continuation] = [:]
    }

    let store: HealthStore
    private let importer: HealthImporter
    private let state = Mutex(State())
    private let observerTask = Mutex<Task<Void, Never>?>(nil)

    /// The longest time that a page waits for a change before it gets a response all the same; s.
    private static let timeoutSeconds = 8.0
    /// Interval of progress reports; s.
    private static let progressIntervalSeconds = 0.3
    /// The share of the file read below which no remaining time is stated.
    private static let minShare = 0.02

    /// - Parameter importer: nil for that of the store.
    init(store: HealthStore, importer: HealthImporter? = nil) {
        self.store = store
        self.importer = importer ?? store.importer
    }

    /// Listens for changes of the store from the first page on that asks: without a page, nothing wakes.
    private func observeStore() {
        observerTask.withLock { observerTask in
            guard observerTask == nil, !isClosed else { return }
            observerTask = Task { [weak self, store] in
                for await kinds in store.changes() { self?.recordChanges(kinds) }
            }
        }
    }

    /// Ends what runs by itself.
    func close() {
        state.withLock { $0.isClosed = true }
        observerTask.withLock { $0?.cancel() }
        cancel()
    }

    var isClosed: Bool { state.withLock(\.isClosed) }
    /// True while an import is announced to pages.
    var isImportAnnounced: Bool { state.withLock { $0.snapshot.runningImport != nil } }

    // MARK: What pages ask

    /// The state of things, at once or when it is not what a page knows any more.
    ///
    /// - Parameter knownRevision: the revision of the page; nil for one that knows nothing.
    func snapshot(after knownRevision: Int?) async -> Snapshot {
        observeStore()
        let (stream, id) = state.withLock { state in
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            let id = UUID()
            if state.snapshot.revision == knownRevision {
                state.waiting[id] = continuation
            } else {
                continuation.finish()
            }
            return (stream, id)
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in stream {} }
            group.addTask { try? await Task.sleep(for: .seconds(Self.timeoutSeconds)) }
            await group.next()
            group.cancelAll()
        }
        return state.withLock { state in
            state.waiting.removeValue(forKey: id)?.finish()
            return state.snapshot
        }
    }

    private func change(_ action: (inout Snapshot) -> Void) {
        state.withLock { state in
            action(&state.snapshot)
            state.snapshot.revision += 1
            for waiting in state.waiting.values { waiting.finish() }
            state.waiting.removeAll()
        }
    }

    private func recordChanges(_ kinds: Set<HealthChangeKind>) {
        change { snapshot in
            for kind in kinds { snapshot.kinds[kind, default: 0] += 1 }
        }
    }

    // MARK: Imports

    /// Reads a file into the store, on a thread of its own.
    ///
    /// - Parameter whenDone: called when nothing of the file is needed any more.
    /// - Throws: where another file is being read.
    func startImport(
        path: String, whenDone: @escaping @Sendable () -> Void
    ) throws(DashboardError) {
        guard let number = claimImport() else {
            throw DashboardError(
                status: .conflict,
                text: "another file is being read: wait for its end, or cancel it")
        }
        change { snapshot in
            snapshot.runningImport = RunningImport(records: 0)
            snapshot.refusals = []
        }
        Thread.detachNewThread { [self] in
            finishImport(number, importFile(path, number))
            whenDone()
        }
    }

    /// Claims the import: one runs at a time, whichever caller began it.
    ///
    /// - Returns: the number of the import that may run now; nil where another one does.
    func claimImport() -> Int? {
        state.withLock { state in
            guard !state.isClosed, state.runningImportNumber == 0 else { return nil }
            state.lastImportNumber += 1
            state.runningImportNumber = state.lastImportNumber
            state.isCancelled = false
            return state.lastImportNumber
        }
    }

    /// Ends the import that runs; the store stays as it was.
    func cancel() { state.withLock { $0.isCancelled = true } }

    /// The import is over.
    ///
    /// - Parameter refusals: why files were refused; empty where none was.
    func finishImport(_ number: Int, _ refusals: [Refusal]) {
        let isCurrentImport = state.withLock { state in
            guard state.runningImportNumber == number else { return false }
            state.runningImportNumber = 0
            return true
        }
        guard isCurrentImport else { return }
        change { snapshot in
            snapshot.runningImport = nil
            snapshot.refusals = refusals
        }
    }

    /// The claim is given back: nothing was read.
    func releaseImportClaim(_ number: Int) {
        state.withLock { state in
            if state.runningImportNumber == number { state.runningImportNumber = 0 }
        }
    }

    /// - Returns: why the file was refused; empty where it was not.
    private func importFile(_ path: String, _ number: Int) -> [Refusal] {
        let result = Result { () throws(HealthStoreError) -> ImportReport in
            try importer(path, Self.options(), progressHandler(number))
        }
        return Self.refusals(path, result)
    }

    /// Reasons why a file was refused, from what became of it; none for an import that was cancelled.
    static func refusals(
        _ path: String, _ result: Result<ImportReport, HealthStoreError>
    ) -> [Refusal] {
        switch result {
        case .success(let report):
            report.files.compactMap { file in
                guard case .refused(let refusal) = file.outcome else { return nil }
                return Refusal(file: fileName(file.path), code: refusal.code, text: refusal.text)
            }
        case .failure(.cancelled): []
        case .failure(let error):
            [Refusal(file: fileName(path), code: code(error), text: error.description)]
        }
    }

    private static func fileName(_ path: String) -> String {
        URL(fileURLWithPath: path).lastPathComponent
    }

    private static func code(_ error: HealthStoreError) -> String {
        if case .diskFull = error { "no_room" } else { "store" }
    }

    static func options() -> ImportOptions {
        ImportOptions(
            systemZone: SystemZones.systemName, nowMs: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// Makes the callback that reports to pages how far an import is, not too often, and to the import whether it was
    /// cancelled.
    func progressHandler(_ number: Int) -> (ImportProgress) -> Bool {
        let startInstant = ContinuousClock.now
        var notifiedAt = startInstant
        return { [self] progress in
            let now = ContinuousClock.now
            if (now - notifiedAt) / .seconds(1) >= Self.progressIntervalSeconds {
                notifiedAt = now
                let seconds = (now - startInstant) / .seconds(1)
                change { $0.runningImport = Self.runningImport(progress, seconds: seconds) }
            }
            return state.withLock { $0.runningImportNumber == number && !$0.isCancelled }
        }
    }

    private static func runningImport(_ progress: ImportProgress, seconds: Double) -> RunningImport
    {
        guard let fractionRead = progress.fractionRead else {
            return RunningImport(records: progress.recordCount)
        }
        let remainingSeconds =
            fractionRead >= minShare ? seconds / fractionRead * (1 - fractionRead) : nil
        return RunningImport(
            percent: 100 * fractionRead, records: progress.recordCount,
            secondsLeft: remainingSeconds)
    }
}
