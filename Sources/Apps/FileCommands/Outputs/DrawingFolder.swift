import CommandSupport
import HRVReports
import RecordingFiles

/// The destination of drawings: one file, or a folder with one for each recording.
struct DrawingFolder {
    private let path: String
    private let isFolder: Bool
    private var usedNames: Set<String> = []

    /// - Parameter isSeveral: whether a folder is wanted even where there is none yet.
    init(_ path: String, isSeveral: Bool) throws(OutputSink.Failure) {
        self.path = path
        isFolder = isSeveral || FolderListing.kind(of: path) == .folder
        if isFolder, let reason = POSIXFiles.makeFolders(path) {
            throw .cannotCreate("cannot create the folder \(path): \(reason)")
        }
    }

    /// Writes the drawing of a recording that has an interval.
    mutating func write(_ entry: CorrectionEntry) throws(OutputSink.Failure) {
        guard let drawing = CorrectionTable.svg(entry) else { return }
        try OutputSink.write(drawing.utf8, to: isFolder ? file(for: entry.name) : path)
    }

    /// `a.svg` for `x/a.txt`; a second one of that name is `a-2.svg`.
    private mutating func file(for name: String) -> String {
        let stem = FilePath.stem(of: name == "-" ? "standard-input" : FilePath.name(of: name))
        var candidate = stem
        var count = 1
        while !usedNames.insert(candidate.lowercased()).inserted {
            count += 1
            candidate = "\(stem)-\(count)"
        }
        return "\(path)/\(candidate).svg"
    }
}
