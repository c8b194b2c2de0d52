import Foundation

/// The bytes of a playlist.
enum PlaylistFile {
    /// A million entries have less.
    private static let maxByteCount = 256 << 20

    /// - Returns: nil for what is no regular file, cannot be read, or is too large.
    static func bytes(_ path: SongPath) -> [UInt8]? {
        let descriptor = path.withCString {
            open($0, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= maxByteCount
        else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        return (try? handle.read(upToCount: maxByteCount)).map { Array($0) } ?? []
    }
}
