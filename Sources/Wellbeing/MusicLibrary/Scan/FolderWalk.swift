import Foundation

/// The files below some folders, found without following links.
///
/// A link inside of the folders leads to what is found anyhow; one that leads out of them is counted. A loop of links
/// therefore ends nowhere.
package struct FolderWalk: Sendable {
    package struct File: Sendable, Equatable {
        package let path: SongPath
        package let size: Int64
        package let modifiedNs: Int64
    }

    /// The songs, in the order of their paths.
    package private(set) var songs: [File] = []
    package private(set) var playlists: [File] = []
    /// The paths that are named as songs and are no regular files.
    package private(set) var nonRegularFiles: [SongPath] = []
    /// Folders and files that the system does not show: nothing in them counts as gone.
    package private(set) var unreadable: [SongPath] = []
    /// Links to songs and folders outside of the folders.
    package private(set) var externalLinkCount = 0

    /// Endings of files with sound.
    package static let songExtensions: Set<String> = [
        "aac", "ac3", "aif", "aifc", "aiff", "ape", "au", "caf", "dsf", "eac3", "flac", "m4a",
        "m4b",
        "mka", "mp2", "mp3", "mp4", "mpc", "oga", "ogg", "opus", "tak", "tta", "w64", "wav", "wave",
        "webm", "wma", "wv",
    ]
    package static let playlistExtensions: Set<String> = ["m3u", "m3u8"]
    /// Folders in each other; a deeper one is not looked into.
    private static let maxDepth = 512

    /// - Parameter roots: resolved, so that none is a link.
    package init(_ roots: [SongPath], isCancelled: () -> Bool) {
        for root in roots where !roots.contains(where: { $0 != root && root.isUnder($0) }) {
            visit(root, roots, depth: 0, isCancelled)
        }
        songs.sort { $0.path < $1.path }
        playlists.sort { $0.path < $1.path }
    }

    private mutating func visit(
        _ path: SongPath, _ roots: [SongPath], depth: Int, _ isCancelled: () -> Bool
    ) {
        if isCancelled() { return }
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else {
            unreadable.append(path)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: visitFolder(path, roots, depth: depth, isCancelled)
        case S_IFREG: add(path, status)
        case S_IFLNK:
            // Where nothing is behind it, it leads nowhere.
            guard let target = path.resolved, !roots.contains(where: target.isUnder) else { return }
            externalLinkCount += 1
        default:
            if Self.songExtensions.contains(path.fileExtension) { nonRegularFiles.append(path) }
        }
    }

    private mutating func visitFolder(
        _ path: SongPath, _ roots: [SongPath], depth: Int, _ isCancelled: () -> Bool
    ) {
        guard depth < Self.maxDepth, let folder = path.withCString({ opendir($0) }) else {
            unreadable.append(path)
            return
        }
        // All names first: folders in each other would hold as many descriptors open.
        var names: [[UInt8]] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: UInt8.self, capacity: 1) { start in
                    Array(UnsafeBufferPointer(start: start, count: strlen(start)))
                }
            }
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
        closedir(folder)
        names.sort { $0.lexicographicallyPrecedes($1) }
        for name in names { visit(path.appending(name), roots, depth: depth + 1, isCancelled) }
    }

    private mutating func add(_ path: SongPath, _ status: stat) {
        let file = File(path: path, size: Int64(status.st_size), modifiedNs: status.modifiedNs)
        if Self.songExtensions.contains(path.fileExtension) {
            songs.append(file)
        } else if Self.playlistExtensions.contains(path.fileExtension) {
            playlists.append(file)
        }
    }
}

extension stat {
    /// The time of the last write; ns since 1970.
    var modifiedNs: Int64 {
        #if os(Linux)
            Int64(st_mtim.tv_sec) * 1_000_000_000 + Int64(st_mtim.tv_nsec)
        #else
            Int64(st_mtimespec.tv_sec) * 1_000_000_000 + Int64(st_mtimespec.tv_nsec)
        #endif
    }
}
