package import RecordingFiles

/// A file in a health file: an entry of an archive, a file of a folder, or the file itself.
package struct HealthFilePart {
    /// Name with its folders below the archive or the folder, such as `electrocardiograms/ecg_2020-02-05.csv`. A label,
    /// and no path of this machine.
    package let name: String
    /// Opens the bytes, from the beginning each time.
    package let open: () throws(RecordingError) -> ByteSource
    /// A mark that distinguishes parts of different content without reading them; nil where the part must be read.
    let contentKey: String?

    init(
        name: String, contentKey: String? = nil,
        open: @escaping () throws(RecordingError) -> ByteSource
    ) {
        self.name = name
        self.contentKey = contentKey
        self.open = open
    }

    /// The kind of a file, determined by its beginning.
    enum Kind: Equatable {
        case export
        case fit
        /// Text in an encoding that is not read.
        case badEncoding
        case other
    }

    /// Returns the kind of a file that begins with these bytes.
    static func kind(_ head: ArraySlice<UInt8>) -> Kind {
        if head.dropFirst(8).starts(with: ".FIT".utf8) { return .fit }
        switch XMLPrologue.scan(head) {
        case .export, .exportRootBeyondEnd: return .export
        case .badEncoding: return .badEncoding
        case .other, .incomplete: return .other
        }
    }

    /// The name without its folders.
    package var fileName: Substring {
        name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...]
    }

    /// Returns true if the name has this ending, in letters of any size.
    func hasFileExtension(_ fileExtension: String) -> Bool {
        name.lowercased().hasSuffix(".\(fileExtension)")
    }

    /// The clinical document of an export, which is never read.
    var isClinicalDocument: Bool { fileName.lowercased().hasSuffix("_cda.xml") }
}
