import PhysioTypes

/// Reads the beats of an input from its bytes as they come.
///
/// This is for formats that are no text in lines; those adopt ``BeatText``, and tables of numbers
/// ``RRTableFormat``.
protocol BeatReader: ReadableFormat {
    /// Returns the likelihood that an input that begins like this is of the format; `certain` wins
    /// over every other format.
    static func probe(_ head: InputHead) -> Likelihood

    /// A reader at the first byte.
    init(_ input: BeatInput)

    /// Takes the next bytes.
    ///
    /// - Throws: as soon as the input can be no recording of the format.
    mutating func consume(_ block: ArraySlice<UInt8>) throws(RecordingError)

    /// The recording, after the last byte.
    mutating func finish() throws(RecordingError) -> Recording

    /// Every recording of the input, after the last byte, in its order; ``finish()`` is not called
    /// then. Formats whose inputs hold one recording leave this as it is.
    mutating func finishAll() throws(RecordingError) -> [Result<Recording, RecordingError>]

    /// Names of the recordings that ``finishAll()`` returned, where the input names them; nil where
    /// they are counted.
    var partNames: [String]? { get }

    /// Options that the reading used, after the last byte.
    var usedOptions: Set<InputOption> { get }
}

extension BeatReader {
    var partNames: [String]? { nil }
    var usedOptions: Set<InputOption> { [] }

    mutating func finishAll() throws(RecordingError) -> [Result<Recording, RecordingError>] {
        [.success(try finish())]
    }
}

/// The input of a reader of beats besides the bytes.
struct BeatInput {
    /// The settings that the person gave for a text.
    var text = RRTextOptions()
    /// The file's name without the ending of a packed file; nil for standard input.
    var fileName: String?
    /// The name of a format that the person asked for.
    var format: String?
    /// The table of a text, where it was looked at before.
    var table: TableReading?
    /// Name of the document that the text was made of.
    var container: String?
}
