import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension BatchFolder {
    /// The chunks of a batch that are to be done, of which some may have been done before.
    package struct OpenedBatch: Sendable {
        package let plan: BatchPlan
        /// Ascending.
        package let openChunks: [Int]
        /// The problems that were found, whose parts are done anew; each a sentence.
        package let problems: [String]
        /// True if the batch was begun before.
        package let isResumed: Bool
    }

    /// Begins a batch in this folder, or goes on with the one in it.
    ///
    /// - Parameter checksums: whether recordings whose sums are known are read again.
    /// - Throws: `usage` where the folder is of another batch, and says what differs.
    package func begin(
        _ newPlan: BatchPlan, checksums: Bool
    ) throws(BatchFailure) -> OpenedBatch {
        try prepare()
        guard let oldPlan = try plan() else {
            if hasResults {
                throw BatchFailure(
                    .usage,
                    "there are results in \(path), and no batch.json that says of what: give another folder, or --restart to "
                        + "put them aside")
            }
            try write(newPlan)
            return OpenedBatch(
                plan: newPlan, openChunks: Array(0..<newPlan.chunkCount), problems: [],
                isResumed: false)
        }
        if let difference = newPlan.difference(to: oldPlan) {
            throw BatchFailure(
                .usage,
                "\(path) is of another batch: \(difference); give another folder, or --restart to put it aside"
            )
        }
        let movedPlan = oldPlan.moved(to: newPlan)
        // So that `retry` finds the recordings where they lie now.
        if movedPlan != oldPlan { try write(movedPlan) }
        return try openBatch(movedPlan, reopening: [], checksums: checksums)
    }

    /// Goes on with the batch that is in this folder.
    ///
    /// - Parameter reopening: chunks that are done once more.
    /// - Parameter named: files of the paths that name a record of a data set.
    package func resume(
        _ oldPlan: BatchPlan, reopening: Set<Int>, named: [String: String], checksums: Bool
    ) throws(BatchFailure) -> OpenedBatch {
        try prepare()
        let plan = oldPlan.named(named)
        if plan != oldPlan { try write(plan) }
        return try openBatch(plan, reopening: reopening, checksums: checksums)
    }

    private func prepare() throws(BatchFailure) {
        try make()
        try FileManager.default.removeContents(workPath)
        try checkWritable()
    }

    private var hasResults: Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path + "/done"))?.isEmpty == false
    }

    private func openBatch(
        _ plan: BatchPlan, reopening: Set<Int>, checksums: Bool
    ) throws(BatchFailure) -> OpenedBatch {
        let recordingsFolder = plan.manifest.folder
        guard recordingsFolder.isEmpty || access(recordingsFolder, F_OK) == 0 else {
            throw BatchFailure(
                .io,
                "\(recordingsFolder), where the recordings lie, is not there: give the same command again when it is"
            )
        }
        var openChunks: [Int] = []
        var problems: [String] = []
        for chunk in 0..<plan.chunkCount {
            guard FileManager.default.fileExists(atPath: chunkRecordPath(chunk)),
                !reopening.contains(chunk)
            else {
                openChunks.append(chunk)
                continue
            }
            // What was committed stays until it is replaced.
            let error =
                record(chunk).map { $0.error(chunk, of: plan, in: self, checksums: checksums) }
                ?? "\(chunkRecordPath(chunk)) is damaged"
            if let error {
                problems.append("chunk \(chunk) is made anew: \(error)")
                openChunks.append(chunk)
            }
        }
        return OpenedBatch(plan: plan, openChunks: openChunks, problems: problems, isResumed: true)
    }

    /// Moves the batch in the folder into one beside it, unless a process works in it; other files stay.
    ///
    /// - Returns: where it is now; nil where there was none.
    package func archiveBatch() throws(BatchFailure) -> String? {
        guard hasResults || FileManager.default.fileExists(atPath: planPath) else { return nil }
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let batchPath = Manifest.absolutePath(path)
        var number = 1
        while FileManager.default.fileExists(atPath: "\(batchPath).before-\(number)") {
            number += 1
        }
        let archivePath = "\(batchPath).before-\(number)"
        guard mkdir(archivePath, 0o755) == 0 else {
            throw BatchFailure(
                .cannotCreate, "cannot make \(archivePath): \(Self.systemErrorText())")
        }
        // What says of which batch all is goes last: so the same command goes on where this was ended.
        for name in ["report", "running.json", "work", "done", "failed", "rows", "batch.json"] {
            guard rename("\(path)/\(name)", "\(archivePath)/\(name)") == 0 || errno == ENOENT else {
                throw BatchFailure(
                    .cannotCreate, "cannot put \(path)/\(name) aside: \(Self.systemErrorText())")
            }
        }
        return archivePath
    }

    /// The chunks in which recordings failed, and how many did.
    ///
    /// - Parameter code: of the failures; any where nil.
    /// - Returns: also all codes that there are.
    package func failures(
        _ plan: BatchPlan, code: String?
    ) -> (chunks: Set<Int>, count: Int, codes: Set<String>) {
        var chunks: Set<Int> = []
        var codes: Set<String> = []
        var count = 0
        for chunk in 0..<plan.chunkCount {
            guard let failures = record(chunk)?.failures else { continue }
            codes.formUnion(failures.keys)
            let failureCount = failures.filter { code == nil || $0.key == code }.values.reduce(0, +)
            guard failureCount > 0 else { continue }
            count += failureCount
            chunks.insert(chunk)
        }
        return (chunks, count, codes)
    }

    // MARK: What is there

    /// Returns the progress of the batch: as its runner reports while one works, else by what is
    /// done.
    package func progress() throws(BatchFailure) -> (progress: BatchProgress, isRunning: Bool) {
        guard let plan = try plan() else {
            throw BatchFailure(.noInput, "there is no batch in \(path)")
        }
        if isLocked, let data = FileManager.default.contents(atPath: progressPath),
            let progress = try? JSONDecoder().decode(BatchProgress.self, from: data)
        {
            return (progress, true)
        }
        var progress = BatchProgress()
        progress.recordCount = plan.manifest.records.count
        for chunk in 0..<plan.chunkCount {
            if let record = record(chunk) { progress.add(record) }
        }
        return (progress, isLocked)
    }

    /// All rows, or all failures, of the chunks that are done, in the order of the manifest.
    ///
    /// - Parameter write: called with pieces of one table of comma-separated values.
    /// - Returns: how many chunks are not done.
    package func export(
        failed: Bool, _ write: ([UInt8]) throws(BatchFailure) -> Void
    ) throws(BatchFailure) -> Int {
        guard let plan = try plan() else {
            throw BatchFailure(.noInput, "there is no batch in \(path)")
        }
        var openChunkCount = 0
        var isFirst = true
        for chunk in 0..<plan.chunkCount {
            guard let record = record(chunk) else {
                openChunkCount += 1
                continue
            }
            try checkFiles(record, chunk, plan)
            let file = failed ? failuresPath(chunk) : rowsPath(chunk)
            var table = try TableReader(file)
            // Each file begins with the names of the columns.
            if !isFirst { try table.skipLine() }
            isFirst = false
            while let piece = try table.next() { try write(piece) }
        }
        return openChunkCount
    }

    /// Rows that were edited, or are of another batch, are not handed on as if they were what was made.
    private func checkFiles(
        _ record: ChunkRecord, _ chunk: Int, _ plan: BatchPlan
    ) throws(BatchFailure) {
        let error =
            record.planFingerprint == plan.fingerprint
            ? record.filesError(chunk, in: self) : "\(chunkRecordPath(chunk)) is of another batch"
        guard let error else { return }
        throw BatchFailure(
            .badData, "\(error): give the command of the batch again, which makes this chunk anew")
    }

    /// Rows and failures of a chunk as they are in its files, unpacked.
    package struct ChunkText: Sendable {
        package let chunk: Int
        package let rows: [UInt8]
        package let failed: [UInt8]
    }

    /// - Returns: nil for a chunk that is not done.
    package func chunkText(_ chunk: Int, of plan: BatchPlan) throws(BatchFailure) -> ChunkText? {
        guard let record = record(chunk) else { return nil }
        try checkFiles(record, chunk, plan)
        func allBytes(_ path: String) throws(BatchFailure) -> [UInt8] {
            var table = try TableReader(path)
            var bytes: [UInt8] = []
            while let piece = try table.next() { bytes += piece }
            return bytes
        }
        return ChunkText(
            chunk: chunk, rows: try allBytes(rowsPath(chunk)),
            failed: try allBytes(failuresPath(chunk)))
    }

    /// The bytes of a table, unpacked.
    private struct TableReader {
        private let path: String
        private var source: ByteSource
        private var remainingBytes: [UInt8] = []

        init(_ path: String) throws(BatchFailure) {
            self.path = path
            do throws(RecordingError) {
                source = try RecordingFile.unpackedSource(path: path)
            } catch {
                throw BatchFailure(.io, "cannot read \(path): \(error.text)")
            }
        }

        mutating func next() throws(BatchFailure) -> [UInt8]? {
            if !remainingBytes.isEmpty {
                defer { remainingBytes = [] }
                return remainingBytes
            }
            do throws(RecordingError) {
                let block = try source.readBlock()
                return block.isEmpty ? nil : Array(block)
            } catch {
                throw BatchFailure(.io, "cannot read \(path): \(error.text)")
            }
        }

        mutating func skipLine() throws(BatchFailure) {
            while let piece = try next() {
                guard let end = piece.firstIndex(of: UInt8(ascii: "\n")) else { continue }
                remainingBytes = Array(piece[(end + 1)...])
                return
            }
        }
    }
}

extension FileManager {
    /// Removes what is in a folder.
    fileprivate func removeContents(_ folder: String) throws(BatchFailure) {
        do {
            for name in try contentsOfDirectory(atPath: folder) {
                try removeItem(atPath: "\(folder)/\(name)")
            }
        } catch {
            throw BatchFailure(.io, "cannot empty \(folder): \(POSIXFiles.reason)")
        }
    }
}
