import Foundation

/// The files that a watched path stands for.
enum WatchedFolder {
    /// Endings of files that may hold health records.
    private static let fileExtensions: Set<String> = ["zip", "xml", "fit"]
    /// Lies beside every export, and holds no records that are kept.
    private static let clinicalFileName = "export_cda.xml"

    /// The file itself, or the files of a folder that may hold health records, one level deep; links in a folder are not
    /// followed. Nothing where nothing is.
    static func files(_ path: String) -> [(path: String, signature: FileSignature)] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return signature(status).map { [(path, $0)] } ?? []
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().compactMap { name in
            guard isCandidate(name) else { return nil }
            let file = path + "/" + name
            var status = stat()
            guard lstat(file, &status) == 0 else { return nil }
            return signature(status).map { (file, $0) }
        }
    }

    private static func isCandidate(_ name: String) -> Bool {
        guard !name.hasPrefix("."), name != clinicalFileName, let dot = name.lastIndex(of: ".")
        else {
            return false
        }
        return fileExtensions.contains(name[name.index(after: dot)...].lowercased())
    }

    /// Nil for what is no regular file.
    private static func signature(_ status: stat) -> FileSignature? {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if os(macOS)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return FileSignature(
            size: Int64(status.st_size),
            modifiedNs: 1_000_000_000 &* Int64(time.tv_sec) &+ Int64(time.tv_nsec))
    }
}
