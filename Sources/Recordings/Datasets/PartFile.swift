import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is being fetched: beside the location where it will lie, and hashed before it gets there.
struct PartFile {
    static let fileSuffix = ".part"

    let path: String
    private var partPath: String { path + Self.fileSuffix }
    /// The path of the server's name for the bytes that are there so far: an entity tag, or a date.
    private var tagPath: String { partPath + ".tag" }

    /// - Parameter name: from `folder` on.
    /// - Throws: `cannotCreate` where the folders for it cannot be made, or one of them is a link.
    init(_ name: String, in folder: String) throws(DatasetFailure) {
        path = "\(folder)/\(name)"
        var folderPath = folder
        for component in name.split(separator: "/").dropLast() {
            folderPath += "/\(component)"
            try Self.makeFolder(folderPath)
        }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw DatasetFailure(.cannotCreate, "\(path) is no file: remove it")
        }
    }

    /// Makes a folder; one that is a link would lead what is fetched elsewhere.
    private static func makeFolder(_ path: String) throws(DatasetFailure) {
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw DatasetFailure(.cannotCreate, "\(path) is no folder: remove it")
            }
            return
        }
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw DatasetFailure(.cannotCreate, "cannot make \(path): \(reason())")
        }
    }

    /// The number of bytes that are there, of the file that the tag names; 0 where it would not be
    /// known whether more bytes fit to them.
    var fetchedCount: Int {
        var status = stat()
        guard tag != nil, lstat(partPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return 0
        }
        return Int(status.st_size)
    }

    var tag: String? {
        guard let data = FileManager.default.contents(atPath: tagPath) else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// Opens it for bytes from `offset` on; what stands behind is cut off.
    ///
    /// - Parameter tag: what the server calls the bytes.
    func open(from offset: Int, tag: String?) throws(DatasetFailure) -> Int32 {
        if offset == 0 {
            discard()
            if let tag {
                _ = FileManager.default.createFile(atPath: tagPath, contents: Data(tag.utf8))
            }
        }
        let descriptor = systemOpen(
            partPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else {
            throw DatasetFailure(
                errno == ENOSPC ? .io : .cannotCreate, "cannot write \(partPath): \(Self.reason())")
        }
        guard ftruncate(descriptor, off_t(offset)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            close(descriptor)
            throw DatasetFailure(.io, "cannot write \(partPath): \(Self.reason())")
        }
        return descriptor
    }

    func discard() {
        unlink(partPath)
        unlink(tagPath)
    }

    /// Moves it to its final location, if its bytes have the sum.
    ///
    /// - Returns: whether they have.
    func finish(checksum: String) throws(DatasetFailure) -> Bool {
        guard Self.checksum(of: partPath) == checksum else { return false }
        let descriptor = systemOpen(partPath, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
        guard rename(partPath, path) == 0 else {
            throw DatasetFailure(.io, "cannot put \(path) in its place: \(Self.reason())")
        }
        unlink(tagPath)
        return true
    }

    /// The sum of a file; nil where it is not there or cannot be read.
    static func checksum(of path: String) -> String? {
        var digest = SHA256()
        return digest.add(file: path) ? digest.hex() : nil
    }

    static func reason() -> String { POSIXFiles.reason }
}

/// `open(2)`; inside the type the name means its own method.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    open(path, flags, mode)
}
