package import RecordingFiles

/// A health file: an export of Apple Health, or FIT files.
///
/// An export is a zip archive, the folder that was unpacked from it, or its XML file alone. The kind of a file is
/// determined by its content, since exports name their files in the language of the phone.
package struct HealthFileReader {
    /// The options for reading a health file.
    package struct Options: Sendable {
        /// The limits of what may be unpacked from an archive.
        package var limits = ZipLimits()
        /// A flag that elements of which nothing is stored are passed over without being parsed.
        /// The values stored are the same.
        package var skipsUnneededElements = true

        package init() {}
    }

    /// The content of the file.
    enum Content {
        case export(HealthFilePart)
        case fit([HealthFilePart])
    }

    /// Name of the file or folder, without the folders that it is in.
    package let name: String
    /// Recordings of single-lead ECG that lie beside an export, by name.
    package let electrocardiograms: [HealthFilePart]
    let content: Content
    let options: Options
    /// Parts by which the file is distinguished from others.
    private let parts: [HealthFilePart]

    /// True if there are files besides the activities.
    var hasOtherFiles: Bool {
        guard case .fit(let activities) = content else { return false }
        return activities.count < parts.count
    }

    package var origin: HealthSource.Origin {
        switch content {
        case .export: .apple
        case .fit: .fit
        }
    }

    /// Opens a health file.
    ///
    /// - Parameter path: of a zip archive, a folder, an XML file or a FIT file. Links in a folder are not followed.
    /// - Parameter shouldContinue: asked after each file that was looked into; false ends the work.
    /// - Throws: every case of ``HealthFileErrorCode``: `notAFile` for a device or a named pipe, `noExport` where there is
    ///   nothing to read, `ambiguous` where there are two exports, the errors of archives, `cancelled`.
    package static func open(
        _ path: String, options: Options = Options(), shouldContinue: () -> Bool = { true }
    ) throws(HealthFileError) -> HealthFileReader {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let fileParts: HealthFileParts
        do throws(RecordingError) {
            if FolderListing.kind(of: path) == .folder {
                fileParts = try HealthFileParts(folder: path)
            } else {
                fileParts = try HealthFileParts(
                    file: RandomAccessFile(path), name: name, limits: options.limits)
            }
        } catch {
            throw HealthFileError(error)
        }
        return try HealthFileReader(fileParts, name: name, options: options, shouldContinue)
    }

    /// Opens bytes as a health file; what tests and programs use that have no file.
    package static func open(
        _ bytes: [UInt8], name: String, options: Options = Options()
    ) throws(HealthFileError) -> HealthFileReader {
        let fileParts: HealthFileParts
        do throws(RecordingError) {
            fileParts = try HealthFileParts(bytes: bytes, name: name, limits: options.limits)
        } catch {
            throw HealthFileError(error)
        }
        return try HealthFileReader(fileParts, name: name, options: options) { true }
    }

    private init(
        _ fileParts: HealthFileParts, name: String, options: Options, _ shouldContinue: () -> Bool
    ) throws(HealthFileError) {
        self.name = name
        self.options = options
        content = try fileParts.content(shouldContinue)
        parts = fileParts.parts
        electrocardiograms = fileParts.parts.filter {
            $0.hasFileExtension("csv") && $0.name.lowercased().contains("electrocardiograms/")
        }
    }

    /// The fingerprint of the file, which distinguishes it from others: 64 hexadecimal digits.
    ///
    /// For an archive it is made of its directory alone: names, sizes and checksums. Other files are read once for it;
    /// their sizes and CRC-32 count, and when they were written does not.
    ///
    /// - Parameter progress: called after each block that is read for it, with the bytes so far and those of the file
    ///   (nil of several files); false ends the work.
    /// - Throws: `cancelled`, and where a file cannot be read.
    package func fingerprint(
        progress: (_ bytesRead: Int64, _ byteCount: Int64?) -> Bool = { _, _ in true }
    ) throws(HealthFileError) -> String {
        var digest = SHA256()
        var bytesRead: Int64 = 0
        let relevantParts: [HealthFilePart] =
            switch content {
            case .export(let part): parts.contains { $0.contentKey == nil } ? [part] : parts
            case .fit(let files): files
            }
        for part in relevantParts {
            var contentKey = part.contentKey
            if contentKey == nil {
                var source = try openPart(part)
                let byteCount = relevantParts.count == 1 ? source.byteCount.map(Int64.init) : nil
                contentKey = try self.contentKey(of: &source) { blockSize in
                    bytesRead += Int64(blockSize)
                    return progress(bytesRead, byteCount)
                }
            }
            digest.add(Array("\(part.name)\n\(contentKey ?? "")\n".utf8))
        }
        return digest.hex()
    }

    private func contentKey(
        of source: inout ByteSource, shouldContinue: (_ blockSize: Int) -> Bool
    ) throws(HealthFileError) -> String {
        var checksum = CRC32()
        var byteCount = 0
        while case let block = try nextBlock(&source), !block.isEmpty {
            checksum.add(Array(block))
            byteCount += block.count
            guard shouldContinue(block.count) else { throw HealthFileError.cancelled }
        }
        return Self.contentKey(byteCount: byteCount, checksum: checksum.value)
    }

    static func contentKey(byteCount: Int, checksum: UInt32) -> String {
        "\(byteCount) \(checksum)"
    }
}

extension HealthFileError {
    static let cancelled = HealthFileError(.cancelled, "reading was ended")

    /// The same as an error of health files.
    init(_ error: RecordingError) {
        // Without beats or signals there is nothing that could be read.
        let code = HealthFileErrorCode(rawValue: error.code) ?? .noExport
        self.init(code, error.text)
    }
}
