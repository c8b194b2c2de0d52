import RecordingFiles
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Fetches a data set into the store, file by file, each checked by its sum before it gets there.
///
/// What was fetched before stays, if its sum agrees; what is wrong is fetched anew; what was ended goes on in the middle
/// of a file where the server can do that.
package struct DatasetFetch: Sendable {
    package let set: PublishedDataset
    let source: DatasetSource
    let storeFolder: String
    /// Waits between attempts; s.
    let wait: @Sendable (Double) async -> Void

    /// The progress of a fetch.
    package struct Progress: Sendable, Equatable {
        package var fileCount = 0
        package var doneCount = 0
        package var byteCount = 0
    }

    package struct Report: Sendable {
        /// Files that were fetched, those that were there before, and their bytes.
        package var fetchedCount = 0
        package var existingCount = 0
        package var byteCount = 0
        /// Names of files with a sentence each.
        package var failures: [(name: String, failure: DatasetFailure)] = []
    }

    /// Files at once.
    private static let concurrentFileCount = 4
    static let attemptCount = 5
    /// Longest file that is taken; bytes.
    private static let maxFileByteCount = 64 << 30
    /// Longest that a server may make us wait between two attempts; s.
    static let maxWaitSeconds = 120.0

    package init(
        _ set: PublishedDataset, from source: DatasetSource, to locations: DatasetLocations,
        wait: @escaping @Sendable (Double) async -> Void = {
            try? await Task.sleep(for: .seconds($0))
        }
    ) {
        self.set = set
        self.source = source
        storeFolder = locations.storeFolder(of: set)
        self.wait = wait
    }

    // MARK: The sums

    /// The files to be fetched, and the reason that the sums are trusted.
    package struct Plan: Sendable {
        let checksums: ChecksumFile
        let lines: [ChecksumFile.Line]
        let lock: FolderLock
        /// Indicates whether the sums came just now, and are yet to be stored by ``run(_:onProgress:)``.
        let isChecksumFileNew: Bool
        package let trust: Trust
        package var fileCount: Int { lines.count }
    }

    package enum Trust: Sendable, Equatable {
        /// The catalogue knows the digest of the sums.
        case pinned
        /// The sums are those that came first, now or earlier.
        case onFirstUse(isNew: Bool)
    }

    /// Takes the folder, and reads the sums: those that are there, else those of the source.
    ///
    /// - Parameter records: only their files; all where nil.
    /// - Parameter timeoutSeconds: longest time until the source answers for the first time; s.
    package func plan(
        records: Set<String>?, timeoutSeconds: Double
    ) async throws(DatasetFailure) -> Plan {
        if let address = set.agreementAddress {
            throw DatasetFailure(
                .usage,
                "\(set.id) is given to those who sign for it, at \(address): fetch it there, and put its files into \(storeFolder)"
            )
        }
        if let reason = POSIXFiles.makeFolders(storeFolder) {
            throw DatasetFailure(.cannotCreate, "cannot make \(storeFolder): \(reason)")
        }
        let lock = try lock()
        let path = "\(storeFolder)/\(ChecksumFile.name)"
        let isStored =
            FolderListing.kind(of: path) == .file
            && (set.checksumFileSHA256 == nil
                || PartFile.checksum(of: path) == set.checksumFileSHA256)
        let part = try PartFile(ChecksumFile.name, in: storeFolder)
        if !isStored { try await fetchChecksumFile(part, timeoutSeconds: timeoutSeconds) }
        let bytes: [UInt8]
        do throws(RecordingError) {
            bytes = try RecordingFile.readAll(
                isStored ? path : path + PartFile.fileSuffix, limit: ChecksumFile.limit)
        } catch {
            throw DatasetFailure(.io, "cannot read \(path): \(error.text)")
        }
        do throws(DatasetFailure) {
            let checksums = try ChecksumFile(bytes, path: path)
            if let pinnedDigest = set.checksumFileSHA256, pinnedDigest != checksums.digest {
                throw DatasetFailure(
                    .badData,
                    "\(ChecksumFile.name) of \(source.name) is not the one that this version of hrv knows of: nothing is fetched"
                )
            }
            return Plan(
                checksums: checksums, lines: try lines(of: records, checksums), lock: lock,
                isChecksumFileNew: !isStored,
                trust: set.checksumFileSHA256 == nil ? .onFirstUse(isNew: !isStored) : .pinned)
        } catch {
            if !isStored { part.discard() }
            guard isStored, error.kind == .badData else { throw error }
            throw DatasetFailure(
                .badData, "\(error.text); it was kept from before: remove it, and fetch again")
        }
    }

    private func lines(
        of records: Set<String>?, _ checksums: ChecksumFile
    ) throws(DatasetFailure) -> [ChecksumFile.Line] {
        let lines = checksums.lines(of: records)
        let missing = (records ?? []).filter { record in
            !lines.contains { $0.name.hasPrefix("\(record).") }
        }
        guard missing.isEmpty else {
            throw DatasetFailure(
                .usage,
                "\(set.id) has no record \(missing.sorted().joined(separator: ", ")) (hrv datasets info \(set.id))"
            )
        }
        return lines
    }

    /// Drops a plan that no one agreed to: sums that came just now are not stored.
    package func drop(_ plan: Plan) {
        if plan.isChecksumFileNew { try? PartFile(ChecksumFile.name, in: storeFolder).discard() }
    }

    private func lock() throws(DatasetFailure) -> FolderLock {
        let path = "\(storeFolder)/.lock"
        do throws(FolderLock.Failure) {
            return try FolderLock(path)
        } catch {
            switch error {
            case .held(let process):
                throw DatasetFailure(
                    .occupied,
                    "process \(process ?? "of unknown number") fetches \(set.id) already: wait for it, or end it"
                )
            case .locksUnsupported:
                throw DatasetFailure(
                    .cannotCreate, "\(path): there are no locks on that disk; choose another one")
            case .cannotCreate(let reason), .cannotWrite(let reason):
                throw DatasetFailure(.cannotCreate, "cannot write \(path): \(reason)")
            }
        }
    }

    // MARK: The files

    /// Fetches what is not there as it should be.
    ///
    /// - Parameter onProgress: called often.
    /// - Throws: where no further file could be written; what a single file lacks is in the report.
    package func run(
        _ plan: Plan, onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws(DatasetFailure) -> Report {
        // Only now is it agreed to, so that only now the sums are trusted.
        if plan.isChecksumFileNew,
            try !PartFile(ChecksumFile.name, in: storeFolder).finish(
                checksum: plan.checksums.digest)
        {
            throw DatasetFailure(
                .io, "\(storeFolder)/\(ChecksumFile.name) has changed meanwhile: fetch again")
        }
        let progress = SharedValue(Progress(fileCount: plan.lines.count))
        let web: WebTransfer? =
            if case .web(let address) = source { WebTransfer(address) } else { nil }
        defer { web?.close() }
        let advance: @Sendable (Int, Int) -> Void = { files, bytes in
            let current = progress.value.withLock {
                $0.doneCount += files
                $0.byteCount += bytes
                return $0
            }
            onProgress(current)
        }
        let results = await withTaskGroup(of: (Int, FileResult).self) { group in
            var results: [Int: FileResult] = [:]
            var next = 0
            var isStopped = false
            func startNextFile() {
                guard next < plan.lines.count, !isStopped else { return }
                let (index, line) = (next, plan.lines[next])
                group.addTask { (index, await fetch(line, web, advance)) }
                next += 1
            }
            for _ in 0..<Self.concurrentFileCount { startNextFile() }
            while let (index, result) = await group.next() {
                results[index] = result
                if case .failed(let failure) = result, [.io, .cannotCreate].contains(failure.kind) {
                    isStopped = true
                }
                startNextFile()
            }
            return results
        }
        var report = Report(byteCount: progress.value.withLock(\.byteCount))
        for (index, line) in plan.lines.enumerated() {
            switch results[index] {
            case .fetched: report.fetchedCount += 1
            case .existing: report.existingCount += 1
            case .failed(let failure):
                guard ![.io, .cannotCreate].contains(failure.kind) else { throw failure }
                report.failures.append((line.name, failure))
            case nil: break
            }
        }
        // Sums that fit to nothing that came are not trusted from now on.
        if plan.trust == .onFirstUse(isNew: true), report.fetchedCount + report.existingCount == 0 {
            unlink("\(storeFolder)/\(ChecksumFile.name)")
        }
        if plan.lines.count == plan.checksums.lines.count { report.failures += absentRecords(plan) }
        withExtendedLifetime(plan.lock) {}
        return report
    }

    /// Records that the set promises, and has no header of.
    private func absentRecords(_ plan: Plan) -> [(name: String, failure: DatasetFailure)] {
        let names = Set(plan.checksums.lines.map(\.name))
        return (LocalDataset(storeFolder).listedRecords ?? []).filter {
            !names.contains("\($0).hea")
        }.map { record in
            (
                record,
                DatasetFailure(
                    .unavailable,
                    "RECORDS names the record \(record), and \(ChecksumFile.name) has no header of it: the publisher's list is wrong"
                )
            )
        }
    }

    private enum FileResult: Sendable {
        case existing
        case fetched
        case failed(DatasetFailure)
    }

    private func fetch(
        _ line: ChecksumFile.Line, _ web: WebTransfer?,
        _ advance: @escaping @Sendable (Int, Int) -> Void
    ) async -> FileResult {
        do throws(DatasetFailure) {
            defer { advance(1, 0) }
            let part = try PartFile(line.name, in: storeFolder)
            if PartFile.checksum(of: part.path) == line.checksum { return .existing }
            switch source {
            case .folder(let mirror):
                let folder = DatasetSource.folder(of: set, in: mirror) ?? mirror
                let outcome = try FileCopy.copy("\(folder)/\(line.name)", into: part) {
                    advance(0, $0)
                }
                guard outcome == .complete else { return .failed(failure(line, outcome)) }
                if try part.finish(checksum: line.checksum) { return .fetched }
                part.discard()
                return .failed(checksumFailure(line))
            case .web(let address):
                return try await fetch(line, part, address, web, advance)
            }
        } catch {
            return .failed(error)
        }
    }

    private func fetch(
        _ line: ChecksumFile.Line, _ part: PartFile, _ address: WebAddress, _ web: WebTransfer?,
        _ advance: @escaping @Sendable (Int, Int) -> Void
    ) async throws(DatasetFailure) -> FileResult {
        guard let web, let url = address.url(line.name, of: set) else {
            return .failed(failure(line, .transferFailed("its address is none")))
        }
        var outcome = WebOutcome.transferFailed("it gave no answer")
        for attempt in 0..<Self.attemptCount {
            let before = part.fetchedCount
            outcome = await web.get(url, into: part, limit: Self.maxFileByteCount) {
                advance(0, $0)
            }
            var pauseSeconds = Double(1 << attempt)
            switch outcome {
            case .complete:
                if try part.finish(checksum: line.checksum) { return .fetched }
                part.discard()
                // The part from before may have been of other bytes: once more from the start.
                guard before > 0 else { return .failed(checksumFailure(line)) }
                pauseSeconds = 0
            case .status(416, _):
                part.discard()
                pauseSeconds = 0
            case .status(429, _), .status(503, _):
                pauseSeconds = Self.pauseSeconds(outcome, attempt: attempt) ?? pauseSeconds
            case .status(500..., _), .transferFailed: break
            case .writeFailed(let failure): throw failure
            case .status, .refusedRedirect, .tooLong: return .failed(failure(line, outcome))
            }
            if Task.isCancelled { break }
            if attempt + 1 < Self.attemptCount, pauseSeconds > 0 { await wait(pauseSeconds) }
        }
        return .failed(failure(line, outcome))
    }

    private func checksumFailure(_ line: ChecksumFile.Line) -> DatasetFailure {
        DatasetFailure(
            .badData,
            "\(line.name) of \(source.name) has not the bytes that \(ChecksumFile.name) promises: it was thrown away"
        )
    }

    private func failure(_ line: ChecksumFile.Line, _ outcome: WebOutcome) -> DatasetFailure {
        let text =
            switch outcome {
            case .status(404, _): "\(source.name) does not have \(line.name)"
            case .status(let status, _): "\(source.name) answers \(status) for \(line.name)"
            case .refusedRedirect(let address):
                "\(source.name) sends to \(address) for \(line.name), which is not asked"
            case .transferFailed(let reason): "\(line.name) of \(source.name): \(reason)"
            case .tooLong, .complete, .writeFailed: "\(line.name) of \(source.name) is too long"
            }
        return DatasetFailure(.unavailable, text)
    }
}

/// A value that several tasks change.
final class SharedValue<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}
