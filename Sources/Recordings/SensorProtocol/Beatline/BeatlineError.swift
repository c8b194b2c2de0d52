/// A problem of a line, or a remarkable fact about it.
///
/// Where it is thrown, the line is left out; as part of a ``BeatlineReading`` it says what was
/// repaired or left out of a line that is used otherwise.
public enum BeatlineError: Error, Sendable, Equatable {
    /// No JSON, too deeply nested, or no object.
    case badJSON(byteOffset: Int)
    case badUTF8
    case tooLong
    /// A field is missing, of another kind, or outside its range; or two fields contradict.
    case badField(type: String?, field: String)
    case badHex
    case badBase64
    /// A number of intervals of a line that are no lengths, or a line that states its intervals
    /// twice.
    case badIntervals(droppedCount: Int, hasBothUnits: Bool)
    /// Named once.
    case unknownType(String)
    /// The first line is no hello; version 1 is taken for granted.
    case noHello
    /// The hello is of a later version.
    case version(Int)
    /// A line has no time: its arrival counts. Named once.
    case missingTime
    /// Time went back by so much; µs.
    case timeBackwards(microseconds: Int)
    /// A time without a line of the device; µs; above 30 s.
    case timeJump(microseconds: Int)
    /// A number of lines that are missing before this one.
    case sequenceGap(Int)
    /// The number of a line is not above the one before, and its content is another.
    case sequenceBackwards(from: Int, to: Int)

    /// A short word for programs; never changes.
    public var code: String {
        switch self {
        case .badJSON: "bad_json"
        case .badUTF8: "bad_utf8"
        case .tooLong: "too_long"
        case .badField: "bad_field"
        case .badHex: "bad_hex"
        case .badBase64: "bad_b64"
        case .badIntervals: "bad_rr"
        case .unknownType: "unknown_type"
        case .noHello: "no_hello"
        case .version: "version"
        case .missingTime: "no_t"
        case .timeBackwards: "t_backwards"
        case .timeJump: "t_jump"
        case .sequenceGap: "seq_gap"
        case .sequenceBackwards: "seq_back"
        }
    }

    /// One sentence for a person; texts of the line are cut.
    public var text: String {
        switch self {
        case .badJSON(let offset): "not a JSON object (byte \(offset + 1)): line left out"
        case .badUTF8: "not UTF-8: line left out"
        case .tooLong: "longer than \(LineFramer.maxLineBytes) bytes: line left out"
        case .badField(nil, let field): "\(field) is missing or no text: line left out"
        case .badField(let type?, let field):
            "\(field) of \(Self.truncated(type)) is missing or wrong: line left out"
        case .badHex: "hex is not an even number of hexadecimal digits: line left out"
        case .badBase64: "b64 is no base64 of whole samples: line left out"
        case .badIntervals(let count, let hasBothUnits):
            (hasBothUnits ? "rr1024 and rr_ms are both there: rr1024 counts; " : "")
                + "\(count) values are no intervals: left out"
        case .unknownType(let type): "lines of type \(Self.truncated(type)) are not known: left out"
        case .noHello: "no hello first: taken as version 1"
        case .version(let version): "hello of version \(version): only version 1 is spoken"
        case .missingTime: "lines without t get the time of their arrival"
        case .timeBackwards(let time): "t goes back by \(time) us: the clock begins anew"
        case .timeJump(let time): "\(time / 1_000_000) s without a line: a gap"
        case .sequenceGap(let count): "\(count) lines are missing: a gap"
        case .sequenceBackwards(let from, let to): "seq goes from \(from) to \(to)"
        }
    }

    /// Others' words, short enough for a message.
    private static func truncated(_ text: String) -> String {
        text.unicodeScalars.count <= 40
            ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) + "..."
    }
}
