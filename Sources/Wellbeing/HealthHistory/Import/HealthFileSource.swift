import HealthRecords

/// A file or folder at a path.
final class HealthFileSource: HealthImportSource {
    let path: String
    /// The largest size to which a file may unpack; bytes; nil for the reader's own limit.
    private let maxByteCount: Int64?
    /// True if the file stays open from its fingerprint until it is read. Of many files each is
    /// opened twice, since a process may have only so many open.
    private let staysOpen: Bool
    private var reader: HealthFileReader?

    init(path: String, maxByteCount: Int64?, staysOpen: Bool) {
        self.path = path
        self.maxByteCount = maxByteCount
        self.staysOpen = staysOpen
    }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    func fingerprint(
        _ progress: (_ bytesRead: Int64, _ byteCount: Int64?) -> Bool
    ) throws(HealthFileError) -> String {
        let opened = try open { progress(0, nil) }
        if staysOpen { reader = opened }
        return try opened.fingerprint(progress: progress)
    }

    func read(into sink: inout some HealthSink) throws -> HealthFileSummary {
        let opened: HealthFileReader
        if let reader {
            opened = reader
        } else {
            opened = try open { (try? sink.progress(bytesRead: 0, byteCount: nil)) != nil }
        }
        reader = nil
        return try opened.read(into: &sink)
    }

    private func open(shouldContinue: () -> Bool) throws(HealthFileError) -> HealthFileReader {
        var options = HealthFileReader.Options()
        if let maxByteCount { options.limits.byteCount = Int(maxByteCount) }
        return try HealthFileReader.open(path, options: options, shouldContinue: shouldContinue)
    }
}
