import Dispatch
import Foundation
import Synchronization

/// Brings a library up to date with the files of some folders, a commit a song.
package struct MusicScan: Sendable {
    package struct Options: Sendable {
        /// Files that are read at once.
        package var jobCount = 1
        /// Length of the part in the middle of each song that is measured; nil for all of it; s.
        package var excerptSeconds: Double?
        /// True if known songs are measured anew.
        package var again = false
        package var readsPlaylists = false
        package var programs: DecoderPrograms?
        package var limits = DecoderLimits()
        package var nowMs: Int64

        package init(nowMs: Int64) { self.nowMs = nowMs }
    }

    package enum Event: Sendable {
        /// The start, with the number of files that are new or changed.
        case begin(total: Int)
        /// The number of these files that are done.
        case progress(done: Int)
        case error(SongPath, SongError)
    }

    let store: MusicStore
    let options: Options
    /// Asked often: true ends the scan, and what was kept stays.
    let isCancelled: @Sendable () -> Bool
    /// Called by one thread at a time.
    let notify: @Sendable (Event) -> Void

    package init(
        store: MusicStore, options: Options, isCancelled: @escaping @Sendable () -> Bool,
        notify: @escaping @Sendable (Event) -> Void
    ) {
        self.store = store
        self.options = options
        self.isCancelled = isCancelled
        self.notify = notify
    }

    /// - Parameter folders: as the person named them.
    /// - Throws: `noFolder`, before anything is done; and what goes wrong with the store.
    package func run(_ folders: [SongPath]) throws(MusicStoreError) -> ScanReport {
        var roots: [SongPath] = []
        for folder in folders {
            guard let root = folder.resolved else { throw .noSuchFolder(folder.text) }
            if !roots.contains(root) { roots.append(root) }
        }
        let walk = FolderWalk(roots, isCancelled: isCancelled)
        let known = try store.knownFiles()
        var report = ScanReport()
        report.foundCount = walk.songs.count + walk.nonRegularFiles.count
        report.externalLinkCount = walk.externalLinkCount
        report.unreadableFolderCount = walk.unreadable.count
        try store.setRoots(roots)
        let scan = try store.beginScan(foundCount: report.foundCount, nowMs: options.nowMs)
        for path in walk.unreadable { notify(.error(path, .unreadable)) }
        for path in walk.nonRegularFiles {
            notify(.error(path, .notAFile))
            report.errors[.notAFile, default: 0] += 1
        }
        var work: [FolderWalk.File] = []
        var reappearedPaths: [SongPath] = []
        for file in walk.songs {
            guard !options.again, let before = known[file.path], before.isSame(as: file) else {
                work.append(file)
                continue
            }
            report.unchangedCount += 1
            if before.error != nil { report.failedBeforeCount += 1 }
            if before.isGone { reappearedPaths.append(file.path) }
        }
        try store.mark(reappearedPaths, goneMs: nil)
        notify(.begin(total: work.count))
        try read(work, scan: scan, into: &report)
        report.isCancelled = isCancelled()
        guard !report.isCancelled else { return report }
        try markGone(walk, known, roots, &report)
        try store.joinSameSongs()
        if options.readsPlaylists { try readPlaylists(walk, roots, &report) }
        try store.endScan(scan, nowMs: options.nowMs)
        return report
    }

    /// The state that the workers share.
    private struct SharedScanState {
        var next = 0
        var done = 0
        var report: ScanReport
        var failure: MusicStoreError?
    }

    private func read(
        _ work: [FolderWalk.File], scan: Int64, into report: inout ScanReport
    ) throws(MusicStoreError) {
        let shared = Mutex(SharedScanState(report: report))
        let reader = SongReader(
            programs: options.programs, limits: options.limits,
            excerptSeconds: options.excerptSeconds, isCancelled: isCancelled)
        // Each worker waits for its children, which the pool of the language must not do.
        DispatchQueue.concurrentPerform(iterations: min(options.jobCount, work.count)) { _ in
            while let file = shared.withLock({ shared -> FolderWalk.File? in
                guard shared.failure == nil, shared.next < work.count, !isCancelled() else {
                    return nil
                }
                shared.next += 1
                return work[shared.next - 1]
            }) {
                let outcome = read(file, reader, scan)
                shared.withLock { shared in
                    shared.done += 1
                    count(outcome, file, &shared)
                    notify(.progress(done: shared.done))
                }
            }
        }
        let (failure, counted) = shared.withLock { ($0.failure, $0.report) }
        report = counted
        if let failure { throw failure }
    }

    private enum Outcome {
        case measured, known, unchanged
        case error(SongError)
        case failure(MusicStoreError)
    }

    /// Reads a file and keeps it.
    private func read(_ file: FolderWalk.File, _ reader: SongReader, _ scan: Int64) -> Outcome {
        do {
            // Another scan may have been quicker.
            if !options.again, let known = try store.knownFile(file.path), known.isSame(as: file),
                !known.isGone
            {
                return .unchanged
            }
            let read = try reader.read(file.path) { key throws(MusicStoreError) in
                options.again ? false : try store.hasCurrentSong(key)
            }
            try store.save(read, scan: scan, nowMs: options.nowMs)
            return read.measurement == nil ? .known : .measured
        } catch let error as MusicStoreError {
            return .failure(error)
        } catch {
            let error = error as? SongError ?? .undecodable
            do throws(MusicStoreError) {
                if error != .cancelled { try store.save(error, of: file, scan: scan) }
                return .error(error)
            } catch {
                return .failure(error)
            }
        }
    }

    private func count(_ outcome: Outcome, _ file: FolderWalk.File, _ shared: inout SharedScanState)
    {
        switch outcome {
        case .measured: shared.report.measuredCount += 1
        case .known: shared.report.knownCount += 1
        case .unchanged: shared.report.unchangedCount += 1
        case .error(.cancelled): break
        case .error(let error):
            shared.report.errors[error, default: 0] += 1
            notify(.error(file.path, error))
        case .failure(let failure): shared.failure = shared.failure ?? failure
        }
    }

    /// Marks the files that are no longer in the folders; files that cannot be looked at stay as
    /// they are.
    private func markGone(
        _ walk: FolderWalk, _ known: [SongPath: MusicStore.KnownFile], _ roots: [SongPath],
        _ report: inout ScanReport
    ) throws(MusicStoreError) {
        let found = Set(walk.songs.map(\.path))
        let gone = known.filter { path, file in
            !file.isGone && !found.contains(path) && isInReadableFolder(path, walk, roots)
        }
        report.goneFileCount = gone.count
        try store.mark(gone.map(\.key).sorted(), goneMs: options.nowMs)
    }

    private func isInReadableFolder(_ path: SongPath, _ walk: FolderWalk, _ roots: [SongPath])
        -> Bool
    {
        roots.contains(where: path.isUnder) && !walk.unreadable.contains(where: path.isUnder)
    }

    private func readPlaylists(
        _ walk: FolderWalk, _ roots: [SongPath], _ report: inout ScanReport
    ) throws(MusicStoreError) {
        let folders = roots.map { root in
            walk.songs.contains { $0.path == root } ? root.folder : root
        }
        for file in walk.playlists {
            guard let bytes = PlaylistFile.bytes(file.path) else {
                report.errors[.unreadable, default: 0] += 1
                notify(.error(file.path, .unreadable))
                continue
            }
            let list = M3U(bytes, in: file.path.folder, roots: folders)
            report.badEntryCount += try store.save(list, path: file.path, nowMs: options.nowMs)
            report.playlistCount += 1
        }
        let found = Set(walk.playlists.map(\.path))
        let gone = try store.playlistPaths().filter {
            !found.contains($0) && isInReadableFolder($0, walk, roots)
        }
        try store.mark(gone, goneMs: options.nowMs, table: "playlist")
    }
}
