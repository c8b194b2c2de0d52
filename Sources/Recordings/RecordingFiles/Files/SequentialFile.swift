#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file, a device or a pipe that is read from its beginning to its end, by the C library alone.
///
/// It is closed when the last user of the value is gone.
final class SequentialFile {
    /// Number of bytes of a regular file when it was opened; nil for a device or a pipe.
    let byteCount: Int?
    private let descriptor: Int32
    private let closesOnDeinit: Bool

    /// Opens a file for reading.
    ///
    /// - Throws: `cannotRead`: `notFound`, `notPermitted`; `notAFile` for a folder.
    init(_ path: String) throws(RecordingError) {
        // A folder is asked for first: opening a named pipe waits for its writer.
        var status = stat()
        guard stat(path, &status) == 0 else { throw .openingFailed(path, errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw .cannotRead("this is a folder", .notAFile)
        }
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .openingFailed(path, errno) }
        closesOnDeinit = true
        byteCount = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    private init(standardInput descriptor: Int32) {
        self.descriptor = descriptor
        closesOnDeinit = false
        byteCount = nil
    }

    /// Standard input; it stays open.
    static var standardInput: SequentialFile { SequentialFile(standardInput: 0) }

    deinit { if closesOnDeinit { close(descriptor) } }

    /// The next bytes; empty at the end.
    func nextBlock() throws(RecordingError) -> [UInt8] {
        var code: Int32 = 0
        let block = [UInt8](unsafeUninitializedCapacity: RecordingFile.blockSize) {
            buffer, filledCount in
            while filledCount < buffer.count {
                let count = read(
                    descriptor, buffer.baseAddress.map { $0 + filledCount },
                    buffer.count - filledCount)
                if count > 0 {
                    filledCount += count
                } else if count == 0 || errno != EINTR {
                    code = count == 0 ? 0 : errno
                    break
                }
            }
        }
        guard code == 0 else {
            throw .cannotRead("reading failed: \(String(cString: strerror(code)))", .failed)
        }
        return block
    }

    /// All bytes that are still to come.
    func source(
        reopen: (() throws(RecordingError) -> ByteSource)? = nil
    ) -> ByteSource {
        ByteSource(byteCount: byteCount, reopen: reopen) { () throws(RecordingError) -> [UInt8] in
            try self.nextBlock()
        }
    }
}
