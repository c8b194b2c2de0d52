import Foundation

/// The functions of a file that a log needs; the tests have one that loses all that was not synced.
protocol LogFile: AnyObject {
    /// - Returns: how many bytes it took; 1 or more.
    /// - Throws: where the disk is full or gone.
    func write(_ bytes: ArraySlice<UInt8>) throws(RawLog.Failure) -> Int

    /// Ensures that the bytes written so far survive a power cut.
    func sync() throws(RawLog.Failure)
}

/// A file that only grows.
final class AppendOnlyFile: LogFile {
    private let path: String
    private let descriptor: Int32

    /// Makes the file, for its owner alone.
    ///
    /// - Parameter path: of a file that does not exist yet; its folder is made.
    init(creating path: String) throws(RawLog.Failure) {
        self.path = path
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw RawLog.Failure(path: folder, text: error.localizedDescription)
        }
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RawLog.Failure(path: path, text: Self.reason()) }
        Self.syncFolder(folder)
    }

    /// Takes a file that is open already.
    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ bytes: ArraySlice<UInt8>) throws(RawLog.Failure) -> Int {
        while true {
            let count = bytes.withUnsafeBytes {
                systemWrite(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 { return count }
            guard count < 0, errno == EINTR else {
                throw RawLog.Failure(path: path, text: Self.reason())
            }
        }
    }

    func sync() throws(RawLog.Failure) {
        guard fsync(descriptor) == 0 else {
            throw RawLog.Failure(path: path, text: Self.reason())
        }
    }

    /// A new file's name is the folder's: it outlasts a power cut too.
    private static func syncFolder(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}

/// `write(2)`; inside the class the name means its own method.
private func systemWrite(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
    write(descriptor, bytes, count)
}
