import Foundation
import GRDB

/// The file of the health records before it is opened.
enum HealthFile {
    /// Makes the file where there is none, for its owner alone; files of SQLite beside it follow it in that.
    static func prepare(_ path: String) throws(HealthStoreError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotOpen(path: path, reason: error.localizedDescription)
        }
        // An existing file is never opened here: closing it would release the locks that this process holds on it.
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

    /// Checks that a file is empty or ours, so that another program's file is not touched.
    static func check(_ path: String) throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard size != 0 else {
            chmod(path, 0o600)
            return
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(HealthStore.patienceSeconds)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let mayBeOurs = try queue.read { db in
            try HealthSchema.isOurs(db) || HealthSchema.isEmpty(db)
        }
        guard mayBeOurs else { throw HealthStoreError.notAHealthStore(path: path) }
        // A file that was copied here may be readable by all.
        chmod(path, 0o600)
    }

    /// Size of the file and of its log; bytes.
    static func byteCount(_ path: String) -> Int64 {
        [path, path + "-wal"].reduce(0) { sum, file in
            let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int64
            return sum + (size ?? 0)
        }
    }
}
