import PhysioTypes

/// A format whose files hold beats or signals, of which only their content says which.
protocol DocumentFormat: ReadableFormat {
    /// Returns true if an input that begins like this is of the format, by `head.start`; then the
    /// input is no other format.
    static func probe(_ head: InputHead) -> Bool

    /// Opens a file of the format.
    ///
    /// - Parameter wantsSignals: whether samples are asked for where the file holds beats as well.
    /// - Throws: where the file is damaged from its beginning, or holds nothing that is read.
    static func open(
        _ input: SignalInput, wantsSignals: Bool
    ) throws(RecordingError) -> DocumentContent
}

/// The content of a file of a ``DocumentFormat``.
enum DocumentContent {
    /// A table, as the text of its rows, which is understood as any text is; and where the document has
    /// several, the name of this one, and those of all.
    case table(ByteSource, name: String? = nil, names: [String] = [])
    /// Recordings of beats, with their names where there are several.
    case beats([Result<Recording, RecordingError>], partNames: [String]?)
    case signals(any SignalDecoder)
}

/// The bytes of a file that is held as a whole.
enum DocumentBytes {
    /// Longest file, packed or not; bytes.
    static let sizeLimit = 1 << 30

    /// All bytes of an input.
    ///
    /// - Throws: `unknownFormat` for more than ``sizeLimit``.
    static func all(_ input: ByteSource) throws(RecordingError) -> [UInt8] {
        var source = input
        var bytes: [UInt8] = []
        while case let block = try source.readBlock(), !block.isEmpty {
            bytes += block
            guard bytes.count <= sizeLimit else { throw tooLong }
        }
        return bytes
    }

    /// The error for a file that is longer than ``sizeLimit`` and is not read.
    static let tooLong = RecordingError.unknownFormat(
        "the file holds more than \(sizeLimit >> 20) MiB, which is more than is held at once: write the "
            + "recording to EDF or CSV", line: nil)
}
