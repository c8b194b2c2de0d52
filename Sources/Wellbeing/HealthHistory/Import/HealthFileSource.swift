import HealthRecords

/// A file or folder at a path.
struct HealthFileSource: HealthImportSource {
    let path: String
    let largestByteCount: Int64?

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    func fingerprint() throws -> String {
        throw HealthFileError(.noExport, "\(path): no reader yet")
    }

    func read(into sink: inout some HealthSink) throws -> HealthFileSummary {
        throw HealthFileError(.noExport, "\(path): no reader yet")
    }
}
