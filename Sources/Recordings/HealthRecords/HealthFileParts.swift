import RecordingFiles

/// The files of which a health file consists.
struct HealthFileParts {
    /// The parts by name; those of an archive in its order.
    private(set) var parts: [HealthFilePart]
    /// An entry of an archive that may be the export and cannot be unpacked.
    private var unreadableEntry: ZipEntry?

    private static let headSize = 1 << 16

    /// The files in a folder, of those kinds that may belong to an export or an activity.
    init(folder: String) throws(RecordingError) {
        let root = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        let fileExtensions = [".xml", ".fit", ".csv"]
        parts = FolderListing.files(in: root)
            .filter { name in fileExtensions.contains { name.lowercased().hasSuffix($0) } }
            .map { name in
                HealthFilePart(name: name) { () throws(RecordingError) in
                    try RandomAccessFile("\(root)/\(name)", followsLink: false).source
                }
            }
    }

    /// A file alone, or the entries of an archive.
    init(file: RandomAccessFile, name: String, limits: ZipLimits) throws(RecordingError) {
        let part = HealthFilePart(name: name) { () throws(RecordingError) in file.source }
        try self.init(part, file.bytes, limits)
    }

    /// The same of bytes in memory.
    init(bytes: [UInt8], name: String, limits: ZipLimits) throws(RecordingError) {
        let part = HealthFilePart(name: name) { () throws(RecordingError) in ByteSource(bytes) }
        try self.init(part, RandomAccessBytes(bytes), limits)
    }

    private init(
        _ part: HealthFilePart, _ bytes: RandomAccessBytes, _ limits: ZipLimits
    ) throws(RecordingError) {
        guard ZipArchive.isArchive(try bytes.read(at: 0, count: Self.headSize)[...]) else {
            parts = [part]
            return
        }
        let archive = try ZipArchive(bytes, limits: limits)
        let entries = archive.entries.filter { !$0.isFolder }
        parts = entries.filter(\.isReadable).map { entry in
            HealthFilePart(
                name: entry.name,
                contentKey: HealthFileReader.contentKey(
                    byteCount: entry.byteCount, checksum: entry.crc32)
            ) { () throws(RecordingError) in try archive.source(of: entry) }
        }
        let others = entries.filter { !$0.isReadable }
        unreadableEntry = others.first { $0.name.lowercased().hasSuffix(".xml") } ?? others.first
    }

    // MARK: What they hold

    /// The export or the activities among the files.
    ///
    /// Files that are called XML are looked into first, then the others; an export is preferred to activities.
    ///
    /// - Parameter shouldContinue: asked after each file; false ends the search.
    /// - Throws: `ambiguous` for two exports; where nothing is found, why the first part could not be opened, or
    ///   `zipMethod`, `badEncoding`, `noExport`; `cancelled`.
    func content(_ shouldContinue: () -> Bool) throws(HealthFileError) -> HealthFileReader.Content {
        let xmlParts = parts.filter { $0.hasFileExtension("xml") && !$0.isClinicalDocument }
        let otherParts = parts.filter { !$0.hasFileExtension("xml") && !$0.hasFileExtension("csv") }
        var failure: RecordingError?
        var hasBadEncoding = false
        for candidates in [xmlParts, otherParts] {
            var exports: [HealthFilePart] = []
            var activities: [HealthFilePart] = []
            for part in candidates {
                switch Self.kind(of: part, &failure) {
                case .export: exports.append(part)
                case .fit: activities.append(part)
                case .badEncoding: hasBadEncoding = true
                case .other: break
                }
                guard shouldContinue() else { throw HealthFileError.cancelled }
            }
            guard exports.count < 2 else { throw Self.ambiguousError(exports) }
            if let export = exports.first { return .export(export) }
            if !activities.isEmpty { return .fit(activities) }
        }
        throw noContentError(failure, hasBadEncoding)
    }

    /// Determines the kind of a part by its beginning.
    ///
    /// - Parameter failure: why the first of several could not be opened.
    private static func kind(
        of part: HealthFilePart, _ failure: inout RecordingError?
    ) -> HealthFilePart.Kind {
        do throws(RecordingError) {
            var source = try part.open()
            return HealthFilePart.kind(try source.peek(headSize))
        } catch {
            failure = failure ?? error
            return .other
        }
    }

    private static func ambiguousError(_ exports: [HealthFilePart]) -> HealthFileError {
        let names = exports.prefix(3).map(\.name).joined(separator: ", ")
        return HealthFileError(
            .ambiguous, "there are \(exports.count) exports (\(names)): name one of them")
    }

    private func noContentError(
        _ failure: RecordingError?, _ hasBadEncoding: Bool
    ) -> HealthFileError {
        if let failure { return HealthFileError(failure) }
        if hasBadEncoding { return ExportFilter.badEncoding }
        guard let unreadableEntry else { return ExportFilter.noExport }
        return HealthFileError(
            .unsupportedZipMethod,
            "\(unreadableEntry.name) in the archive is "
                + (unreadableEntry.isEncrypted
                    ? "encrypted" : "packed by a method that is not read")
                + ": make the archive again without a password, with deflate")
    }
}
