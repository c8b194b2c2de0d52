/// The reason that an input could not be read. Every case says what was found and what to do.
public enum RecordingError: Error, Sendable, Equatable {
    /// The input holds no beats at all.
    case empty(String)
    /// The values fit no unit, or two of them.
    case ambiguousRRUnit(String, line: Int?)
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
    /// An archive or an export cannot be read, or not wholly within the limits.
    case badArchive(String, ArchiveError)
    /// The file could not be opened or read.
    case cannotRead(String, AccessFailure)

    /// The obstacle to reading.
    public enum AccessFailure: Sendable, Equatable {
        case notFound
        case notPermitted
        /// A device, a named pipe, or a link where links are not followed.
        case notAFile
        case failed
    }

    /// The problem of an archive or an export; the raw values are the codes.
    public enum ArchiveError: String, Sendable, Equatable {
        /// The directory of the archive is missing or damaged.
        case damaged = "zip_damaged"
        /// The data are encrypted or packed by a method that is not read.
        case method = "zip_method"
        /// The data unpack to more than the limits allow, or to more than the archive declares.
        case limit = "zip_limit"
        /// Nothing in it is an export of health data or an activity.
        case noExport = "no_export"
        /// The export is in an encoding that is not read.
        case badEncoding = "bad_encoding"
        /// The export ends early or is damaged, and nothing that was asked for stands before that.
        case cut
    }

    /// A short word for programs; never changes.
    public var code: String {
        switch self {
        case .empty: "empty"
        case .ambiguousRRUnit: "rr_unit"
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
        case .badArchive(_, let error): error.rawValue
        case .cannotRead(_, .notFound): "not_found"
        case .cannotRead(_, .notPermitted): "not_permitted"
        case .cannotRead(_, .notAFile): "not_a_file"
        case .cannotRead(_, .failed): "io"
        }
    }

    /// Line of the input, counted from 1, where there is one.
    public var line: Int? {
        switch self {
        case .ambiguousRRUnit(_, let line), .unknownFormat(_, let line), .badHeader(_, let line),
            .badPath(_, let line):
            line
        case .ambiguousDecimal(let line), .tooWide(let line): line
        case .empty, .noRR, .noSignal, .nestedSegment, .missingCompanion, .ambiguous,
            .badArchive, .cannotRead:
            nil
        }
    }

    /// One sentence for a person.
    public var text: String {
        switch self {
        case .empty(let text), .ambiguousRRUnit(let text, _), .noRR(let text), .noSignal(let text),
            .unknownFormat(let text, _),
            .badHeader(let text, _), .nestedSegment(let text), .badPath(let text, _),
            .missingCompanion(let text),
            .ambiguous(let text), .badArchive(let text, _), .cannotRead(let text, _):
            text
        case .ambiguousDecimal:
            "a comma here may stand between columns or before decimals: say which with "
                + "--decimal comma or --decimal point"
        case .tooWide:
            "more than \(TextLine.columnLimit) columns, or a line without end: write one interval a "
                + "line"
        }
    }
}
