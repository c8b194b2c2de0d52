/// One recording of a batch, as the manifest has it.
package struct BatchRecord: Codable, Sendable, Equatable {
    /// Its name in every output; each once.
    package var id: String
    /// The path as it is written in the manifest.
    package var path: String
    /// Options for reading this one, where stated: values of `signal`, `rate`, `unit`, `format`, `annotator`, `start`.
    package var options: [String: String] = [:]
    /// The sum that the file must have; 64 hexadecimal digits.
    package var sha256: String?
    /// Values of the manifest's further columns, in their order.
    package var furtherValues: [String] = []

    package init(id: String, path: String) {
        self.id = id
        self.path = path
    }

    private enum CodingKeys: String, CodingKey {
        case id, path, options, sha256
        case furtherValues = "further"
    }
}
