import HealthRecords

/// A file or folder at a path.
struct HealthFileSource: HealthImportSource {
    let path: String
    /// The largest size to which a file may unpack; bytes; nil for the reader's own limit.
    let largestByteCount: Int64?

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    func fingerprint() throws -> String { try reader().fingerprint() }

    func read(into sink: inout some HealthSink) throws -> HealthFileSummary {
        try reader().read(into: &sink)
    }

    private func reader() throws(HealthFileError) -> HealthFileReader {
        var options = HealthFileReader.Options()
        if let largestByteCount { options.limits.byteCount = Int(largestByteCount) }
        return try HealthFileReader.open(path, options: options)
    }
}
