#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock file that keeps a second process out of a folder. The lock ends with this value, or with the process.
package final class FolderLock: Sendable {
    /// The reason that there is no lock.
    package enum Failure: Error, Sendable, Equatable {
        /// A lock file that cannot be created, with the reason of the system.
        case cannotCreate(String)
        case cannotWrite(String)
        /// The disk knows no locks.
        case locksUnsupported
        /// A lock that a process holds, with the number of the process where that can be read.
        case held(String?)
    }

    private let descriptor: Int32

    /// Takes the lock, and writes the number of this process into the file.
    ///
    /// - Throws: at once, also where another process holds it.
    package init(_ file: String) throws(Failure) {
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .cannotCreate(Self.reason()) }
        var isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        if !isLocked, errno == EWOULDBLOCK {
            // Who only asks whether it is held has it for a moment.
            usleep(20_000)
            isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        }
        guard isLocked else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else { throw .locksUnsupported }
            throw .held(Self.holderPid(file))
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count
        else {
            let reason = Self.reason()
            close(descriptor)
            throw .cannotWrite(reason)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Returns true if a process holds the lock.
    package static func isHeld(_ file: String) -> Bool {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return true }
        flock(descriptor, LOCK_UN)
        return false
    }

    private static func holderPid(_ file: String) -> String? {
        guard let bytes = try? RecordingFile.readAll(file, limit: 64) else { return nil }
        let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
