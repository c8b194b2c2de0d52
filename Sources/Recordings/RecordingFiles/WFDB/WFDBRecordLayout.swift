/// The files of a WFDB record and the times its annotations count, for programs that write beside it.
package struct WFDBRecordLayout {
    /// Path without ending.
    private let basePath: String
    /// Nil where the header cannot be read.
    private let header: WFDBHeader?

    /// The record that an input belongs to, by any of its names.
    ///
    /// - Returns: nil where no header lies beside the input.
    package init?(input path: String) {
        let ending = FilePath.ending(of: path)
        let stem = FilePath.stem(of: path)
        if !ending.isEmpty, FolderListing.exists(stem + ".hea"),
            ["hea", "dat"].contains(ending.lowercased()) || FolderListing.exists(path)
        {
            self.init(basePath: stem)
        } else {
            self.init(basePath: path)
        }
    }

    /// The record whose header is `basePath.hea`.
    ///
    /// - Returns: nil where there is no such file.
    package init?(basePath: String) {
        guard FolderListing.exists(basePath + ".hea") else { return nil }
        self.basePath = basePath
        header = try? WFDBHeader(
            RecordingFile.readAll(basePath + ".hea", limit: RecordingFile.headerLimit))
    }

    /// Frames a second, which is what annotations count, in Hz; nil where the header is damaged.
    package var rateHz: Double? { header?.sampleRateHz }

    /// Frames of the record; nil where the header states none or is damaged.
    package var frameCount: Int? { header?.sampleCount }

    /// Paths of the header and of every file of samples, those of the record's segments among them.
    ///
    /// A damaged header still protects the file of samples that usually belongs to it.
    package var files: [String] {
        guard let header else { return [basePath + ".hea", basePath + ".dat"] }
        let folder = FilePath.folder(of: basePath)
        let path = { (name: String) in FilePath.path(name, in: folder) }
        guard let segments = header.segments else {
            return [basePath + ".hea"] + header.signals.compactMap(\.fileName).map(path)
        }
        // A segment has no segments of its own.
        let parts = segments.compactMap(\.name).map(path).filter { $0 != basePath }
        return [basePath + ".hea"]
            + parts.compactMap(Self.init(basePath:)).flatMap { part in
                part.header?.segments == nil ? part.files : [part.basePath + ".hea"]
            }
    }
}
