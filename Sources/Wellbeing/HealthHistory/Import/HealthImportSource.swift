import HealthRecords

/// A file, or a folder, that can be imported.
protocol HealthImportSource {
    /// Path as given.
    var path: String { get }
    /// Name without the folder.
    var name: String { get }

    /// The same for two files of the same content only.
    ///
    /// - Parameter progress: called with the bytes that were read for it and those of the file; false ends the work.
    /// - Throws: `cancelled`, and where the file cannot be read.
    func fingerprint(
        _ progress: (_ bytesRead: Int64, _ byteCount: Int64?) -> Bool
    ) throws(HealthFileError) -> String

    /// Hands every record to the sink.
    ///
    /// - Throws: `HealthFileError` for a file that cannot be read, and what the sink throws.
    func read(into sink: inout some HealthSink) throws -> HealthFileSummary
}
