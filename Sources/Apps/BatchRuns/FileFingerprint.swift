import RecordingFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The values by which the files of a recording are recognized without reading them.
package struct FileFingerprint: Codable, Sendable, Equatable {
    /// The size of all its files together.
    let byteCount: Int
    /// The time of change of the file that was changed last.
    let modifiedNanoseconds: Int

    /// - Parameter annotator: ending of the annotations that are read; nil where none is stated.
    /// - Returns: nil where the recording is not there.
    package init?(_ path: String, annotator: String?) {
        let statuses = Self.files(of: path, annotator: annotator).compactMap(Self.status)
        guard !statuses.isEmpty else { return nil }
        byteCount = statuses.reduce(0) { $0 + $1.byteCount }
        modifiedNanoseconds = statuses.reduce(.min) { max($0, $1.nanoseconds) }
    }

    /// Annotations that are read where no ending is stated.
    private static let annotators = ["atr", "ecg", "qrs"]

    /// The file, or header, samples and annotations of a WFDB record. A pipe is not opened.
    package static func files(of name: String, annotator: String?) -> Set<String> {
        let path = InputName(name).path
        let stem = path.hasSuffix(".hea") ? String(path.dropLast(4)) : path
        guard status(stem + ".hea") != nil else { return [path] }
        return Set(
            [path, stem + ".hea"]
                + (annotator.map { [$0] } ?? annotators).map { "\(stem).\($0)" }
                + (WFDBRecordLayout(input: path)?.files ?? []))
    }

    /// - Returns: nil for what is no plain file or folder.
    private static func status(_ path: String) -> (byteCount: Int, nanoseconds: Int)? {
        var fileStatus = stat()
        guard stat(path, &fileStatus) == 0,
            [S_IFREG, S_IFDIR].contains(fileStatus.st_mode & S_IFMT)
        else {
            return nil
        }
        #if canImport(Darwin)
            let modifiedTime = fileStatus.st_mtimespec
        #else
            let modifiedTime = fileStatus.st_mtim
        #endif
        return (
            Int(fileStatus.st_size),
            Int(modifiedTime.tv_sec) &* 1_000_000_000 &+ Int(modifiedTime.tv_nsec)
        )
    }
}

/// The SHA-256 of all files of a recording, one after the other: what `--checksums` keeps.
package enum FileDigest {
    /// - Returns: nil where one of them cannot be read, or none is there.
    package static func sha256(of path: String, annotator: String?) -> String? {
        let files = FileFingerprint.files(of: path, annotator: annotator).filter {
            access($0, F_OK) == 0
        }
        .sorted()
        guard !files.isEmpty else { return nil }
        var digest = SHA256()
        for file in files where FolderListing.kind(of: file) == .file {
            guard digest.add(file: file) else { return nil }
        }
        return digest.hex()
    }
}
