import Foundation
import Synchronization

/// A lock held by the one program that announces the reminders of a history.
///
/// It is the lock of a small empty file beside the history, which the system releases when the process ends, however it
/// ends. That a reminder is announced once does not depend on it: the lock spares work.
package final class ReminderLock: Sendable {
    private let path: String
    private let descriptor = Mutex<Int32?>(nil)

    /// - Parameter database: path of the history.
    package init(database: String) { path = database + "-reminders" }

    deinit { release() }

    /// Takes it, unless another program has it; returns at once.
    ///
    /// - Returns: whether this program may announce. Where nothing can be locked, every program may.
    package func acquire() -> Bool {
        descriptor.withLock { held in
            if held != nil { return true }
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { return true }
            if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                close(file)
                return false
            }
            held = file
            return true
        }
    }

    /// True if another program holds the lock; checked without taking it.
    package var isHeldElsewhere: Bool {
        descriptor.withLock { held in
            if held != nil { return false }
            let file = open(path, O_RDWR | O_CLOEXEC)
            guard file >= 0 else { return false }
            defer { close(file) }
            return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
        }
    }

    /// Gives it back; a second time does nothing.
    package func release() {
        descriptor.withLock { held in
            if let file = held { close(file) }
            held = nil
        }
    }
}
