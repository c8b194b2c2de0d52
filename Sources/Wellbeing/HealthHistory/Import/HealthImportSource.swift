import HealthRecords

/// A file, or a folder, that can be imported.
protocol HealthImportSource {
    /// Path as given.
    var path: String { get }
    /// Name without the folder.
    var name: String { get }

    /// The same for two files of the same content only.
    func fingerprint() throws -> String

    /// Hands every record to the sink.
    ///
    /// - Throws: `HealthFileError` for a file that cannot be read, and what the sink throws.
    func read(into sink: inout some HealthSink) throws -> HealthFileSummary
}
