import Dispatch
import Foundation
import Synchronization

/// A lock beside a history, which the program that holds its slot holds too.
///
/// The table `activity` says who has the slot. Where it can be neither written nor read, as on a full disk, the lock
/// still keeps a second program from beginning. The system releases it when the process ends, however it ends.
///
/// It is the lock of the file ``ActivityLockFile``; of the folder of the history where that file cannot be made. Programs
/// then wait for each other also with different histories in one folder.
package final class ActivityLock: Sendable {
    package enum Holder: Sendable {
        case thisProgram
        case anotherProgram
        /// Nothing there can be locked.
        case notLockable
    }

    private let database: String
    /// The descriptor of the locked file; nil where nothing is locked.
    private let descriptor = Mutex<Int32?>(nil)

    /// The interval between attempts to take a lock that another program is to release.
    private static let retryInterval = DispatchTimeInterval.milliseconds(250)
    private static let maxAttempts = 40

    /// - Parameter database: path of the history.
    package init(database: String) { self.database = database }

    deinit { release() }

    /// Takes it, unless another has it; returns at once.
    package func acquire() -> Holder {
        descriptor.withLock { held in
            if held != nil { return .thisProgram }
            let (file, holder) = Self.openLockFile(database)
            held = file
            return holder
        }
    }

    /// Takes it when its holder, who has lost the slot, gives it back; returns at once.
    package func acquireLater() { retryLater(Self.maxAttempts) }

    private func retryLater(_ count: Int) {
        guard count > 0 else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.retryInterval) {
            [weak self] in
            if self?.acquire() == .anotherProgram { self?.retryLater(count - 1) }
        }
    }

    /// Gives it back; a second time does nothing.
    package func release() {
        descriptor.withLock { held in
            if let file = held { close(file) }
            held = nil
        }
    }

    private static func openLockFile(_ database: String) -> (Int32?, Holder) {
        if let file = ActivityLockFile.openOrCreate(database) {
            let result = lock(file, LOCK_EX)
            // A program that could not make the file has the folder.
            guard result.holder == .thisProgram, isFolderHeld(database) else { return result }
            close(file)
            return (nil, .anotherProgram)
        }
        guard let folder = openFolder(database) else { return (nil, .notLockable) }
        return lock(folder, LOCK_EX)
    }

    private static func isFolderHeld(_ database: String) -> Bool {
        guard let folder = openFolder(database) else { return false }
        let (file, holder) = lock(folder, LOCK_SH)
        if let file { close(file) }
        return holder == .anotherProgram
    }

    private static func openFolder(_ database: String) -> Int32? {
        let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return opened >= 0 ? opened : nil
    }

    /// - Returns: the descriptor where it is locked now; else it is closed.
    private static func lock(_ file: Int32, _ mode: Int32) -> (file: Int32?, holder: Holder) {
        if flock(file, mode | LOCK_NB) == 0 { return (file, .thisProgram) }
        // Some file systems have no locks.
        let holder = errno == EWOULDBLOCK ? Holder.anotherProgram : .notLockable
        close(file)
        return (nil, holder)
    }
}
