import Foundation
import LiveSession

/// A browser that may use the page.
struct KnownDevice: Codable, Equatable, Sendable {
    /// The secret that opens the page to it.
    let key: String
    let role: WatcherRole
    /// s since 1970.
    var usedAt: Double
}

/// The file of the devices that are known, which several programs may use at once.
///
/// A change is made to what the file holds at that moment, under a lock, and replaces the file as a whole: so no
/// program undoes what another did, and none reads half of it. Removing the file locks all devices out.
struct DeviceFile: Sendable {
    let path: String
    private var lastStamp: Stamp?

    /// Distinguishes states of the file, but for two of one size within a tick of the file system's clock:
    /// a file may get the number of the one before the last.
    private struct Stamp: Equatable {
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    init(path: String) { self.path = path }

    /// The result of reading the file.
    private enum ReadResult {
        case unchanged
        case contents([KnownDevice])
        case unreadable
    }

    /// Devices in the file, unless they are what this held last: none where it is damaged, or gone.
    ///
    /// - Returns: nil where nothing is new, and where it may not be read.
    /// - Complexity: O(1) where nothing is new.
    mutating func readIfChanged() -> [KnownDevice]? {
        if case .contents(let devices) = read() { devices } else { nil }
    }

    /// Changes what the file holds, and makes `devices` that.
    ///
    /// - Returns: whether it was kept. Where it was not, `devices` alone are changed, and what the file holds is
    ///   left as it is.
    mutating func change(
        _ devices: inout [KnownDevice], _ body: (inout [KnownDevice]) -> Void
    ) -> Bool {
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if lock >= 0 { close(lock) } }
        var canSave = lock >= 0
        while canSave, flock(lock, LOCK_EX) != 0 { canSave = errno == EINTR }
        switch read(isForced: true) {
        case .unchanged: break
        case .contents(let contents): devices = contents
        case .unreadable: canSave = false
        }
        body(&devices)
        guard canSave, save(devices) else { return false }
        lastStamp = stamp()
        return true
    }

    /// - Parameter isForced: reads it even where it looks as it did.
    private mutating func read(isForced: Bool = false) -> ReadResult {
        guard let stamp = stamp() else {
            guard errno == ENOENT else { return .unreadable }
            guard lastStamp != nil else { return .unchanged }
            lastStamp = nil
            return .contents([])
        }
        guard isForced || stamp != lastStamp else { return .unchanged }
        guard let data = FileManager.default.contents(atPath: path) else { return .unreadable }
        lastStamp = stamp
        return .contents((try? JSONDecoder().decode([KnownDevice].self, from: data)) ?? [])
    }

    private func stamp() -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Stamp(
            inode: UInt64(status.st_ino), size: Int64(status.st_size), seconds: time.tv_sec,
            nanoseconds: time.tv_nsec)
    }

    /// All of it, or what was there.
    private func save(_ devices: [KnownDevice]) -> Bool {
        guard let data = try? JSONEncoder().encode(devices) else { return false }
        let temporaryPath = path + ".new"
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let count = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        guard count == data.count else {
            unlink(temporaryPath)
            return false
        }
        return rename(temporaryPath, path) == 0
    }
}
