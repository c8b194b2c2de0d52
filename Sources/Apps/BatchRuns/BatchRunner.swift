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

/// Works on the open chunks of a batch by workers, and commits each chunk once.
///
/// One thread waits for all workers. What a worker may use of time and memory is watched from here: a worker that uses
/// more is ended, and so is what it has begun.
package struct BatchRunner: ~Copyable {
    package struct Limits: Sendable {
        /// The limit of processor time for one recording; s. In wall time ten times as much.
        package var seconds = 600.0
        /// The limit of memory for one worker; bytes.
        package var memoryBytes = 1 << 30
        /// True if the sum of each recording is stored.
        package var wantsDigests = false

        package init() {}
    }

    private let folder: BatchFolder
    private let plan: BatchPlan
    /// A worker as words of the command line.
    private let workerArguments: [String]
    private let limits: Limits
    private let jobCount: Int
    private let header: String
    private let clock = ContinuousClock()
    private let startInstant: ContinuousClock.Instant
    private var slots: [Slot] = []
    private var openChunks: ArraySlice<Int>
    private var remainingTime: RemainingTimeEstimator
    private var consecutiveIOErrorCount = 0
    /// Chunks that are done, but for recordings that the disk did not give: they wait for what becomes of the disk.
    private var waitingSlots: [Slot] = []
    private var startErrorCount = 0
    private var recordsDoneInThisRun = 0
    private var workerFailures: [Int: WorkerFailures] = [:]
    package private(set) var progress = BatchProgress()

    /// A worker, and the chunk that it has.
    private struct Slot {
        var worker: WorkerProcess?
        var chunk: Int
        var work: ChunkWork
        var fingerprints: [FileFingerprint?]
        /// The recording that it has begun.
        var current: Int?
        var startedAt: ContinuousClock.Instant
        var startProcessorSeconds = 0.0
        /// The reason that the runner ended the worker.
        var exceededLimit: (recordIndex: Int?, code: String, text: String)?
    }

    /// The number of times that a recording has ended its worker.
    private struct WorkerFailures {
        var crashCount = 0
        var memoryExcessCount = 0
        var externalKillCount = 0
    }

    /// Number of times another process may end a worker before its recording is put aside.
    private static let maxExternalKillCount = 20
    /// The longest time between two checks; after a longer one this process did not run.
    private static let maxPause = Duration.seconds(5)
    /// The number of recordings in a row that cannot be opened or read from which the disk is taken
    /// as lost.
    private static let maxIOErrors = 50

    /// - Parameter openChunks: chunks that are to be done, ascending.
    /// - Parameter header: names of the columns of rows.
    package init(
        _ folder: BatchFolder, _ plan: BatchPlan, openChunks: [Int], workerArguments: [String],
        header: String, jobCount: Int,
        limits: Limits
    ) {
        (self.folder, self.plan, self.workerArguments, self.limits) = (
            folder, plan, workerArguments, limits
        )
        (self.jobCount, self.header) = (jobCount, header)
        self.openChunks = openChunks[...]
        startInstant = clock.now
        let records = openChunks.flatMap { Array(plan.records(of: $0)) }
        remainingTime = RemainingTimeEstimator(
            records.map { (plan.manifest.records[$0].path, plan.sizes[$0]) })
        progress.recordCount = plan.manifest.records.count
        let openChunkSet = Set(openChunks)
        for chunk in 0..<plan.chunkCount where !openChunkSet.contains(chunk) {
            if let record = folder.record(chunk) { progress.add(record) }
        }
    }

    /// Works until every chunk is done.
    ///
    /// - Parameter onProgress: called several times a second.
    package mutating func run(_ onProgress: (BatchProgress) -> Void) throws(BatchFailure) {
        signal(SIGPIPE, SIG_IGN)
        do throws(BatchFailure) {
            for _ in 0..<jobCount { try startChunk(nil) }
            var (lastCheck, lastWrite) = (clock.now, clock.now - .seconds(2))
            while !slots.isEmpty {
                try readReplies()
                // Small recordings answer a thousand times a second: looking costs more than they do.
                guard clock.now - lastCheck > .milliseconds(50) else { continue }
                let now = clock.now
                if now - lastCheck > Self.maxPause { excludePause(now - lastCheck) }
                lastCheck = now
                enforceLimits()
                updateProgress()
                onProgress(progress)
                if clock.now - lastWrite > .seconds(1) {
                    try folder.encode(progress, to: folder.progressPath)
                    lastWrite = clock.now
                }
            }
            try saveWaitingSlots()
        } catch {
            for slot in slots { slot.worker?.kill() }
            for slot in slots { _ = slot.worker?.end() }
            throw error
        }
        unlink(folder.progressPath)
        updateProgress()
        onProgress(progress)
    }

    /// Leaves out time in which no check ran, as all processes were stopped or the machine slept.
    private mutating func excludePause(_ pause: Duration) {
        for index in slots.indices { slots[index].startedAt += pause }
    }

    // MARK: Chunks

    /// Gives the next chunk to a worker, to a new one where there is none.
    private mutating func startChunk(_ freeWorker: WorkerProcess?) throws(BatchFailure) {
        guard let chunk = openChunks.popFirst() else {
            _ = freeWorker?.end()
            return
        }
        let records = plan.records(of: chunk)
        guard FileManager.default.createFile(atPath: folder.openRowsPath(chunk), contents: nil)
        else {
            throw BatchFailure(
                .io, "cannot write \(folder.openRowsPath(chunk)): \(BatchFolder.systemErrorText())")
        }
        var slot = Slot(
            worker: freeWorker, chunk: chunk, work: ChunkWork(records),
            fingerprints: records.map { plan.fileFingerprint(of: plan.manifest.records[$0]) },
            startedAt: clock.now)
        if slot.worker == nil { slot.worker = try WorkerProcess(workerArguments) }
        sendWork(slot)
        slots.append(slot)
    }

    private func sendWork(_ slot: Slot) {
        slot.worker?.send(
            WorkerAssignment(
                rowsPath: folder.openRowsPath(slot.chunk), wantsDigests: limits.wantsDigests,
                items: slot.work.openRecords.map { recordIndex in
                    let record = plan.manifest.records[recordIndex]
                    return .init(
                        recordIndex: recordIndex, record: record,
                        file: plan.manifest.path(of: record),
                        annotator: plan.annotator(of: record))
                }))
    }

    private mutating func commit(_ index: Int) throws(BatchFailure) {
        var slot = slots.remove(at: index)
        // The worker goes on while this waits for the disk.
        try startChunk(slot.worker)
        slot.worker = nil
        if slot.work.hasDiskErrors && consecutiveIOErrorCount > 0 {
            waitingSlots.append(slot)
        } else {
            try saveSlot(slot)
        }
    }

    private mutating func saveSlot(_ slot: Slot) throws(BatchFailure) {
        let record = try folder.commit(
            slot.work, slot.chunk, of: plan, header: header, fingerprints: slot.fingerprints)
        // Its recordings were counted one by one.
        progress.rowCount += record.rowCount
        progress.optionUses.add(record.optionUses ?? [:])
    }

    private mutating func saveWaitingSlots() throws(BatchFailure) {
        for slot in waitingSlots { try saveSlot(slot) }
        waitingSlots = []
    }

    // MARK: What workers say

    private mutating func readReplies() throws(BatchFailure) {
        var pollDescriptors = slots.map {
            pollfd(fd: $0.worker?.output ?? -1, events: Int16(POLLIN), revents: 0)
        }
        let pids = slots.map { $0.worker?.pid }
        guard poll(&pollDescriptors, nfds_t(pollDescriptors.count), 100) > 0 else { return }
        for (pollRequest, pid) in zip(pollDescriptors, pids) where pollRequest.revents != 0 {
            // A chunk that is done takes its slot away.
            guard let index = slots.firstIndex(where: { $0.worker?.pid == pid }) else { continue }
            guard let replies = slots[index].worker?.replies() else {
                try replaceWorker(index)
                continue
            }
            for reply in replies { try receive(reply, index) }
            if slots[index].work.openRecords.isEmpty { try commit(index) }
        }
    }

    private mutating func receive(_ reply: WorkerReply, _ index: Int) throws(BatchFailure) {
        startErrorCount = 0
        if let workerError = reply.workerError { throw BatchFailure(.io, workerError) }
        guard slots[index].work.openRecords.first == reply.recordIndex else { return }
        guard reply.isDone else {
            slots[index].current = reply.recordIndex
            (slots[index].startedAt, slots[index].startProcessorSeconds) = (
                clock.now, reply.processorSeconds
            )
            return
        }
        slots[index].current = nil
        slots[index].work.rowCount += reply.rowCount
        slots[index].work.optionUses.add(reply.optionUses.mapValues { OptionUse(isUsed: $0) })
        slots[index].work.byteCount = reply.byteCount
        slots[index].work.fileDigests[reply.recordIndex] = reply.sha256
        let id = plan.manifest.records[reply.recordIndex].id
        let failures = reply.failures.map {
            FailedRecording(id: id, path: $0.path, code: $0.code, text: $0.text, attempts: 1)
        }
        let seconds = max(reply.processorSeconds - slots[index].startProcessorSeconds, 0.000_5)
        finish(
            index, failures, isFailed: reply.rowCount == 0 && !failures.isEmpty, seconds: seconds)
        if reply.failures.contains(where: \.isDiskError) {
            slots[index].work.hasDiskErrors = true
            consecutiveIOErrorCount += 1
        } else {
            consecutiveIOErrorCount = 0
            try saveWaitingSlots()
        }
        try checkDisk(failures)
    }

    /// The first open recording of a slot is done.
    private mutating func finish(
        _ index: Int, _ failures: [FailedRecording], isFailed: Bool, seconds: Double
    ) {
        guard let recordIndex = slots[index].work.openRecords.popFirst() else { return }
        slots[index].work.failures += failures
        progress.doneCount += 1
        recordsDoneInThisRun += 1
        if isFailed {
            slots[index].work.failedCount += 1
            progress.failedCount += 1
        }
        for failure in failures { progress.failures[failure.code, default: 0] += 1 }
        remainingTime.finish(
            plan.manifest.records[recordIndex].path, bytes: plan.sizes[recordIndex],
            seconds: seconds)
    }

    private func checkDisk(_ failures: [FailedRecording]) throws(BatchFailure) {
        if consecutiveIOErrorCount >= Self.maxIOErrors {
            throw BatchFailure(
                .io,
                "\(Self.maxIOErrors) recordings in a row cannot be read: the disk seems lost; give the same command again when "
                    + "it is back")
        }
        let recordingsFolder = plan.manifest.folder
        if !recordingsFolder.isEmpty, failures.contains(where: { $0.code == "not_found" }),
            access(recordingsFolder, F_OK) != 0
        {
            throw BatchFailure(
                .io, "\(recordingsFolder) is gone: give the same command again when it is back")
        }
    }

    // MARK: Workers that end

    /// A worker has ended: another one goes on, where the recording is not to blame.
    private mutating func replaceWorker(_ index: Int) throws(BatchFailure) {
        guard let worker = slots[index].worker else { return }
        let signal = worker.end()
        slots[index].worker = nil
        // What it wrote of a recording that is not done is taken back.
        truncate(folder.openRowsPath(slots[index].chunk), off_t(slots[index].work.byteCount))
        if let recordIndex = slots[index].current {
            slots[index].current = nil
            guard let signal else {
                throw BatchFailure(
                    .internalError,
                    "a worker ended by itself at \(plan.manifest.records[recordIndex].path): try hrv analyze with this recording"
                )
            }
            // It was ended for the recording before this one, which was done after all.
            if let exceededLimit = slots[index].exceededLimit,
                exceededLimit.recordIndex != recordIndex
            {
                slots[index].exceededLimit = nil
            }
            let seconds = (clock.now - slots[index].startedAt) / .seconds(1)
            if let failure = workerFailure(recordIndex, signal, slots[index].exceededLimit) {
                finish(index, [failure], isFailed: true, seconds: seconds)
            }
        } else {
            let file = folder.openRowsPath(slots[index].chunk)
            guard access(file, F_OK) == 0 else {
                throw BatchFailure(
                    .io,
                    "\(file) is gone: nothing else may remove what is in there; give the same command again"
                )
            }
            startErrorCount += 1
            if startErrorCount > 10 * jobCount {
                throw BatchFailure(
                    .internalError,
                    "workers end as soon as they are started: try hrv analyze with one recording")
            }
        }
        slots[index].exceededLimit = nil
        slots[index].worker = try WorkerProcess(workerArguments)
        if slots[index].work.openRecords.isEmpty {
            try commit(index)
        } else {
            sendWork(slots[index])
        }
    }

    /// - Returns: why the recording is put aside; nil where it is tried once more.
    private mutating func workerFailure(
        _ recordIndex: Int, _ signal: Int32,
        _ exceededLimit: (recordIndex: Int?, code: String, text: String)?
    ) -> FailedRecording? {
        let record = plan.manifest.records[recordIndex]
        func failure(_ code: String, _ text: String, _ attempts: Int) -> FailedRecording {
            FailedRecording(
                id: record.id, path: record.path, code: code, text: text, attempts: attempts)
        }
        var counts = workerFailures[recordIndex] ?? WorkerFailures()
        defer { workerFailures[recordIndex] = counts }
        if let exceededLimit {
            if exceededLimit.code == "time_limit" {
                return failure(exceededLimit.code, exceededLimit.text, 1)
            }
            counts.memoryExcessCount += 1
            return counts.memoryExcessCount < 2
                ? nil : failure(exceededLimit.code, exceededLimit.text, 2)
        }
        if signal == SIGKILL || signal == SIGTERM || signal == SIGINT || signal == SIGHUP {
            counts.externalKillCount += 1
            guard counts.externalKillCount >= Self.maxExternalKillCount else { return nil }
            return failure(
                "killed", "its worker was ended from outside again and again",
                counts.externalKillCount)
        }
        counts.crashCount += 1
        guard counts.crashCount >= 2 else { return nil }
        let name = String(cString: strsignal(signal))
        return failure(
            "crashed",
            "its worker ended by signal \(signal) (\(name)), twice: please report the file", 2)
    }

    /// Ends workers that use more than they may.
    private mutating func enforceLimits() {
        for index in slots.indices {
            guard let worker = slots[index].worker, slots[index].exceededLimit == nil else {
                continue
            }
            if let bytes = worker.memoryBytes, bytes > limits.memoryBytes {
                slots[index].exceededLimit = (
                    slots[index].current, "out_of_memory",
                    "it takes more than \(limits.memoryBytes >> 20) MiB of memory (--memory)"
                )
            } else if slots[index].current != nil {
                let wallSeconds = (clock.now - slots[index].startedAt) / .seconds(1)
                let usedSeconds =
                    (worker.processorSeconds ?? 0) - slots[index].startProcessorSeconds
                guard usedSeconds > limits.seconds || wallSeconds > 10 * limits.seconds else {
                    continue
                }
                let seconds =
                    limits.seconds == limits.seconds.rounded()
                    ? "\(Int(limits.seconds))" : "\(limits.seconds)"
                slots[index].exceededLimit = (
                    slots[index].current, "time_limit",
                    "it takes more than \(seconds) s (--time-limit)"
                )
            }
            if slots[index].exceededLimit != nil { worker.kill() }
        }
    }

    // MARK: How far it is

    private mutating func updateProgress() {
        let elapsedSeconds = (clock.now - startInstant) / .seconds(1)
        progress.recordsPerSecond =
            elapsedSeconds > 0 ? Double(recordsDoneInThisRun) / elapsedSeconds : 0
        progress.secondsLeft = remainingTime.seconds(elapsed: elapsedSeconds)
        progress.workers = slots.compactMap { slot in
            slot.worker.map { worker in
                .init(
                    pid: worker.pid, id: slot.current.map { plan.manifest.records[$0].id },
                    seconds: slot.current.map { _ in (clock.now - slot.startedAt) / .seconds(1) },
                    memoryBytes: worker.memoryBytes)
            }
        }
    }
}

extension BatchProgress {
    /// Counts a chunk that is done.
    mutating func add(_ record: ChunkRecord) {
        doneCount += record.recordCount
        failedCount += record.failedCount
        rowCount += record.rowCount
        failures.merge(record.failures, uniquingKeysWith: +)
        optionUses.add(record.optionUses ?? [:])
    }
}
