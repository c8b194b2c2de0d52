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
public struct RRTextReader {
    private enum Mode {
        case start
        case table
        case polarParameters
        case polarSkipped
        case polarData
        case kubiosReport
        case kubiosBlock
        case kubiosRest
        case vnsSkipped
        case vnsBlock
        case suunto(inside: Bool)
    }

    private let options: RRTextOptions
    private var lines = LineSplitter()
    private var mode = Mode.start
    private var rows: RRRowParser
    private var format: String?
    private var startDate: String?
    private var polar = PolarParameters()
    private var sawByte = false
    private let forcedColumn: RRInterpreter.SingleColumn?

    /// - Parameter options: what the person said; empty to find everything out.
    /// - Parameter fileName: the input's name, whose shape tells some apps apart; may be nil.
    /// - Parameter format: `rr-text` or `beat-times` to take one column as that; else found out.
    public init(
        options: RRTextOptions = RRTextOptions(), fileName: String? = nil, format: String? = nil
    ) {
        self.options = options
        rows = RRRowParser(decimalMark: options.decimalMark)
        switch format {
        case RecordingFormat.plainText: forcedColumn = .intervals
        case RecordingFormat.beatTimes: forcedColumn = .beatTimes
        default: forcedColumn = nil
        }
        if let fileName {
            self.format = AppFileName.format(of: fileName)
            startDate = AppFileName.startDate(of: fileName)
        }
    }

    /// Takes the next bytes of the input.
    ///
    /// - Throws: as soon as the text can be no R-R text.
    public mutating func consume(_ bytes: some Sequence<UInt8>) throws(RecordingError) {
        lines.push(bytes)
        try takeLines()
    }

    /// The recording, after the last byte.
    ///
    /// - Throws: `empty` where no interval was found, `rrUnit` where the unit does not show, and
    ///   the other cases of ``RecordingError`` as they say.
    public mutating func finish() throws(RecordingError) -> Recording {
        lines.end()
        try takeLines()
        if let reason = polar.missingRRReason { throw .noRR(reason) }
        guard rows.table.count > 0 else {
            throw missingPart ?? rows.emptyError(sawByte: sawByte)
        }
        var interpreter = RRInterpreter(
            table: rows.table, options: options, forcedColumn: forcedColumn)
        interpreter.notices = rows.notices()
        return try interpreter.recording(
            format: format ?? rows.format, startDate: startDate ?? rows.startDate,
            offsetSeconds: polar.startDelaySeconds)
    }

    /// The part that a document of this kind has its intervals in, where it was not there.
    private var missingPart: RecordingError? {
        switch mode {
        case .suunto: .noRR("this XML has no IBI element, the only part that is read")
        case .kubiosReport, .kubiosBlock, .kubiosRest:
            .noRR("this Kubios text has no RR INTERVAL DATA")
        case .vnsSkipped, .vnsBlock: .noRR("this VNS Analyse text has no section of raw intervals")
        case .polarParameters, .polarSkipped, .polarData:
            .noRR("this .hrm file has no intervals in its [HRData] section")
        case .start, .table: nil
        }
    }

    // MARK: Lines

    private mutating func takeLines() throws(RecordingError) {
        while let line = try lines.next() { try take(line.bytes, line.number) }
    }

    private mutating func take(
        _ rawLine: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        let line = TextLine.trimmed(rawLine)
        guard !line.isEmpty else { return }
        sawByte = true
        if case .start = mode { try begin(line, number) }
        switch mode {
        case .start:
            break
        case .table:
            try takeTableLine(line, number)
        case .polarParameters, .polarSkipped, .polarData:
            try takePolar(line, number)
        case .kubiosReport:
            if line.contains(text: "RR INTERVAL DATA") { mode = .kubiosBlock }
        case .kubiosBlock:
            // The block ends where a row has no interval: other tables stand beside and below it.
            if rows.table.count > 0, try !rows.isBlockRow(line, number) {
                mode = .kubiosRest
            } else {
                try rows.takeBlockRow(line, number)
            }
        case .kubiosRest:
            break
        case .vnsSkipped, .vnsBlock:
            try takeVNS(line, number)
        case .suunto(let inside):
            takeSuunto(line, number, inside: inside)
        }
    }

    /// Decides by the first line with content what the file is.
    private mutating func begin(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        if let signals = Self.signalFormat(line) { throw Self.holdsSignals("\(signals) recording") }
        if line.starts(with: [0x1F, 0x8B]) || line.hasPrefix(text: "PK\u{3}\u{4}") {
            throw .unknownFormat("this is a compressed file: unpack it first", line: nil)
        }
        if line.contains(0) {
            throw .unknownFormat("this is binary data, not text", line: nil)
        }
        if line.hasPrefix(text: "[Params]") {
            mode = .polarParameters
            format = "polar-hrm"
        } else if line.contains(text: "Kubios") {
            mode = .kubiosReport
            format = "kubios-report"
        } else if line.contains(text: "RR-Intervalle") || line.contains(text: "VNS") {
            mode = .vnsSkipped
            format = "vns-analyse"
        } else if line.hasPrefix(text: "<") {
            mode = .suunto(inside: false)
            format = "suunto-xml"
        } else if line.hasPrefix(text: "{") || line.hasPrefix(text: "[") {
            throw .unknownFormat(
                "this looks like JSON, which is not read as R-R text: write one interval a line",
                line: number)
        } else {
            // A block may also begin further down, as in a Kubios text without its title.
            mode = .table
        }
    }

