#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Bytes that can be read at any offset: those of a file, or those of a test.
package struct RandomAccessBytes {
    /// Number of all bytes.
    package let byteCount: Int
    private let readAt: (_ offset: Int, _ count: Int) throws(RecordingError) -> [UInt8]

    package init(
        byteCount: Int,
        readAt: @escaping (_ offset: Int, _ count: Int) throws(RecordingError) -> [UInt8]
    ) {
        self.byteCount = byteCount
        self.readAt = readAt
    }

    /// The bytes of an array.
    package init(_ bytes: [UInt8]) {
        self.init(byteCount: bytes.count) { (offset, count) throws(RecordingError) in
            Array(bytes[offset..<offset + count])
        }
    }

    /// The bytes from `offset` on.
    ///
    /// - Parameter offset: counted from 0; an offset outside of the bytes is allowed.
    /// - Returns: `count` bytes, or fewer where the bytes end before.
    package func read(at offset: Int, count: Int) throws(RecordingError) -> [UInt8] {
        guard offset >= 0, count > 0, offset < byteCount else { return [] }
        return try readAt(offset, min(count, byteCount - offset))
    }
}

/// A regular file that is read at any offset, by the C library alone.
///
/// A folder, a device or a named pipe is refused; opening it neither waits nor reads anything. The file is closed when
/// the last user of the value is gone.
package final class RandomAccessFile {
    /// Number of bytes when the file was opened.
    package let byteCount: Int
    private let descriptor: Int32

    /// Opens a file for reading.
    ///
    /// - Parameter followsLink: whether a symbolic link at `path` stands for what it points to.
    /// - Throws: `cannotRead`: `notFound`, `notPermitted`, `notAFile` for what is no regular file, `failed`.
    package init(_ path: String, followsLink: Bool = true) throws(RecordingError) {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
        let fileDescriptor = open(path, flags)
        guard fileDescriptor >= 0 else { throw .openingFailed(path, errno) }
        var status = stat()
        guard fstat(fileDescriptor, &status) == 0 else {
            let code = errno
            close(fileDescriptor)
            throw .openingFailed(path, code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(fileDescriptor)
            throw .cannotRead("this is no regular file: name a file or a folder", .notAFile)
        }
        descriptor = fileDescriptor
        byteCount = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// The bytes of the file, which stays open as long as they are used.
    package var bytes: RandomAccessBytes {
        RandomAccessBytes(byteCount: byteCount) { (offset, count) throws(RecordingError) in
            try self.read(at: offset, count: count)
        }
    }

    /// All bytes in their order, as often as they are asked for.
    package var source: ByteSource {
        var offset = 0
        return ByteSource(
            byteCount: byteCount, reopen: { () throws(RecordingError) in self.source }
        ) { () throws(RecordingError) -> [UInt8] in
            let block = try self.read(at: offset, count: RecordingFile.blockSize)
            offset += block.count
            return block
        }
    }

    /// Fewer bytes than asked for only where the file ends.
    private func read(at offset: Int, count: Int) throws(RecordingError) -> [UInt8] {
        var code: Int32 = 0
        let block = [UInt8](unsafeUninitializedCapacity: count) { buffer, filledCount in
            while filledCount < count {
                let read = pread(
                    descriptor, buffer.baseAddress.map { $0 + filledCount }, count - filledCount,
                    off_t(offset + filledCount))
                if read > 0 {
                    filledCount += read
                } else if read == 0 || errno != EINTR {
                    code = read == 0 ? 0 : errno
                    break
                }
            }
        }
        guard code == 0 else {
            throw .cannotRead("reading failed: \(String(cString: strerror(code)))", .failed)
        }
        return block
    }
}
