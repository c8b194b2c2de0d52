import PhysioTypes

/// A WFDB record among files: its header, and the annotation file beside it.
struct WFDBRecordFiles {
    /// The files among which a record lies.
    struct Files {
        /// Names of the files in the folder of the record.
        let names: () -> [String]
        /// The bytes of a file, by its name in that folder.
        let open: (String) throws(RecordingError) -> ByteSource
    }

    /// Name of the record: that of its header without the ending.
    let name: String
    /// Annotator that the path itself names.
    let namedAnnotator: String?
    /// True if the record is an annotation file alone, without a header.
    let isLoneAnnotation: Bool
    private let files: Files

    /// Endings that are never annotations.
    private static let otherFileExtensions: Set<String> = [
        "hea", "dat", "mat", "xws", "txt", "csv", "tsv", "edf", "md", "json", "html", "pdf", "zip",
        "gz", "png", "svg", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "xyz",
    ]
    /// Annotations that people checked have this ending by convention.
    private static let referenceAnnotator = "atr"
    /// Reference annotations come first where none was chosen.
    private static let preferredAnnotators = [referenceAnnotator, "ecg", "qrs"]

    /// - Returns: nil where the path names no WFDB record.
    init?(path: String, isForced: Bool) {
        let ending = FilePath.ending(of: path)
        let stem = FilePath.stem(of: path)
        let basePath: String
        var isLone = false
        if !ending.isEmpty, ["hea", "dat"].contains(ending.lowercased()),
            isForced || FolderListing.exists(stem + ".hea")
        {
            basePath = stem
            namedAnnotator = nil
        } else if ending.lowercased() == "mat", Self.header(stem + ".hea", names: path) {
            basePath = stem
            namedAnnotator = nil
        } else if !ending.isEmpty, !Self.otherFileExtensions.contains(ending.lowercased()),
            FolderListing.exists(path), FolderListing.exists(stem + ".hea")
        {
            basePath = stem
            namedAnnotator = ending
        } else if !FolderListing.exists(stem + ".hea"), Self.isLoneAnnotation(path, ending) {
            basePath = stem
            namedAnnotator = ending
            isLone = true
        } else if FolderListing.exists(path + ".hea") || isForced {
            basePath = path
            namedAnnotator = nil
        } else {
            return nil
        }
        isLoneAnnotation = isLone
        name = FilePath.name(of: basePath)
        files = Self.files(in: FilePath.folder(of: basePath))
    }

    /// A record among files that are no folder, as those of an archive.
    init(name: String, _ files: Files) {
        (self.name, self.files) = (name, files)
        (namedAnnotator, isLoneAnnotation) = (nil, false)
    }

    /// The files of a folder.
    private static func files(in folder: String) -> Files {
        Files(
            names: { FolderListing.names(in: folder.isEmpty ? "." : folder) ?? [] },
            open: { name throws(RecordingError) in
                try RecordingFile.source(path: FilePath.path(name, in: folder))
            })
    }

    /// Returns true if a file without a header is of an annotator whose files hold beats, and begins
    /// as annotations do.
    private static func isLoneAnnotation(_ path: String, _ ending: String) -> Bool {
        guard headerlessAnnotators.contains(ending.lowercased()),
            FolderListing.kind(of: path) == .file,
            var source = try? RecordingFile.source(path: path),
            let start = try? source.peek(InputHead.startSize),
            start.contains(where: { $0 < 0x09 }), !hasSignalFileMagic(start)
        else { return false }
        var annotations = WFDBAnnotations()
        guard (try? annotations.consume(start)) != nil else { return false }
        return annotations.beatCount > 0 && annotations.notices.isEmpty
            && annotations.annotations.allSatisfy { WFDBCode.valid.contains($0.code) }
    }

    /// Returns true if a file begins with the mark of a format of signals: ISHNE has the ending of annotations.
    private static func hasSignalFileMagic(_ start: ArraySlice<UInt8>) -> Bool {
        let head = InputHead(start: start, options: .init())
        return ReadableFormats.signalDecoders.contains { $0.probe(head) == .certain }
            || start.hasPrefix(text: ISHNEHeader.annotationMagic)
    }

    private static let headerlessAnnotators: Set<String> = [
        referenceAnnotator, "ecg", "qrs", "ari", "wqrs", "gqrs", "sqrs", "man", "ann",
    ]

    /// Returns true if a header names a file of samples: a `.mat` may be any MATLAB file.
    private static func header(_ headerPath: String, names path: String) -> Bool {
        guard FolderListing.kind(of: headerPath) == .file,
            let bytes = try? RecordingFile.readAll(headerPath, limit: RecordingFile.headerLimit)
        else { return false }
        return bytes[...].contains(text: FilePath.name(of: path) + " ")
    }

