/// A text in lines whose intervals stand in a part of their own: ``RRTextReader`` hands over the
/// lines, and takes the intervals from the rows.
protocol BeatText: ReadableFormat {
    /// Returns the likelihood that a text is of the format, by `head.firstLine`.
    ///
    /// `likely` where a text of samples may begin with the same line; `certain` wins over those.
    static func probe(_ head: InputHead) -> Likelihood

    /// Returns true if a text that began as a plain table goes on as this format from this line on.
    ///
    /// - Parameter rowCount: rows of the table so far.
    static func begins(at line: ArraySlice<UInt8>, afterRows rowCount: Int) -> Bool

    /// A reader at the first line with content, or at the one at which the format begins.
    init()

    /// Takes a line that is not blank, without outer white space.
    ///
    /// - Parameter rows: where the intervals go.
    mutating func parse(
        _ line: ArraySlice<UInt8>, _ number: Int, into rows: inout RRRowParser
    ) throws(RecordingError)

    /// Says what the text states of the recording, after the last line.
    ///
    /// - Throws: where the text itself says that it has no intervals.
    func describe(_ metadata: inout RRTextMetadata) throws(RecordingError)

    /// The error for a text of the format without any row.
    var nothingFoundError: RecordingError { get }
}

extension BeatText {
    static func begins(at line: ArraySlice<UInt8>, afterRows rowCount: Int) -> Bool { false }

    func describe(_ metadata: inout RRTextMetadata) throws(RecordingError) {}
}

/// The facts that a text states about its recording besides the intervals.
struct RRTextMetadata {
    /// Name of the format, where the text or its file's name states it.
    var format: String?
    var startDate: String?
    /// Time of the first beat; s.
    var offsetSeconds = 0.0
}
