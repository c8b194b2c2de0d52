import Foundation

/// Says that a session's process is there: a file beside the database that the process holds locked.
///
/// The system lets go of the lock when the process ends, however it ends.
final class RunningLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// - Throws: where the file cannot be made.
    init(_ id: UUID, database: String) throws(HistoryError) {
        path = Self.path(id, database)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            switch errno {
            case EROFS, EACCES, EPERM: throw .readOnly(path: database)
            case ENOSPC, EDQUOT: throw .diskFull(path: database)
            default: throw .failed(path: database, reason: String(cString: strerror(errno)))
            }
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .isRunning
        }
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    /// Returns true if a process, this one or another, runs the session.
    static func isHeld(_ id: UUID, database: String) -> Bool {
        let descriptor = open(path(id, database), O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    /// Takes away what a process left behind that is gone.
    static func remove(_ id: UUID, database: String) {
        guard !isHeld(id, database: database) else { return }
        unlink(path(id, database))
    }

    private static func path(_ id: UUID, _ database: String) -> String {
        "\(database)-\(id.uuidString).running"
    }
}
