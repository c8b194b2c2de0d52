/// Why an input could not be read. Every case says what was found and what to do.
public enum RecordingError: Error, Sendable, Equatable {
    /// The input holds no beats at all.
    case empty(String)
    /// The values fit no unit, or two of them.
    case rrUnit(String, line: Int?)
    /// A comma may separate columns or decimals.
    case ambiguousDecimal(line: Int)
    /// A line has more columns than any format.
    case tooWide(line: Int)
    /// The file is of a known kind that has no R-R intervals.
    case noRR(String)
    /// The file is of a known kind but holds no signal that could be read.
    case noSignal(String)
    /// The file's content fits no format.
    case unknownFormat(String, line: Int?)
    /// A WFDB header breaks its grammar.
    case badHeader(String, line: Int?)
    /// A segment of a WFDB record is a record of segments itself.
    case nestedSegment(String)
    /// A name in a header leads outside its folder.
    case badPath(String, line: Int?)
    /// Something that belongs to the input was not found beside it.
    case missingCompanion(String)
    /// Several inputs fit; the person must choose.
    case ambiguous(String)
    /// The file could not be opened or read.
    case cannotRead(String, Access)

    /// What stood in the way of reading.
    public enum Access: Sendable, Equatable {
        case notFound
        case notPermitted
        case failed
    }

    /// A short word for programs; never changes.
    public var code: String {
        switch self {
        case .empty: "empty"
        case .rrUnit: "rr_unit"
        case .ambiguousDecimal: "decimal_comma"
        case .tooWide: "too_wide"
        case .noRR: "no_rr"
        case .noSignal: "no_signal"
        case .unknownFormat: "unknown_format"
        case .badHeader: "bad_header"
        case .nestedSegment: "nested_segment"
        case .badPath: "bad_path"
        case .missingCompanion: "missing_file"
        case .ambiguous: "ambiguous"
        case .cannotRead(_, .notFound): "not_found"
        case .cannotRead(_, .notPermitted): "not_permitted"
        case .cannotRead(_, .failed): "io"
        }
    }

    /// Line of the input, counted from 1, where there is one.
    public var line: Int? {
        switch self {
        case .rrUnit(_, let line), .unknownFormat(_, let line), .badHeader(_, let line),
            .badPath(_, let line):
            line
        case .ambiguousDecimal(let line), .tooWide(let line): line
        case .empty, .noRR, .noSignal, .nestedSegment, .missingCompanion, .ambiguous, .cannotRead:
            nil
        }
    }

    /// One sentence for a person.
    public var text: String {
        switch self {
        case .empty(let text), .rrUnit(let text, _), .noRR(let text), .noSignal(let text),
            .unknownFormat(let text, _),
            .badHeader(let text, _), .nestedSegment(let text), .badPath(let text, _),
            .missingCompanion(let text),
            .ambiguous(let text), .cannotRead(let text, _):
            text
        case .ambiguousDecimal:
            "a comma here may stand between two columns or before decimals: say which with "
                + "--decimal comma or --decimal point"
        case .tooWide:
            "more than \(TextLine.columnLimit) columns, or a line without end: write one interval a "
                + "line"
        }
    }
}
