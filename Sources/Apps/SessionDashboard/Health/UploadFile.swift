import Foundation

/// The file of an upload, in a folder of its own.
enum UploadFile {
    /// Makes the folder and an empty file, for their owner alone; a file that is there stays as it is.
    static func make(_ path: String) throws(DashboardError) {
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(),
                withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw isFull(error) ? .noSpace : .notStored
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw error(errno) }
        close(descriptor)
    }

    /// Writes a piece at its offset.
    static func write(_ piece: Data, to path: String, at offset: Int) throws(DashboardError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error(errno) }
        defer { close(descriptor) }
        let code = piece.withUnsafeBytes { write($0, descriptor, offset) }
        guard code == 0 else { throw error(code) }
    }

    /// - Returns: 0, or the system's number of what went wrong.
    private static func write(
        _ bytes: UnsafeRawBufferPointer, _ descriptor: Int32, _ offset: Int
    ) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written,
                off_t(offset + written))
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            written += count
        }
        return 0
    }

    private static func error(_ code: Int32) -> DashboardError {
        switch code {
        case ENOSPC, EDQUOT: .noSpace
        // It was dropped meanwhile.
        case ENOENT: .uploadNotFound
        default: .notStored
        }
    }

    private static func isFull(_ error: any Error) -> Bool {
        (error as? CocoaError)?.code == .fileWriteOutOfSpace
    }
}

extension DashboardError {
    static let uploadNotFound = DashboardError(
        status: .notFound, text: "the server does not have this file any more: choose it again")
    static let noSpace = DashboardError(
        status: .init(507, phrase: "Insufficient Storage"),
        text: "the machine that runs the dashboard has not enough room for this file: make room "
            + "there, and choose the file again")
    static let notStored = DashboardError(
        status: .internalServerError,
        text: "the machine that runs the dashboard cannot keep the file: look there at the folder "
            + "of the health records")
}
