import Foundation

/// A file for what does not fit into memory during an import. It has no name from the beginning on, so that nothing of it
/// is left, however the process ends.
final class SpillFile {
    private let descriptor: Int32
    private(set) var byteCount = 0

    /// - Throws: `failed` and `diskFull` where the folder for temporary files takes none.
    init() throws(HealthStoreError) {
        var template = Array((Self.folder + "/resonance-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.error() }
        unlink(template)
    }

    deinit { close(descriptor) }

    func append(_ bytes: UnsafeRawBufferPointer) throws(HealthStoreError) {
        var offset = 0
        while offset < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset,
                off_t(byteCount + offset))
            if count < 0 {
                if errno == EINTR { continue }
                throw Self.error()
            }
            offset += count
        }
        byteCount += bytes.count
    }

    /// Fills the buffer from this offset on.
    func read(into bytes: UnsafeMutableRawBufferPointer, at fileOffset: Int)
        throws(HealthStoreError)
    {
        var offset = 0
        while offset < bytes.count {
            let count = pread(
                descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset,
                off_t(fileOffset + offset))
            if count < 0 {
                if errno == EINTR { continue }
                throw Self.error()
            }
            guard count > 0 else {
                throw .failed(path: Self.folder, reason: "a temporary file became shorter")
            }
            offset += count
        }
    }

    /// Rather a disk than a part of memory.
    private static let folder: String = {
        let named = ProcessInfo.processInfo.environment["TMPDIR"]
        return named ?? (access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp")
    }()

    private static func error() -> HealthStoreError {
        errno == ENOSPC || errno == EDQUOT
            ? .diskFull(path: folder)
            : .failed(path: folder, reason: String(cString: strerror(errno)))
    }
}
