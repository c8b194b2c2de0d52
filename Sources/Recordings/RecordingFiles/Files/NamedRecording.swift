public import PhysioTypes

/// One of the recordings of beats that an input holds.
public struct NamedRecording: Sendable {
    /// The name that opens it: that of the input, with `#` and which recording it is where the
    /// input holds several.
    public let name: String
    /// The recording, or why it cannot be read; others of the same input may be whole.
    public let outcome: Result<Recording, RecordingError>

    /// A recording under a name.
    package init(name: String, outcome: Result<Recording, RecordingError>) {
        self.name = name
        self.outcome = outcome
    }
}

extension [NamedRecording] {
    /// The only recording that can be read, of an input from which one is wanted.
    ///
    /// - Throws: `ambiguous` where there are several, and where there is none, why the first cannot
    ///   be read.
    package func onlyRecording() throws(RecordingError) -> Recording {
        guard let first else { throw .empty("the input holds no recording") }
        let readableRecordings = filter { (try? $0.outcome.get()) != nil }
        guard let recording = readableRecordings.first else { return try first.outcome.get() }
        guard readableRecordings.count == 1 else {
            // Standard input comes only once, and has no parts that could be named.
            let remedy =
                recording.name.hasPrefix("-#")
                ? "write it to a file and name one of them, such as FILE\(recording.name.dropFirst())"
                : "name one of them, such as \(recording.name)"
            throw .ambiguous("the input holds \(count) recordings: \(remedy)")
        }
        return try recording.outcome.get()
    }
}