    /// Why an input of sampled signals has no intervals.
    static func holdsSignals(_ what: String) -> RecordingError {
        .noRR("this is \(what): it holds signals, in which beats must be detected first")
    }

    /// The format of signals that begins like this, with its article; nil for none.
    private static func signalFormat(_ line: ArraySlice<UInt8>) -> String? {
        if line.hasPrefix(text: "0       ") { return "an EDF" }
        if EDFHeader.format(of: line) != nil { return "a BDF" }
        if line.hasPrefix(text: ISHNEHeader.magic) { return "an ISHNE Holter" }
        return line.hasPrefix(text: OpenSignalsHeader.magic) ? "an OpenSignals" : nil
    }

    /// Whether the beginning of a text says that it holds R-R intervals or beats: by the mark of an
    /// app, the name of a column, or a word in a comment.
    static func isKnown(_ head: [UInt8]) -> Bool {
        let text = head.prefix(4096)
        let marks = ["[Params]", "Kubios", "RR INTERVAL DATA", "RR-Intervalle", "<IBI>", "IBI\n"]
        if marks.contains(where: text.contains(text:)) { return true }
        return TextLines.filled(in: Array(text)).prefix(20).contains { line in
            guard let words = try? TextLine(TextLine.trimmed(line), number: 1),
                words.fields.allSatisfy({ DecimalNumber($0) == nil })
            else { return false }
            return ((try? RRHeader(words, line: 1)) ?? nil) != nil || saysBeats(line)
        }
    }

    /// Whether a comment speaks of intervals or beats.
    private static func saysBeats(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: "%") else {
            return false
        }
        let words = TextLine.string(line).lowercased().split { !$0.isLetter && $0 != "-" }
        return !beatWords.isDisjoint(with: words)
    }

    private static let beatWords: Set<Substring> = [
        "rr", "r-r", "nn", "n-n", "ibi", "interval", "intervals", "beat", "beats",
    ]

    private mutating func takeTableLine(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        if line.contains(text: "RR INTERVAL DATA") {
            mode = .kubiosBlock
            format = "kubios-report"
            return
        }
        if line.contains(text: "RR-Intervalle"), rows.table.count == 0 {
            mode = .vnsSkipped
            format = "vns-analyse"
            try takeVNS(line, number)
            return
        }
        try rows.takeRow(line, number)
    }

    // MARK: Polar .hrm

    private mutating func takePolar(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        if line.first == UInt8(ascii: "[") {
            if line.hasPrefix(text: "[Params]") {
                mode = .polarParameters
            } else if line.hasPrefix(text: "[HRData]") {
                mode = .polarData
                startDate = polar.startDate
            } else {
                mode = .polarSkipped
            }
            return
        }
        switch mode {
        case .polarParameters: polar.take(line)
        case .polarData where polar.holdsRR: try rows.takeBlockRow(line, number)
        default: break
        }
    }

    // MARK: VNS Analyse

    /// Only the raw section is read: the corrected one repeats it.
    private mutating func takeVNS(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        if line.contains(text: "Rohwerte") {
            mode = .vnsBlock
        } else if line.contains(text: "Korrigierte Werte") || line.contains(text: "RR-Intervalle") {
            mode = .vnsSkipped
        } else if case .vnsBlock = mode, !line.hasPrefix(text: "Notiz") {
            // The program writes German decimals and no other commas before its notes.
            try rows.takeBlockRow(line.map { $0 == 0x2C ? 0x2E : $0 }[...], number)
        }
    }

    // MARK: Suunto

    /// The `IBI` element is a plain list of intervals; nothing else of the document is needed.
    private mutating func takeSuunto(_ line: ArraySlice<UInt8>, _ number: Int, inside: Bool) {
        var rest = line
        var inside = inside
        while !rest.isEmpty {
            if inside {
                let end = rest.firstRange(of: "</IBI>".utf8)?.lowerBound
                rows.takeList(rest[..<(end ?? rest.endIndex)], number)
                guard let end else { break }
                rest = rest[(end + 6)...]
                inside = false
            } else {
                guard let range = rest.firstRange(of: "<IBI>".utf8) else { break }
                rest = rest[range.upperBound...]
                inside = true
            }
        }
        mode = .suunto(inside: inside)
    }
}