    /// The beats of the record.
    ///
    /// - Throws: also `ambiguous` where there is no header, and nothing else states the rate.
    func read(_ options: RecordingFile.Options) throws(RecordingError) -> Recording {
        let normal = options.normalBeats
        let header = isLoneAnnotation ? nil : try readHeader()
        let ending = try chooseAnnotator(options.annotator)
        var annotations = try readAnnotations(ending)
        let usesRateOption = header == nil && annotations.ticksPerSecond == nil
        guard let rateHz = header?.sampleRateHz ?? annotations.ticksPerSecond ?? options.rateHz
        else {
            throw .ambiguous(
                "these are annotations without \(name).hea, which would state their rate: say it with "
                    + "--rate HZ")
        }
        guard RecordingLimits.rateRangeHz.contains(rateHz) else {
            throw .unknownFormat("a rate of \(rateHz) Hz is none that a recorder has", line: nil)
        }
        let series = annotations.series(
            sampleRateHz: rateHz, normal: normal,
            isReference: ending == Self.referenceAnnotator)
        guard series.count > 0 else {
            throw .empty(
                "the annotations .\(ending) hold \(annotations.beatCount) beats: no interval")
        }
        try RecordingLimits.check(series)
        var recipe = Recipe()
        recipe.set(.inputAnnotator, .text(ending))
        recipe.set(.inputNormalCodes, .text(normal.text))
        recipe.set(
            .inputRateHz, .number(annotations.ticksPerSecond ?? rateHz))
        return Recording(
            format: RecordingFormat.wfdb, rr: series, startDate: header?.startDate, recipe: recipe,
            notices: (header?.notices ?? []) + annotations.notices
                + [annotations.notice(on: normal), annotations.notice(excluding: normal)]
                .compactMap(\.self)
        ).addingUnusedOptionNotices(
            options,
            used: usesRateOption
                ? [.annotator, .normal, .format, .rate] : [.annotator, .normal, .format])
    }

    /// Every annotation of one annotator.
    func readAnnotations(annotator: String?) throws(RecordingError) -> WFDBAnnotationFile {
        let header = try readHeader()
        return try readAnnotations(try chooseAnnotator(annotator))
            .file(sampleRateHz: header.sampleRateHz)
    }

    private func readAnnotations(_ ending: String) throws(RecordingError) -> WFDBAnnotations {
        var annotations = WFDBAnnotations()
        var source = try files.open("\(name).\(ending)")
        var isEmpty = true
        while case let block = try source.readBlock(), !block.isEmpty {
            isEmpty = false
            try annotations.consume(block)
        }
        // Even without an annotation it has an end mark.
        guard !isEmpty else { throw .empty("the file of the annotations .\(ending) is empty") }
        annotations.finish()
        return annotations
    }

    /// The files beside the header.
    var folder: WFDBFolder {
        WFDBFolder(
            header: { [files] name throws(RecordingError) in try Self.readHeader(name, files) },
            samples: { [files] name throws(RecordingError) in
                do throws(RecordingError) {
                    return try files.open(name)
                } catch .cannotRead(_, .notFound) {
                    throw .missingCompanion(
                        "the header names a signal file \(name), which is not beside it")
                }
            })
    }

    func readHeader() throws(RecordingError) -> WFDBHeader {
        try Self.readHeader(name, files)
    }

    /// A header; its messages name it, because the person may have named another file.
    private static func readHeader(
        _ name: String, _ files: Files
    ) throws(RecordingError) -> WFDBHeader {
        let headerName = FilePath.name(of: name) + ".hea"
        func text(_ text: String, _ line: Int?) -> String {
            headerName + (line.map { " line \($0)" } ?? "") + ": " + text
        }
        do throws(RecordingError) {
            let bytes = try RecordingFile.readAll(
                files.open(name + ".hea"), limit: RecordingFile.headerLimit)
            var header = try WFDBHeader(bytes)
            header.fileName = headerName
            header.notices = header.notices.map {
                Notice($0.kind, code: $0.code, text($0.text, $0.line))
            }
            return header
        } catch {
            switch error {
            case .badHeader(let message, let line): throw .badHeader(text(message, line), line: nil)
            case .badPath(let message, let line): throw .badPath(text(message, line), line: nil)
            case .cannotRead(_, .notFound):
                throw .missingCompanion("there is no WFDB header \(headerName)")
            default: throw error
            }
        }
    }

    private func chooseAnnotator(_ wanted: String?) throws(RecordingError) -> String {
        let found = annotators()
        if let wanted = wanted ?? namedAnnotator {
            guard files.names().contains("\(name).\(wanted)") else {
                let others = found.isEmpty ? "none" : found.joined(separator: ", ")
                throw .missingCompanion(
                    "there are no annotations .\(wanted) beside the header (found: \(others))")
            }
            return wanted
        }
        if let preferredAnnotator = Self.preferredAnnotators.first(where: found.contains) {
            return preferredAnnotator
        }
        guard let onlyAnnotator = found.first else {
            throw .missingCompanion(
                "no beat annotations beside \(name).hea (such as "
                    + ".atr): hrv detect finds beats in its signals")
        }
        guard found.count == 1 else {
            throw .ambiguous(
                "several annotators (\(found.joined(separator: ", "))): choose with --annotator")
        }
        return onlyAnnotator
    }

    /// Endings of the files that belong to the record and may hold annotations.
    func annotators() -> [String] {
        files.names().sorted().compactMap { candidate in
            let ending = FilePath.ending(of: candidate)
            guard FilePath.stem(of: candidate) == name, !ending.isEmpty,
                ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }),
                !Self.otherFileExtensions.contains(ending.lowercased())
            else { return nil }
            return ending
        }
    }
}
