/// Finds the recordings among paths and folders.
public enum InputList {
    /// Endings of files that a folder is searched for; a file named itself is always read.
    public static let fileExtensions = Set(
        ReadableFormats.all.flatMap { $0.fileExtensions } + [packedExtension])

    private static let packedExtension = "gz"

    /// The inputs a path stands for: itself, or for a folder every recording below it.
    ///
    /// A WFDB record with beats or signals counts once, by its header. A packed file counts by the
    /// ending below `.gz`. Descriptions such as a README, hidden files, links to folders and
    /// files of other endings are passed over.
    ///
    /// - Returns: paths in the order of their names; empty for a folder without recordings.
    public static func expand(_ path: String) -> [String] {
        guard FolderListing.kind(of: path) == .folder else { return [path] }
        // The person's own spelling of the folder stays in front.
        return selectRecordingFiles(
            FolderListing.files(in: path, depth: .max, limit: .max)
                .map { FilePath.path($0, in: path) }.sorted())
    }

    /// The endings of files below a folder that it is not searched for, with how many there are.
    ///
    /// Files of WFDB records and descriptions are left out.
    package static func otherEndings(in folder: String) -> [(ending: String, count: Int)] {
        let files = FolderListing.files(in: folder, depth: .max, limit: .max)
        let headers = Set(
            files.filter { FilePath.ending(of: $0) == "hea" }.map { FilePath.stem(of: $0) })
        let others = files.filter { file in
            !mayBeRecording(file) && !isDocumentation(file)
                && !headers.contains(FilePath.stem(of: file))
        }
        return Dictionary(grouping: others) { FilePath.ending(of: $0).lowercased() }
            .map { (ending: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.ending) < ($0.count, $1.ending) }
    }

    private static func selectRecordingFiles(_ files: [String]) -> [String] {
        let headers = Set(
            files.filter { FilePath.ending(of: $0) == "hea" }
                .map { FilePath.stem(of: $0) })
        let segments = Set(headers.flatMap(segments))
        return files.filter { file in
            let stem = FilePath.stem(of: file)
            let ending = FilePath.ending(of: file).lowercased()
            if ending == "hea" {
                return WFDBRecordFiles(path: file, isForced: false)?.annotators().isEmpty == false
                    || (hasSignals(file) && !segments.contains(stem))
            }
            guard mayBeRecording(file) else { return false }
            // Annotations `record.ecg`, samples `record.mat`, and a record's own name, belong to the
            // header.
            return !(["", "ecg", "mat"].contains(ending) && headers.contains(stem))
        }
    }

    /// Returns true if a file has the ending of a recording, and is no description of recordings.
    static func mayBeRecording(_ file: String) -> Bool {
        guard !isDocumentation(file) else { return false }
        var ending = FilePath.ending(of: file).lowercased()
        if ending == packedExtension {
            ending = FilePath.ending(of: FilePath.stem(of: file)).lowercased()
            return fileExtensions.contains(ending) && ending != packedExtension
        }
        return fileExtensions.contains(ending)
    }

    private static func hasSignals(_ header: String) -> Bool {
        let bytes = try? RecordingFile.readAll(header, limit: RecordingFile.headerLimit)
        return ((try? bytes.map(WFDBHeader.init)) ?? nil).map { $0.signalCount > 0 } ?? false
    }

    /// Records that are parts of this one: the lines of a header whose first one is `name/count ...`.
    private static func segments(of record: String) -> [String] {
        let limit = RecordingFile.headerLimit
        guard let bytes = try? RecordingFile.readAll(record + ".hea", limit: limit) else {
            return []
        }
        return segments(bytes, in: FilePath.folder(of: record))
    }

    /// Records that are parts of the one of a header in a folder.
    static func segments(_ bytes: [UInt8], in folder: String) -> [String] {
        let names = TextLines.filled(in: bytes)
            .filter { $0.first != UInt8(ascii: "#") }
            .compactMap { $0.split(separator: UInt8(ascii: " ")).first.map(TextLine.string) }
        guard names.first?.contains("/") == true else { return [] }
        return names.dropFirst().map { FilePath.path($0, in: folder) }
    }

    /// The clinical document beside an export of health data holds nothing that is read.
    private static func isClinicalDocument(_ file: String) -> Bool {
        file.lowercased().hasSuffix("_cda.xml")
    }

    /// A README beside recordings is no recording.
    static func isDocumentation(_ file: String) -> Bool {
        let name = FilePath.stem(of: FilePath.name(of: file))
        return ["readme", "license", "records", "makefile"].contains(name.lowercased())
            || isClinicalDocument(file)
    }
}
