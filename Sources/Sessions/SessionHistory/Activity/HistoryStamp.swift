import Foundation

/// When the files of a history were last written, by which a program sees without reading that nobody wrote since.
struct HistoryStamp: Sendable, Equatable {
    private struct File: Sendable, Equatable {
        let size: Int
        /// ns.
        let modified: Int
    }

    private let log: File
    private let database: File

    /// Two writes so close together may have one time; ns.
    private static let resolution = 100_000_000

    /// - Returns: nil where the files cannot be looked at.
    init?(path: String) {
        guard let log = Self.file(path + "-wal"), let database = Self.file(path) else { return nil }
        (self.log, self.database) = (log, database)
    }

    /// Whether the last write lies so far back that a next one has another time.
    var isSettled: Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let newest = max(log.modified, database.modified)
        return Self.nanoseconds(now) - newest > Self.resolution
    }

    private static func file(_ path: String) -> File? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        return File(size: Int(status.st_size), modified: nanoseconds(modified))
    }

    private static func nanoseconds(_ time: timespec) -> Int {
        1_000_000_000 * Int(time.tv_sec) + Int(time.tv_nsec)
    }
}
