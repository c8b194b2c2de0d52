public import PhysioTypes

/// Reads R-R intervals, or beat times, from text in any of the common shapes.
///
/// One or two columns with or without a header, intervals in ms or s, any usual separator, decimal
/// point or comma, any line end, comments; and the exports of HRV Logger, Elite HRV, Polar Flow,
/// Polar Sensor Logger, Polar .hrm, Empatica, Kubios, VNS Analyse, HRVAS and Suunto. What was found
/// is stated in the recording's recipe. Bytes are pushed as they come; memory grows by some tens
/// of bytes an interval.
///
/// A line that holds no number is named in a warning, and the intervals around it are not taken
/// for neighbours. Nothing is guessed: where two readings fit, the error asks.
///
/// ```swift
/// var reader = RRTextReader()
/// try reader.consume("812\n805\n799\n".utf8)
/// let recording = try reader.finish()  // three intervals, format "rr-text"
/// ```
public struct RRTextReader: BeatReader {
    static let formats = [
        RecordingFormat(
            name: RecordingFormat.plainText,
            summary: "one R-R interval a line, ms or s; comments, one header line",
            canBeForced: true),
        RecordingFormat(
            name: "rr-table", summary: "columns with or without names: times and R-R intervals"),
        RecordingFormat(
            name: RecordingFormat.beatTimes,
            summary: "one beat time a line, s or ms: more than 10 strictly ascending values",
            canBeForced: true),
    ]
    static let fileExtensions = ["", "txt", "csv", "tsv", "rr", "rri", "beats"]

    private let options: RRTextOptions
    private let forcedColumn: RRInterpreter.SingleColumn?
    private var lines = LineSplitter()
    private var rows: RRRowParser
    /// The format that a part of the text belongs to; nil for a plain table.
    private var part: (any BeatText)?
    private var title = RRTitle()
    private var sawContent = false

    /// - Parameter options: what the person said; empty to find everything out.
    /// - Parameter fileName: the input's name, whose shape distinguishes some apps; may be nil.
    /// - Parameter format: `rr-text` or `beat-times` to take one column as that; else found out.
    public init(
        options: RRTextOptions = RRTextOptions(), fileName: String? = nil, format: String? = nil
    ) {
        self.options = options
        rows = RRRowParser(options)
        switch format {
        case RecordingFormat.plainText: forcedColumn = .intervals
        case RecordingFormat.beatTimes: forcedColumn = .beatTimes
        default: forcedColumn = nil
        }
        if let fileName {
            title.format = ReadFormats.tables.first { $0.isNamed(fileName) }?.name
            title.startDate = AppFileName.startDate(of: fileName)
        }
    }

    init(_ input: BeatInput) {
        self.init(options: input.text, fileName: input.fileName, format: input.format)
    }

    static func probe(_ head: InputHead) -> Likelihood {
        ReadFormats.beatTexts.contains { $0.probe(head) == .certain } ? .certain : .none
    }

    /// Takes the next bytes of the input.
    ///
    /// - Throws: as soon as the text can be no R-R text.
    public mutating func consume(_ bytes: some Sequence<UInt8>) throws(RecordingError) {
        lines.push(bytes)
        try parseLines()
    }

    /// The recording, after the last byte.
    ///
    /// - Throws: `empty` where no interval was found, `rrUnit` where the unit does not show, and
    ///   the other cases of ``RecordingError`` as they say.
    public mutating func finish() throws(RecordingError) -> Recording {
        lines.end()
        try parseLines()
        try part?.describe(&title)
        guard rows.table.count > 0 else {
            throw part?.nothingFound ?? rows.emptyError(sawByte: sawContent)
        }
        var interpreter = RRInterpreter(
            table: rows.table, options: options, forcedColumn: forcedColumn)
        interpreter.notices = rows.notices()
        return try interpreter.recording(
            format: title.format ?? rows.format, startDate: title.startDate ?? rows.startDate,
            offsetSeconds: title.offsetSeconds)
    }

    // MARK: Lines

    private mutating func parseLines() throws(RecordingError) {
        while let line = try lines.next() { try parse(line.bytes, line.number) }
    }

    private mutating func parse(
        _ rawLine: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        let line = TextLine.trimmed(rawLine)
        guard !line.isEmpty else { return }
        if !sawContent {
            sawContent = true
            try begin(line, number)
        }
        if part == nil {
            let rowCount = rows.table.count
            begin(ReadFormats.beatTexts.first { $0.begins(at: line, afterRows: rowCount) })
        }
        if part == nil {
            try rows.parseRow(line, number)
        } else {
            try part?.parse(line, number, into: &rows)
        }
    }

    /// Decides by the first line with content what the text is.
    private mutating func begin(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        if let reason = UnreadInput.reasonForNoBeats(line) { throw reason }
        let head = InputHead(firstLine: line)
        let formats = ReadFormats.beatTexts
        begin(
            formats.first { $0.probe(head) == .certain }
                ?? formats.first { $0.probe(head) == .likely })
        if part == nil, let reason = UnreadInput.reasonForNoTable(line, number) { throw reason }
    }

    private mutating func begin(_ type: (any BeatText.Type)?) {
        guard let type else { return }
        part = type.init()
        title.format = type.name
    }
}
