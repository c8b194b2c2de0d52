import PhysioRecordings
import PhysioTypes

/// From an input's name to the beats in it.
struct RecordingLoader: Sendable {
    let options: RecordingFile.Options

    /// - Parameter name: a path, or `-` for standard input.
    func recording(_ name: String) throws(RecordingError) -> Recording {
        name == "-"
            ? try RecordingFile.readStandardInput(options: options)
            : try RecordingFile.read(path: name, options: options)
    }
}
