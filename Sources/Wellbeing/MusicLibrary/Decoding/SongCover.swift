import Foundation

/// The cover of a song: the picture in its file, or else the one beside it.
///
/// What a file calls itself does not count: a cover is what begins as one of ``Kind`` does, and nothing else is given.
package struct SongCover: Sendable, Equatable {
    /// Larger ones are none; bytes.
    package static let maxByteCount = 5 << 20

    package enum Kind: String, Sendable, CaseIterable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case gif = "image/gif"
        case webP = "image/webp"

        /// Finds the kind that the first bytes show; nil for anything else, such as SVG or HTML.
        package init?(_ bytes: [UInt8]) {
            func begins(_ text: [UInt8], at offset: Int = 0) -> Bool {
                bytes.dropFirst(offset).starts(with: text)
            }
            if begins([0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
                self = .gif
            } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
                self = .webP
            } else {
                return nil
            }
        }
    }

    package let kind: Kind
    package let bytes: [UInt8]

    /// nil where the bytes are no picture, or too many.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maxByteCount, let kind = Kind(bytes) else { return nil }
        self.kind = kind
        self.bytes = bytes
    }

    /// The cover of the song in a file; nil where there is none.
    ///
    /// - Parameter programs: take the picture out of the file; nil: only those beside it are looked for.
    package static func find(
        _ path: SongPath, programs: DecoderPrograms?,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) -> SongCover? {
        if let programs, let cover = embeddedCover(path, programs, isCancelled) { return cover }
        return coverFileNames.lazy.compactMap { readCover(path.folder.appending(Array($0.utf8))) }
            .first
    }

    private static func embeddedCover(
        _ path: SongPath, _ programs: DecoderPrograms, _ isCancelled: @escaping @Sendable () -> Bool
    ) -> SongCover? {
        var limits = DecoderLimits()
        limits.processorSeconds = 5
        limits.idleSeconds = 5
        limits.totalSeconds = 10
        let song = FFmpegSong(
            programs: programs, path: path, limits: limits, isCancelled: isCancelled)
        return (try? song.picture(atMost: maxByteCount)).flatMap { SongCover($0) }
    }

    /// The names of the files of covers, which players look for too.
    private static let coverFileNames = ["cover", "folder", "front", "Cover", "Folder", "Front"]
        .flatMap {
            name in ["jpg", "jpeg", "png", "webp", "gif"].map { "\(name).\($0)" }
        }

    /// A regular file, read whole.
    private static func readCover(_ path: SongPath) -> SongCover? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= maxByteCount,
            let bytes = try? file.read(upToCount: maxByteCount + 1)
        else { return nil }
        return SongCover([UInt8](bytes))
    }
}
