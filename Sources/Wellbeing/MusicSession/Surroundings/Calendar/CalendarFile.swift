package import Foundation

/// A person's calendar in a file, read again where it has changed.
///
/// A file that cannot be read any more, or is no calendar any more, leaves what was read before.
package struct CalendarFile: Sendable {
    /// The reason that a file is no calendar.
    package enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        case unreadable
        case notACalendar
        case tooLarge

        package var description: String {
            switch self {
            case .unreadable: "no such file, or it may not be read"
            case .notACalendar: "this is no calendar: a file of iCalendar (.ics) is wanted"
            case .tooLarge: "this calendar is larger than 16 MiB"
            }
        }
    }

    private struct Version: Equatable {
        var modifiedNs: Int
        var size: Int
        var inodeNumber: UInt64
    }

    static let maxByteCount = 16 << 20

    package let path: String
    private let homeZone: TimeZone
    private var version: Version
    package private(set) var calendar: BusyCalendar
    private var notices: [String] = []
    private var isBroken = false

    /// - Parameter homeZone: the zone of times without one.
    package init(path: String, homeZone: TimeZone = .current) throws(Failure) {
        guard let version = Self.version(path) else { throw .unreadable }
        self.path = path
        self.homeZone = homeZone
        self.version = version
        calendar = try Self.read(path, homeZone)
        notices = [calendar.omissionNotice].compactMap(\.self)
    }

    private static func version(_ path: String) -> Version? {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        #if os(Linux)
            let modified = information.st_mtim
        #else
            let modified = information.st_mtimespec
        #endif
        return Version(
            modifiedNs: modified.tv_sec &* 1_000_000_000 &+ modified.tv_nsec,
            size: Int(information.st_size), inodeNumber: UInt64(information.st_ino))
    }

    private static func read(_ path: String, _ homeZone: TimeZone) throws(Failure) -> BusyCalendar {
        guard (version(path)?.size ?? 0) <= maxByteCount else { throw .tooLarge }
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw .unreadable
        }
        guard bytes.count <= maxByteCount else { throw .tooLarge }
        guard let calendar = BusyCalendar([UInt8](bytes), homeZone: homeZone) else {
            throw .notACalendar
        }
        return calendar
    }

    /// Reads the file again where it has changed.
    private mutating func refresh() {
        guard let now = Self.version(path) else {
            if !isBroken { notices.append("\(path): it is gone; the calendar stays as it was") }
            return isBroken = true
        }
        guard now != version || isBroken else { return }
        do throws(Failure) {
            calendar = try Self.read(path, homeZone)
            if now != version { notices += [calendar.omissionNotice].compactMap(\.self) }
            isBroken = false
        } catch {
            if !isBroken { notices.append("\(path): \(error); the calendar stays as it was") }
            isBroken = true
        }
        version = now
    }

    package mutating func isBusy(atSeconds seconds: Double) -> Bool {
        refresh()
        return calendar.isBusy(atSeconds: seconds)
    }

    /// Returns the notices for the person, since the last call.
    package mutating func drainNotices() -> [String] {
        defer { notices.removeAll() }
        return notices
    }
}
