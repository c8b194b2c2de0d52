import Foundation
import PhysioRecordings

/// The log of a session: every line as it came, in a file of its own that only grows.
///
/// The file is made for its owner alone, and synced to the disk once a second: a crash or a power cut
/// loses at most the last second. Where lines have no time of their own, a tick before each says when it
/// came. It is read again by `hrv live --replay`, and as a recording of format `beatline`.
public final class RawLog {
    /// Why it cannot be written.
    public struct Failure: Error, Sendable {
        public let path: String
        public let text: String
    }

    public let path: String
    private var descriptor: Int32
    private var pending: [UInt8] = []
    private var sendsTimes = false
    /// Whether the disk was full: what comes then is not kept.
    private var isCut = false
    private var syncedMicroseconds = Int.min

    static let syncMicroseconds = 1_000_000

    /// - Parameter path: of a file that does not exist yet; its folder is made.
    public init(path: String) throws(Failure) {
        self.path = path
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(path: folder.path, text: error.localizedDescription)
        }
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw Failure(path: path, text: Self.reason()) }
    }

    /// Of a file that is open already.
    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Keeps a line.
    ///
    /// - Parameter hasTime: whether the line says when it was; once one did, no ticks are added, since
    ///   they would be of another clock. nil for a line that needs none.
    /// - Parameter arrivalMicroseconds: of the tick.
    /// - Throws: where the disk is full or gone; what was kept stays.
    public func append(
        _ line: String, hasTime: Bool?, arrivalMicroseconds now: Int
    ) throws(Failure) {
        guard !isCut else { return }
        if hasTime == true { sendsTimes = true }
        if hasTime == false, !sendsTimes {
            pending += Array(BeatlineLine(.tick, timeMicroseconds: now).text.utf8) + [0x0A]
        }
        pending += Array(line.utf8) + [0x0A]
        try flush(atMicroseconds: now)
    }

    /// Writes what waits, and syncs where a second has passed.
    public func flush(atMicroseconds now: Int, always: Bool = false) throws(Failure) {
        guard !isCut else { return }
        var offset = 0
        while offset < pending.count {
            let count = pending.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: offset), pending.count - offset)
            }
            if count < 0 {
                if errno == EINTR { continue }
                isCut = true
                throw Failure(path: path, text: Self.reason())
            }
            offset += count
        }
        pending.removeAll(keepingCapacity: true)
        guard
            always || syncedMicroseconds == .min
                || now - syncedMicroseconds >= Self.syncMicroseconds
        else { return }
        syncedMicroseconds = now
        guard fsync(descriptor) == 0 else { throw Failure(path: path, text: Self.reason()) }
    }

    /// Takes the file away.
    public func discard() { unlink(path) }

    private static func reason() -> String { String(cString: strerror(errno)) }

    /// Where logs are kept: under `XDG_DATA_HOME`, or what the platform has in its place.
    ///
    /// - Parameter environment: of the process.
    public static func folder(environment: [String: String]) -> String {
        let home = environment["HOME"] ?? NSHomeDirectory()
        #if os(macOS)
            let base = home + "/Library/Application Support"
        #else
            let base =
                environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
                ?? home + "/.local/share"
        #endif
        return base + "/resonance/logs"
    }
}
