import Foundation
import GRDB

/// The file of a history before it is opened.
enum HistoryFile {
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
        // One that is there is never opened here: closing it would let go of the locks that this process has
        // on it.
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            if isFolder.boolValue { throw .cannotOpen(path: path, reason: "it is a folder") }
            guard access(path, W_OK) == 0 else { throw .readOnly(path: path) }
            return
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            switch errno {
            case EEXIST: return
            case EROFS, EACCES, EPERM: throw .readOnly(path: path)
            case ENOSPC, EDQUOT: throw .diskFull(path: path)
            default: throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
            }
        }
        close(descriptor)
    }

    /// Whether a file is empty or ours: another program's is not touched.
    static func check(_ path: String) throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard size != 0 else {
            chmod(path, 0o600)
            return
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(SessionStore.patienceSeconds)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let mayBeOurs = try queue.read { db in
            try HistorySchema.isOurs(db) || HistorySchema.isEmpty(db)
        }
        guard mayBeOurs else { throw HistoryError.notAHistory(path: path) }
        // One that was copied here may be open to all.
        chmod(path, 0o600)
    }
}
