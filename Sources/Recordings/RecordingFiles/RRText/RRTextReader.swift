public import PhysioTypes

/// Reads R-R intervals, or beat times, from text in any of the common shapes.
///
/// Columns with or without a header, intervals in ms, s or samples, any usual separator, decimal
/// point or comma, any line end, lines before the table, dates of any shape, footers; and the
/// exports of HRV Logger, Elite HRV, Polar Flow, Polar Sensor Logger, Polar .hrm, Empatica, Kubios,
/// VNS Analyse, HRVAS and Suunto. The first ``InputHead/textSize`` bytes decide on the columns; the
/// recording's recipe states them. Memory grows by some tens of bytes an interval.
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
    private let fileName: String?
    private let format: String?
    /// The beginning of the text, until its table is understood.
    private var head: [UInt8] = []
    private var isTableAnalyzed = false
    private var transcoder = TextTranscoder()
    private var lines = LineSplitter()
    /// The table at the beginning of the text, once it is known.
    private var reading: TableReading?
    private var layout: TableReading.BeatLayout?
    /// Lines before the first row of the table.
    private var firstRowLine = 0
    private var rows: RRRowParser
    /// The format that a part of the text belongs to; nil for a plain table.
    private var part: (any BeatText)?
    private var metadata = RRTextMetadata()
    private var hasSeenContent = false
    /// Names of the recordings of a text that holds several; nil where they are counted.
    private(set) var partNames: [String]?
    /// True if a comma may occur in the text.
    private var mayHaveCommas = true

    /// - Parameter options: what the person said; empty to find everything out.
    /// - Parameter fileName: the input's name, whose shape distinguishes some apps; may be nil.
    /// - Parameter format: `rr-text` or `beat-times` to take one column as that; else found out.
    public init(
        options: RRTextOptions = RRTextOptions(), fileName: String? = nil, format: String? = nil
    ) {
        self.options = options
        self.fileName = fileName
        self.format = format
        rows = RRRowParser(options)
        if let fileName {
            metadata.format =
                ReadableFormats.tableFormats.first { $0.matchesFileName(fileName) }?.name
            metadata.startDate = AppFileName.startDate(of: fileName)
        }
    }

    init(_ input: BeatInput) {
        self.init(options: input.text, fileName: input.fileName, format: input.format)
        reading = input.table
        metadata.format = input.container ?? metadata.format
    }

    static func probe(_ head: InputHead) -> Likelihood {
        ReadableFormats.beatTextFormats.contains { $0.probe(head) == .certain } ? .certain : .none
    }

    /// Receives the next bytes of the input.
    ///
    /// - Throws: as soon as the text can be no R-R text.
    public mutating func consume(_ bytes: some Sequence<UInt8>) throws(RecordingError) {
        guard !isTableAnalyzed else {
            var text: [UInt8] = []
            transcoder.narrow(bytes, into: &text)
            lines.push(text)
            try parseLines()
            return
        }
        transcoder.narrow(bytes, into: &head)
        if head.count >= InputHead.textSize { try begin(isWhole: false) }
    }

    /// The recording, after the last byte.
    ///
    /// - Throws: `empty` where no interval was found, `rrUnit` where the unit does not show,
    ///   `ambiguous` for a text of several recordings, and the other cases of ``RecordingError`` as
    ///   they say.
    public mutating func finish() throws(RecordingError) -> Recording {
        try InputName(path: fileName ?? "-").recordings(finishAll(), partNames: partNames)
            .onlyRecording()
    }

    mutating func finishAll() throws(RecordingError) -> [Result<Recording, RecordingError>] {
        if !isTableAnalyzed {
            transcoder.finish(into: &head)
            try begin(isWhole: true)
        }
        lines.end()
        try parseLines()
        rows.finish()
        try part?.describe(&metadata)
        guard rows.table.count > 0 else {
            throw part?.nothingFoundError ?? rows.emptyError(sawByte: hasSeenContent)
        }
        return try recordings()
    }

    // MARK: The beginning

    /// Decides by the beginning of the text what it is, and reads its lines.
    private mutating func begin(isWhole: Bool) throws(RecordingError) {
        let text = head
        (head, isTableAnalyzed) = ([], true)
        try analyzeTable(text, isWhole: isWhole)
        lines.push(text)
        try parseLines()
    }

    private mutating func analyzeTable(
        _ text: [UInt8], isWhole: Bool
    ) throws(RecordingError) {
        guard let (line, number) = Self.firstLine(text) else {
            if !isWhole { throw .tooWide(line: 1) }
            return
        }
        hasSeenContent = true
        mayHaveCommas = !isWhole || text.contains(0x2C)
        if let reason = UnsupportedInput.reasonForNoBeats(line) { throw reason }
        let head = InputHead(firstLine: line)
        let formats = ReadableFormats.beatTextFormats
        begin(
            formats.first { $0.probe(head) == .certain }
                ?? formats.first { $0.probe(head) == .likely })
        guard part == nil else { return }
        if let reason = UnsupportedInput.reasonForNoTable(line, number) { throw reason }
        if let opening = try opening(line, number) {
            resolveLayout(opening, number)
            return
        }
        // A part such as that of VNS Analyse may begin further down.
        let reading: TableReading
        if let known = self.reading {
            reading = known
        } else {
            reading = try TableReading(
                text, isWhole: isWhole, options: options, fileName: fileName, format: format)
            self.reading = reading
        }
        switch reading.verdict {
        case .beats(let layout):
            self.layout = layout
            rows = RRRowParser(options, reading.shape, layout)
            firstRowLine = reading.shape.rows.first?.number ?? 0
        case .samples, .question, .refusal:
            if Self.holdsPart(text) { return }
            throw reading.error
        }
    }

    private static func firstLine(
        _ text: [UInt8]
    ) -> (line: ArraySlice<UInt8>, number: Int)? {
        var lines = TextLines()
        while true {
            let number = lines.lineNumber
            guard let range = lines.next(in: text, isLast: true) else { return nil }
            let line = TextLine.trimmed(text[range])
            if !line.isEmpty { return (line, number) }
        }
    }

    /// Returns true if the text has a part that begins below the first line.
    private static func holdsPart(_ text: [UInt8]) -> Bool {
        var lines = TextLines()
        while let range = lines.next(in: text, isLast: true) {
            let line = text[range]
            if ReadableFormats.beatTextFormats.contains(where: { $0.begins(at: line, afterRows: 0) }
            ) {
                return true
            }
        }
        return false
    }

    private func opening(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) -> (name: String, opening: RRTableOpening)? {
        guard line.count < 200 else { return nil }
        let fields = try TextLine(line, number: number).fields
        return ReadableFormats.tableFormats.lazy.compactMap { app in
            app.opening(fields).map { (app.name, $0) }
        }.first
    }

    /// A table whose first line states what follows.
    private mutating func resolveLayout(
        _ found: (name: String, opening: RRTableOpening), _ number: Int
    ) {
        metadata.format = found.name
        metadata.startDate = found.opening.startDate ?? metadata.startDate
        firstRowLine = number + 1
    }

    private mutating func begin(_ type: (any BeatText.Type)?) {
        guard let type else { return }
        part = type.init()
        metadata.format = type.name
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
        if part == nil {
            let rowCount = rows.table.count
            begin(
                ReadableFormats.beatTextFormats.first { $0.begins(at: line, afterRows: rowCount) })
        }
        if part != nil {
            try part?.parse(line, number, into: &rows)
        } else if number >= firstRowLine {
            if layout == nil {
                try rows.parseBlockRow(line, number)
            } else {
                try rows.parseRow(TableShape.content(of: rawLine), number)
            }
        }
    }

    // MARK: Recordings

    /// Name of the format, by the header or the shape of the table.
    private var formatName: String {
        if let format = metadata.format { return format }
        guard let reading, let layout else { return RecordingFormat.plainText }
        let names = reading.shape.header.map(\.plainName)
        if let appFormat = ReadableFormats.tableFormats.first(where: { $0.hasColumns(names) }) {
            return appFormat.name
        }
        switch layout.value {
        case .beatTimes where reading.shape.header.isEmpty: return RecordingFormat.beatTimes
        case .peakPositions: return "r-peaks"
        default: break
        }
        return names.count > 1 || layout.timeColumn != nil ? "rr-table" : RecordingFormat.plainText
    }

    var usedOptions: Set<InputOption> {
        var used = options.optionsOfIntervals.union([.format])
        guard part == nil, let layout else { return used }
        used.formUnion([.column, .splitBy])
        if layout.labelColumn != nil { used.insert(.normal) }
        if layout.value == .peakPositions || layout.statedUnit == .samples { used.insert(.rate) }
        if mayHaveCommas { used.insert(.decimal) }
        let written = rows.table.writtenTimes.compactMap(\.self)
        if let order = options.dateOrder, written.contains(where: \.hasAmbiguousDate),
            WrittenTime.orders(of: written).contains(order)
        {
            used.insert(.dates)
        }
        return used
    }

    private mutating func recordings() throws(RecordingError) -> [Result<Recording, RecordingError>]
    {
        let parts = TableParts(
            rows.table, wordNames: rows.wordNames, layout: layout, reading: reading,
            splitColumn: options.splitColumn)
        if let error = parts.error { throw error }
        partNames = parts.names
        let commonNotices = rows.notices() + parts.notices
        return parts.tables.map { table in
            do throws(RecordingError) {
                return .success(try recording(of: table, commonNotices))
            } catch {
                return .failure(error)
            }
        }
    }

    private func recording(
        of table: RRTable, _ notices: [Notice]
    ) throws(RecordingError) -> Recording {
        var interpreter = RRInterpreter(
            table: table, value: layout?.value ?? .intervals, statedUnit: layout?.statedUnit,
            statedRateHz: reading?.statedRateHz, options: options, notices: notices)
        let recording = try interpreter.recording(
            format: formatName, startDate: metadata.startDate, offsetSeconds: metadata.offsetSeconds
        )
        guard let notice = heartRateNotice(recording) else { return recording }
        return recording.with(notices: recording.notices + [notice])
    }

    /// Share by which a heart rate may differ from the one that the intervals make.
    private static let maxHeartRateErrorShare = 0.2

    /// The note on a column of heart rates that are not those of the intervals, as where these are
    /// counted in samples of another rate; nil where they agree.
    private func heartRateNotice(_ recording: Recording) -> Notice? {
        guard partNames == nil, layout?.value == .intervals,
            let column = reading?.columns.first(where: {
                $0.namedKind == .heartRate && $0.isNumeric && (25...250).contains($0.median)
            })
        else { return nil }
        let intervals = recording.rr.intervalsMs.prefix(column.values.count).sorted()
        guard intervals.count > 8 else { return nil }
        let rate = 60_000 / intervals[intervals.count / 2]
        guard abs(rate / column.median - 1) > Self.maxHeartRateErrorShare else { return nil }
        let rounded = (rate * 10).rounded() / 10
        return Notice(
            .note, code: "heart_rate_differs",
            "the intervals make \(rounded) beats/min, \(column.title) says \(column.median): intervals "
                + "in samples are read with --unit samples --rate HZ")
    }
}
