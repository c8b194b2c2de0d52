import Foundation
import Synchronization

/// Files that pages send in pieces, each in a file of its own that only its owner may read.
///
/// A file that was begun is known by its name, size and date, so that a page continues after a break where the server
/// has it. Nothing is kept longer than until it is imported or dropped; what an earlier run left is removed.
///
/// A file is begun only where the disk has space for what is missing of every file that is sent, and for twice the
/// size of the new one, at most 1 GiB: its records are written to the log of the store first, and then to the store.
/// Measured on synthetic exports, the records of a zip take 0.6 of its size, and those of an XML file 0.03.
final class HealthUploads: Sendable {
    /// The announcement by a page of the file that it is about to send.
    struct Announcement: Decodable, Hashable, Sendable {
        let name: String
        /// Bytes.
        let size: Int
        let modifiedMs: Double
    }

    /// The progress of a file.
    struct Status: Encodable, Sendable {
        let id: String
        let size: Int
        /// Bytes that are there.
        let received: Int
    }

    private struct Upload {
        let announcement: Announcement
        var receivedByteCount = 0
        var lastWriteAt = ContinuousClock.now
        /// True while a piece is being written.
        var isBusy = false
    }

    /// Bytes of one piece, at most.
    static let maxPieceByteCount = 1 << 20
    /// Larger files are refused; bytes.
    private static let maxFileBytes = 16 << 30
    /// Longer names are cut from the front; bytes.
    private static let maxNameLength = 120
    /// Files that are sent at the same time, at most.
    private static let maxUploads = 4

    /// The store grows by no more during an import; bytes.
    private static let maxGrowthBytes = 1 << 30

    private let folder: String
    private let freeByteCount: @Sendable (String) -> Int?
    private let uploads = Mutex<[String: Upload]>([:])

    /// - Parameter parent: folder in which each process has one of its own, made when the first file is begun. What
    ///   processes left that run no more is removed now.
    /// - Parameter freeByteCount: bytes that may still be written below a folder; nil where that is not known.
    init(
        parent: String, freeByteCount: @escaping @Sendable (String) -> Int? = FreeSpace.byteCount
    ) {
        folder = "\(parent)/\(getpid())"
        self.freeByteCount = freeByteCount
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
            let isAlive = Int32(name).map { $0 != getpid() && kill($0, 0) == 0 } ?? false
            if !isAlive { try? FileManager.default.removeItem(atPath: "\(parent)/\(name)") }
        }
    }

    /// Begins a file, or says how far one that was begun before has come.
    ///
    /// - Throws: `noSpace` where the disk has none for the file and its records; nothing is written then.
    func begin(_ announcement: Announcement) throws(DashboardError) -> Status {
        guard (1...Self.maxFileBytes).contains(announcement.size) else {
            throw .invalid(
                "the file is empty or larger than 16 GiB: choose the file that the phone wrote")
        }
        let idResult = uploads.withLock { uploads -> Result<String, DashboardError> in
            if let existing = uploads.first(where: { $0.value.announcement == announcement }) {
                return .success(existing.key)
            }
            if uploads.count >= Self.maxUploads { Self.forgetOldest(&uploads, folder) }
            guard uploads.count < Self.maxUploads else { return .failure(.busy) }
            guard hasSpace(announcement.size, beside: uploads) else { return .failure(.noSpace) }
            let id = UUID().uuidString
            uploads[id] = Upload(announcement: announcement)
            return .success(id)
        }
        let id = try idResult.get()
        let status = try status(id)
        guard status.received == 0 else { return status }
        do throws(DashboardError) { try UploadFile.make(path(id)) } catch {
            drop(id)
            throw error
        }
        return status
    }

    /// True where the disk has space for one file more; where that is not known, a write that fails will show it.
    private func hasSpace(_ size: Int, beside uploads: [String: Upload]) -> Bool {
        guard let freeBytes = freeByteCount(folder) else { return true }
        let pendingBytes = uploads.values.reduce(size) {
            $0 + $1.announcement.size - $1.receivedByteCount
        }
        return freeBytes >= pendingBytes + min(2 * size, Self.maxGrowthBytes)
    }

    /// Returns the progress of a file.
    func status(_ id: String) throws(DashboardError) -> Status {
        guard let upload = uploads.withLock({ $0[id] }) else { throw .uploadNotFound }
        return Status(id: id, size: upload.announcement.size, received: upload.receivedByteCount)
    }

    /// Adds a piece. Where it cannot be written, the upload is over, and what was there of the file is removed.
    ///
    /// - Parameter offset: where in the file it belongs: at the end of what is there.
    func append(_ piece: Data, at offset: Int, to id: String) throws(DashboardError) -> Status {
        try claimPieceWrite(id, offset, piece.count)
        do throws(DashboardError) {
            try UploadFile.write(piece, to: path(id), at: offset)
        } catch {
            drop(id)
            throw error
        }
        uploads.withLock { uploads in
            uploads[id]?.receivedByteCount = offset + piece.count
            uploads[id]?.lastWriteAt = .now
            uploads[id]?.isBusy = false
        }
        return try status(id)
    }

    /// A piece may be written now: it belongs where the file ends, and no other one is under way.
    private func claimPieceWrite(_ id: String, _ offset: Int, _ count: Int) throws(DashboardError) {
        let error: DashboardError? = uploads.withLock { uploads in
            guard let upload = uploads[id] else { return .uploadNotFound }
            guard !upload.isBusy, offset == upload.receivedByteCount,
                upload.receivedByteCount + count <= upload.announcement.size
            else {
                return DashboardError(
                    status: .conflict,
                    text: "the server has \(upload.receivedByteCount) bytes of this file")
            }
            uploads[id]?.isBusy = true
            return nil
        }
        if let error { throw error }
    }

    /// Drops the oldest file when its slot is needed: a page that was closed does not come back.
    private static func forgetOldest(_ uploads: inout [String: Upload], _ folder: String) {
        let oldest = uploads.min { $0.value.lastWriteAt < $1.value.lastWriteAt }
        guard let oldest, !oldest.value.isBusy, .now - oldest.value.lastWriteAt > idleTimeout else {
            return
        }
        uploads[oldest.key] = nil
        try? FileManager.default.removeItem(atPath: "\(folder)/\(oldest.key)")
    }

    /// The time after which an upload is removed that receives nothing.
    private static let idleTimeout = Duration.seconds(600)

    /// Returns the path of a file that has arrived as a whole.
    func completePath(_ id: String) throws(DashboardError) -> String {
        let status = try status(id)
        guard status.received == status.size else {
            throw DashboardError(status: .conflict, text: "the file is not complete yet")
        }
        return path(id)
    }

    /// Removes a file; one that is not there is no error.
    func drop(_ id: String) {
        let isRemoved = uploads.withLock { $0.removeValue(forKey: id) != nil }
        if isRemoved { try? FileManager.default.removeItem(atPath: folder + "/" + id) }
    }

    /// Removes all of them.
    func close() {
        uploads.withLock { $0.removeAll() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The file has the name that it has at the page, in a folder of its own.
    private func path(_ id: String) -> String {
        let name = uploads.withLock { $0[id]?.announcement.name ?? "" }
        return "\(folder)/\(id)/\(Self.fileName(name))"
    }

    /// A name that leads nowhere else, whatever a page sent.
    static func fileName(_ name: String) -> String {
        let last = name.split(whereSeparator: { "/\\\0".contains($0) }).last.map(String.init) ?? ""
        let short = String(decoding: last.utf8.suffix(maxNameLength), as: UTF8.self)
        return short.isEmpty || short.allSatisfy { $0 == "." } ? "export" : short
    }
}
