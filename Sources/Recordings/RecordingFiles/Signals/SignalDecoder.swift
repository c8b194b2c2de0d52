import PhysioTypes

/// The functions that every format of sampled signals has; ``SignalReader`` is its public
/// interface.
///
/// A decoder is made from an opened input, has read what describes the signals, and has checked
/// every stated size against what it will allocate. It holds some blocks of input at most, however
/// long the recording is.
protocol SignalDecoder {
    /// Name of the format, as `hrv formats` lists it.
    var format: String { get }
    var signals: [SignalDescription] { get }
    /// Date and time of day of the first sample, as stated.
    var startDate: String? { get }
    /// The settings with which the input was read.
    var recipe: Recipe { get }
    /// Notices for the person; complete after the last block.
    var notices: [Notice] { get }
    /// Texts met so far, in the order of the input.
    var annotations: [SignalAnnotation] { get }
    /// Options that the opening used.
    var usedOptions: Set<InputOption> { get }
    /// Parts of the input between which time passed, of which `--part` chooses one; nil where there is one alone.
    var partCount: Int? { get }

    /// Selects the signals of the blocks, by their indices in `signals`; all of them if not called.
    /// Called before the first block only.
    mutating func choose(_ indices: [Int])

    /// The next samples, at least one in some piece; nil after the last.
    mutating func nextBlock() throws(RecordingError) -> SignalBlock?
}

extension SignalDecoder {
    var usedOptions: Set<InputOption> { [] }
    var partCount: Int? { nil }
}

/// A format of files of signals that is known by its first bytes.
protocol SignalFileDecoder: SignalDecoder, ReadableFormat {
    /// Likelihood that an input that begins like this is of the format.
    ///
    /// `certain` by a mark that nothing else begins with, in `head.start`; then the input is
    /// no other format. `likely` by `head.text`; then words of beats in the text go before it.
    static func probe(_ head: InputHead) -> Likelihood

    /// - Throws: where what the input begins with describes no signals.
    init(_ input: SignalInput) throws(RecordingError)
}

/// An input as a decoder of signals gets it.
struct SignalInput {
    /// The source at its first byte; of a text without its byte order mark.
    let source: ByteSource
    /// nil for standard input.
    let fileName: String?
    let options: RecordingFile.Options
    /// The part of the input that is wanted: a sheet or a block; nil for all of it.
    var part: String?
    /// Name of the document that the text was made of.
    var container: String?
    /// The table that the text holds, where it was looked at.
    var table: TableReading?
}
