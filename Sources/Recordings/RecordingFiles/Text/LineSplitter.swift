/// Cuts a stream of bytes into lines, whatever ends them: LF, CRLF or CR.
///
/// A byte-order mark is dropped; UTF-16 with a mark is narrowed to one byte a character (others
/// than Latin-1 become `?`), which keeps every number. Memory: one line.
struct LineSplitter {
    /// Longest line; a longer one is cut here and counted as too wide.
    static let lineLimit = 1 << 20

    private enum Encoding { case undecided, bytes, utf16(littleEndian: Bool) }

    private var encoding = Encoding.undecided
    private var start: [UInt8] = []
    private var line: [UInt8] = []
    private var lastWasReturn = false
    private var halfUnit: UInt8?
    /// Number of the line that is being collected, counted from 1.
    private(set) var lineNumber = 1

    /// Takes the next bytes and hands over every line they complete.
    mutating func consume(
        _ bytes: some Sequence<UInt8>,
        _ body: (ArraySlice<UInt8>, Int) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        for byte in bytes { try consume(byte, body) }
    }

    /// Hands over the last line where no line end follows it.
    mutating func finish(
        _ body: (ArraySlice<UInt8>, Int) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        if case .undecided = encoding { try decide(body) }
        if !line.isEmpty { try body(line[...], lineNumber) }
        line = []
    }

    private mutating func consume(
        _ byte: UInt8, _ body: (ArraySlice<UInt8>, Int) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        switch encoding {
        case .undecided:
            start.append(byte)
            if start.count == 3 { try decide(body) }
        case .bytes:
            try take(byte, body)
        case .utf16(let littleEndian):
            guard let first = halfUnit else {
                halfUnit = byte
                return
            }
            halfUnit = nil
            let low = littleEndian ? first : byte
            let high = littleEndian ? byte : first
            try take(high == 0 ? low : UInt8(ascii: "?"), body)
        }
    }

    private mutating func decide(
        _ body: (ArraySlice<UInt8>, Int) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        let pending: ArraySlice<UInt8>
        switch (start.first, start.dropFirst().first, start.dropFirst(2).first) {
        case (0xEF, 0xBB, 0xBF):
            encoding = .bytes
            pending = []
        case (0xFF, 0xFE, _):
            encoding = .utf16(littleEndian: true)
            pending = start[2...]
        case (0xFE, 0xFF, _):
            encoding = .utf16(littleEndian: false)
            pending = start[2...]
        default:
            encoding = .bytes
            pending = start[...]
        }
        start = []
        for byte in pending { try consume(byte, body) }
    }

    private mutating func take(
        _ byte: UInt8, _ body: (ArraySlice<UInt8>, Int) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        let wasReturn = lastWasReturn
        lastWasReturn = byte == 0x0D
        switch byte {
        case 0x0A where wasReturn:
            break
        case 0x0A, 0x0D:
            try body(line[...], lineNumber)
            line.removeAll(keepingCapacity: true)
            lineNumber += 1
        default:
            guard line.count < Self.lineLimit else { throw .tooWide(line: lineNumber) }
            line.append(byte)
        }
    }
}
