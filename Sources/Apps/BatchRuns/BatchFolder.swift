package import RecordingFiles

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

/// The folder of a batch: everything that is known of it, as files that a person can read and delete.
package struct BatchFolder: Sendable {
    package let path: String

    package init(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    var planPath: String { path + "/batch.json" }
    var progressPath: String { path + "/running.json" }
    /// The path of the results of open chunks so far.
    var workPath: String { path + "/work" }

    func rowsPath(_ chunk: Int) -> String { "\(path)/rows/\(Self.paddedChunkNumber(chunk)).csv.gz" }
    func failuresPath(_ chunk: Int) -> String {
        "\(path)/failed/\(Self.paddedChunkNumber(chunk)).csv"
    }
    func chunkRecordPath(_ chunk: Int) -> String {
        "\(path)/done/\(Self.paddedChunkNumber(chunk)).json"
    }
    func openRowsPath(_ chunk: Int) -> String { "\(workPath)/\(Self.paddedChunkNumber(chunk)).csv" }

    private static func paddedChunkNumber(_ chunk: Int) -> String {
        let digits = String(chunk)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Makes the folder with all in it.
    package func make() throws(BatchFailure) {
        guard !path.isEmpty else { throw BatchFailure(.usage, "--into is empty: name a folder") }
        if let kind = FolderListing.kind(of: path), kind != .folder {
            throw BatchFailure(.usage, "--into: \(path) is a file: name a folder")
        }
        for name in ["rows", "failed", "done", "work"] {
            if let reason = POSIXFiles.makeFolders("\(path)/\(name)") {
                throw BatchFailure(.cannotCreate, "cannot make \(path): \(reason)")
            }
        }
    }

    /// Tries whether files can be written and renamed there. Called by who has the lock.
    func checkWritable() throws(BatchFailure) {
        let (trialPath, renamedPath) = (workPath + "/trial", workPath + "/renamed")
        let writer = try SyncedFile(trialPath)
        try writer.write(Array("trial".utf8))
        try writer.finish()
        guard rename(trialPath, renamedPath) == 0, unlink(renamedPath) == 0 else {
            throw BatchFailure(
                .cannotCreate,
                "\(path): files cannot be renamed there; choose a folder of another disk")
        }
    }

    private var lockPath: String { path + "/lock" }

    /// Takes the folder for this process alone.
    ///
    /// - Throws: `occupied` with the number of the process that has it.
    package func lock() throws(BatchFailure) -> FolderLock {
        do throws(FolderLock.Failure) {
            return try FolderLock(lockPath)
        } catch {
            switch error {
            case .cannotCreate(let reason):
                throw BatchFailure(.cannotCreate, "cannot make \(lockPath): \(reason)")
            case .cannotWrite(let reason):
                throw BatchFailure(.io, "cannot write \(lockPath): \(reason)")
            case .locksUnsupported:
                throw BatchFailure(
                    .cannotCreate,
                    "\(lockPath): there are no locks on that disk; choose a folder of another one")
            case .held(let process):
                throw BatchFailure(
                    .occupied,
                    "process \(process ?? "of unknown number") works in \(path): wait for it, or end it"
                )
            }
        }
    }

    /// True if a process works in the folder.
    package var isLocked: Bool { FolderLock.isHeld(lockPath) }

    /// The plan of an earlier run; nil where there is none.
    package func plan() throws(BatchFailure) -> BatchPlan? {
        guard let data = FileManager.default.contents(atPath: planPath) else { return nil }
        guard let plan = try? JSONDecoder().decode(BatchPlan.self, from: data), plan.isConsistent
        else {
            throw BatchFailure(.usage, "\(planPath) is damaged: give another folder, or --restart")
        }
        return plan
    }

    func write(_ plan: BatchPlan) throws(BatchFailure) { try encode(plan, to: planPath) }

    func encode(_ value: some Encodable, to file: String) throws(BatchFailure) {
        guard let data = try? JSONEncoder.sorted.encode(value) else {
            throw BatchFailure(.internalError, "\(file) cannot be made of what is known")
        }
        let bytes: [UInt8] = Array(data) + [UInt8(ascii: "\n")]
        try write(bytes, to: file)
    }

    /// Writes a file that is there whole, or not at all, whatever happens.
    func write(_ bytes: [UInt8], to file: String) throws(BatchFailure) {
        let partPath = file + ".part"
        let writer = try SyncedFile(partPath)
        try writer.write(bytes)
        try writer.finish()
        try Self.moveDurably(partPath, file)
    }

    /// Moves a finished file to its path, for good.
    static func moveDurably(_ partPath: String, _ file: String) throws(BatchFailure) {
        guard rename(partPath, file) == 0 else {
            throw BatchFailure(.io, "cannot put \(file) in its place: \(systemErrorText())")
        }
        let folder = open(FilePath.folder(of: file), O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    static func systemErrorText() -> String { String(cString: strerror(errno)) }
}

extension JSONEncoder {
    /// Equal values give equal bytes.
    static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

/// A file whose bytes are on the disk when it is finished, with their sum.
final class SyncedFile {
    private let path: String
    private let descriptor: Int32
    private var digest = SHA256()

    init(_ path: String) throws(BatchFailure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            let kind: BatchFailure.Kind =
                [ENOSPC, EDQUOT, EIO].contains(errno) ? .io : .cannotCreate
            throw BatchFailure(kind, "cannot write \(path): \(BatchFolder.systemErrorText())")
        }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(BatchFailure) {
        digest.add(bytes)
        guard POSIXFiles.write(bytes, to: descriptor) == nil else { throw failure }
    }

    /// - Returns: the sum of all bytes.
    @discardableResult
    func finish() throws(BatchFailure) -> String {
        guard fsync(descriptor) == 0 else { throw failure }
        return digest.hex()
    }

    private var failure: BatchFailure {
        let systemErrorText = BatchFolder.systemErrorText()
        unlink(path)
        return BatchFailure(
            .io,
            "cannot write \(path): \(systemErrorText): make room, and give the same command again")
    }
}
