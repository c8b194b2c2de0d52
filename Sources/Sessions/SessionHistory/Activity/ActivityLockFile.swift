import Dispatch
import Foundation

/// The small empty file beside a history by which programs notify each other that its slot has changed.
///
/// A program that has written the table `activity` touches the file afterwards: one that watches it and looks then
/// sees what was written. The log of SQLite itself cannot be watched so: it is written before the change can be read.
/// The file stays, since ``ActivityLock`` is its lock.
enum ActivityLockFile {
    static func path(_ database: String) -> String { database + "-place" }

    /// Notifies all watchers that something was written.
    static func touch(_ database: String) { utimensat(AT_FDCWD, path(database), nil, 0) }

    /// Opens the file, or makes it.
    ///
    /// - Returns: a descriptor; nil where it can be neither opened nor made.
    static func openOrCreate(_ database: String) -> Int32? {
        let made = open(path(database), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if made >= 0 { return made }
        let read = open(path(database), O_RDONLY | O_CLOEXEC)
        return read >= 0 ? read : nil
    }

    /// The identity of the file at the path, and the time when it was touched.
    struct Stamp: Sendable, Equatable {
        private let file: UInt64
        /// ns.
        private let touchTimeNanoseconds: Int

        /// Two touches so close together may have one time; ns.
        private static let resolutionNanoseconds = 100_000_000

        /// - Returns: nil where the file cannot be looked at.
        init?(_ database: String) {
            var status = stat()
            guard stat(ActivityLockFile.path(database), &status) == 0 else { return nil }
            #if canImport(Darwin)
                let modified = status.st_mtimespec
            #else
                let modified = status.st_mtim
            #endif
            (file, touchTimeNanoseconds) = (UInt64(status.st_ino), Self.nanoseconds(modified))
        }

        /// True if the last touch lies so far back that a next one has another time.
        var isOlderThanResolution: Bool {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return Self.nanoseconds(now) - touchTimeNanoseconds > Self.resolutionNanoseconds
        }

        func isSameFile(as other: Stamp?) -> Bool { file == other?.file }

        private static func nanoseconds(_ time: timespec) -> Int {
            1_000_000_000 &* Int(time.tv_sec) &+ Int(time.tv_nsec)
        }
    }

    /// Has something called whenever the file is touched, moved or deleted, until the source is cancelled.
    ///
    /// - Returns: nil where the system does not report files, as on macOS here, or has too many watches already.
    static func watch(
        _ database: String, on queue: DispatchQueue, _ notify: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? {
        #if os(Linux)
            let descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { return nil }
            let mask = UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF) | UInt32(IN_DELETE_SELF)
            guard inotify_add_watch(descriptor, path(database), mask) >= 0 else {
                close(descriptor)
                return nil
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler {
                var events = [UInt8](repeating: 0, count: 4096)
                while read(descriptor, &events, events.count) > 0 {}
                notify()
            }
            source.setCancelHandler { close(descriptor) }
            return source
        #else
            return nil
        #endif
    }
}
