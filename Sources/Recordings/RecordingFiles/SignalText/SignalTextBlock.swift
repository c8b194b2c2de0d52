/// The blocks of a text that LabChart wrote: each begins with the header again, and time passed
/// between them.
struct SignalTextBlock {
    /// Keys that begin the lines of the header.
    private static let keys = [
        "Interval=", "ExcelDateTime=", "TimeFormat=", "DateFormat=", "ChannelTitle=", "Range=",
        "UnitName=", "TopValue=", "BottomValue=",
    ]
    /// Length of a pause that nothing states; s. Longer than any interval between two beats, so that
    /// none is made across it.
    private static let unknownPauseSeconds = 5.0
    private static let daySeconds = 86_400.0

    private var isPending = false
    /// The block that the rows belong to, counted from 1; 0 before the first row.
    private(set) var number = 0
    /// True if a line of the header of a block was read.
    private(set) var hasHeader = false
    /// The time at which this block began; days.
    private var startDays: Double?
    private var firstStartDays: Double?

    /// - Parameter text: the beginning of the text.
    /// - Parameter end: where its first row begins.
    init(_ text: [UInt8], before end: Int) {
        var lines = TextLines()
        while let line = lines.next(in: text, isLast: true), line.lowerBound < end {
            _ = consume(text[line])
        }
        firstStartDays = startDays
        isPending = false
    }

    /// Reads a line of the header between two blocks.
    ///
    /// - Returns: false for any other line.
    mutating func consume(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, first >= 0x41, first <= 0x5A,
            Self.keys.contains(where: { line.hasPrefix(text: $0) })
        else { return false }
        (isPending, hasHeader) = (true, true)
        if line.hasPrefix(text: "ExcelDateTime=") {
            let cells = line.split(separator: 0x09)
            if cells.count > 1 {
                startDays = SignalRowParser.number(TextLine.trimmed(cells[1]), true)
            }
        }
        return true
    }

    /// Returns true if a line is the first of the header of a block.
    static func begins(at line: ArraySlice<UInt8>) -> Bool { line.hasPrefix(text: keys[0]) }

    /// Counts the blocks by their rows.
    mutating func beginRow() {
        if isPending || number == 0 { number += 1 }
        isPending = false
    }

    /// The number of blocks of a text.
    static func count(_ text: ByteSource) throws(RecordingError) -> Int {
        var source = try text.transcodedToUTF8()
        var splitter = LineSplitter()
        var block = SignalTextBlock([], before: 0)
        while true {
            let bytes = try source.readBlock()
            if bytes.isEmpty { splitter.end() } else { splitter.push(bytes) }
            while let line = try splitter.next() {
                let content = TextLine.trimmed(line.bytes)
                if !content.isEmpty, !block.consume(content) { block.beginRow() }
            }
            if bytes.isEmpty { return block.number }
        }
    }

    /// Samples that are missing before the first row of a new block; nil inside a block.
    ///
    /// - Parameter position: samples since the recording began.
    mutating func pauseSampleCount(rateHz: Double, position: Int) -> Int? {
        guard isPending else { return nil }
        isPending = false
        guard position > 0 else { return nil }
        var seconds = Self.unknownPauseSeconds
        if let startDays, let firstStartDays {
            let stated =
                (startDays - firstStartDays) * Self.daySeconds - Double(position) / rateHz
            if stated > 0, stated < RecordingLimits.maxDurationSeconds { seconds = stated }
        }
        return max(1, Int((seconds * rateHz).rounded()))
    }
}
