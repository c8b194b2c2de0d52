import PhysioTypes

/// A WFDB record among files: its header, and the annotation file beside it.
struct WFDBRecordFiles {
    /// Path without ending.
    let basePath: String
    /// Annotator that the path itself names.
    let namedAnnotator: String?

    /// Endings that are never annotations.
    private static let otherFileExtensions: Set<String> = [
        "hea", "dat", "mat", "xws", "txt", "csv", "tsv", "edf", "md", "json", "html", "pdf", "zip",
        "gz", "png", "svg", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "xyz",
    ]
    /// Annotations that people checked have this ending by convention.
    private static let referenceAnnotator = "atr"
    /// Reference annotations come first where none was chosen.
    private static let preferred = [referenceAnnotator, "ecg", "qrs"]

    /// - Returns: nil where the path names no WFDB record.
    init?(path: String, isForced: Bool) {
        let ending = FilePath.ending(of: path)
        let stem = FilePath.stem(of: path)
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
        } else if FolderListing.exists(path + ".hea") || isForced {
            basePath = path
            namedAnnotator = nil
        } else {
            return nil
        }
    }

    /// Returns true if a header names a file of samples: a `.mat` may be any MATLAB file.
    private static func header(_ headerPath: String, names path: String) -> Bool {
        guard FolderListing.kind(of: headerPath) == .file,
            let bytes = try? RecordingFile.readAll(headerPath, limit: RecordingFile.headerLimit)
        else { return false }
        return bytes[...].contains(text: FilePath.name(of: path) + " ")
    }

    func read(
        annotator: String?, normal: NormalBeats
    ) throws(RecordingError) -> Recording {
        let header = try readHeader()
        let ending = try chooseAnnotator(annotator)
        var annotations = try readAnnotations(ending)
        let series = annotations.series(
            sampleRateHz: header.sampleRateHz, normal: normal,
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
            .inputRateHz, .number(annotations.ticksPerSecond ?? header.sampleRateHz))
        return Recording(
            format: RecordingFormat.wfdb, rr: series, startDate: header.startDate, recipe: recipe,
            notices: header.notices + annotations.notices
                + [annotations.notice(on: normal), annotations.notice(excluding: normal)]
                .compactMap(\.self))
    }

    /// Every annotation of one annotator.
    func readAnnotations(annotator: String?) throws(RecordingError) -> WFDBAnnotationFile {
        let header = try readHeader()
        return try readAnnotations(try chooseAnnotator(annotator))
            .file(sampleRateHz: header.sampleRateHz)
    }

    private func readAnnotations(_ ending: String) throws(RecordingError) -> WFDBAnnotations {
        var annotations = WFDBAnnotations()
        let file = try SequentialFile("\(basePath).\(ending)")
        var isEmpty = true
        while case let block = try file.nextBlock(), !block.isEmpty {
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
        let folder = FilePath.folder(of: basePath)
        let path = { (name: String) in FilePath.path(name, in: folder) }
        return WFDBFolder(
            header: { name throws(RecordingError) in try Self.readHeader(basePath: path(name)) },
            samples: { name throws(RecordingError) in
                do throws(RecordingError) {
                    return try RecordingFile.source(path: path(name))
                } catch .cannotRead(_, .notFound) {
                    throw .missingCompanion(
                        "the header names a signal file \(name), which is not beside it")
                }
            })
    }

    func readHeader() throws(RecordingError) -> WFDBHeader {
        try Self.readHeader(basePath: basePath)
    }

    /// A header; its messages name it, because the person may have named another file.
    private static func readHeader(basePath: String) throws(RecordingError) -> WFDBHeader {
        let headerName = FilePath.name(of: basePath) + ".hea"
        func text(_ text: String, _ line: Int?) -> String {
            headerName + (line.map { " line \($0)" } ?? "") + ": " + text
        }
        do throws(RecordingError) {
            let bytes = try RecordingFile.readAll(
                basePath + ".hea", limit: RecordingFile.headerLimit)
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
            guard FolderListing.exists("\(basePath).\(wanted)") else {
                let others = found.isEmpty ? "none" : found.joined(separator: ", ")
                throw .missingCompanion(
                    "there are no annotations .\(wanted) beside the header (found: \(others))")
            }
            return wanted
        }
        if let preferred = Self.preferred.first(where: found.contains) { return preferred }
        guard let only = found.first else {
            throw .missingCompanion(
                "no beat annotations beside \(FilePath.name(of: basePath)).hea (such as "
                    + ".atr): hrv detect finds beats in its signals")
        }
        guard found.count == 1 else {
            throw .ambiguous(
                "several annotators (\(found.joined(separator: ", "))): choose with --annotator")
        }
        return only
    }

    /// Endings of the files that belong to the record and may hold annotations.
    func annotators() -> [String] {
        let folder = FilePath.folder(of: basePath)
        let name = FilePath.name(of: basePath)
        let names = FolderListing.names(in: folder.isEmpty ? "." : folder) ?? []
        return names.sorted().compactMap { candidate in
            let ending = FilePath.ending(of: candidate)
            guard FilePath.stem(of: candidate) == name, !ending.isEmpty,
                ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }),
                !Self.otherFileExtensions.contains(ending.lowercased())
            else { return nil }
            return ending
        }
    }
}
