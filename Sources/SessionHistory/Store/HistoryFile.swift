import Foundation
import GRDB

/// The file of a history before it is opened.
enum HistoryFile {
    static func folder(environment: [String: String]) -> String {
        let home = environment["HOME"] ?? NSHomeDirectory()
        #if os(macOS)
            let base = home + "/Library/Application Support"
        #else
            let base =
                environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
                ?? home + "/.local/share"
        #endif
        return base + "/resonance"
    }

    /// Makes the file where there is none, for its owner alone; files of SQLite beside it follow it in that.
    static func prepare(_ path: String) throws(HistoryError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotOpen(path: path, reason: error.localizedDescription)
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            switch errno {
            case EROFS, EACCES, EPERM: throw .readOnly(path: path)
            case ENOSPC, EDQUOT: throw .diskFull(path: path)
            default: throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
            }
        }
        // One that was copied here may be open to all.
        fchmod(descriptor, 0o600)
        close(descriptor)
    }

    /// Whether a file is empty or ours: another program's is not touched.
    static func check(_ path: String) throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard size != 0 else { return }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(SessionStore.patienceSeconds)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let isOurs = try queue.read { db in
            try Int32.fetchOne(db, sql: "PRAGMA application_id") == HistorySchema.applicationID
                || Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
        }
        guard isOurs else { throw HistoryError.notAHistory(path: path) }
    }
}
