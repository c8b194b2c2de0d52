import PhysioTypes

/// A WFDB record header (`.hea`): the record line, then one line a signal or a segment.
///
/// The record line is `name[/segments] signals [rate[/counter[(base)]] [samples [time [date]]]]`.
/// Lines that begin with `#` are comments, wherever they stand.
///
/// - SeeAlso: "WFDB Applications Guide", header(5), PhysioNet.
struct WFDBHeader: Equatable {
    /// One of the records that follow one another in a record of several segments.
    struct Segment: Equatable {
        /// Name; nil for `~`: a segment that was not recorded.
        let name: String?
        let frameCount: Int
    }

    let name: String
    /// The name of the header's own file, for messages about it.
    var fileName: String
    let signalCount: Int
    /// Frames a second: samples of a signal with one sample a frame; 250 where none is stated.
    let sampleRateHz: Double
    let statesRate: Bool
    /// Ticks a second of the recorder's own counter, and its value at the first frame.
    let counterRateHz: Double
    let counterBase: Double
    /// Frames; nil where the header states none or 0.
    let sampleCount: Int?
    /// `HH:MM:SS` and, if stated, `DD/MM/YYYY` before it as an ISO date.
    let startDate: String?
    /// One a line; fewer than `signalCount` in a damaged header.
    let signals: [WFDBSignalLine]
    /// Nil in a record of one piece.
    let segments: [Segment]?
    var notices: [Notice]

    static let defaultRateHz = 250.0
    /// More signals than any recorder has; a header that states more is damaged.
    static let maxSignalCount = 4096
    /// Four years at 10 kHz; keeps sums and products of counts far from overflow.
    static let frameLimit = 1 << 40

    init(_ bytes: [UInt8]) throws(RecordingError) {
        let lines = try Self.lines(bytes)
        guard let record = lines.first else {
            throw .badHeader("the header has no record line", line: nil)
        }
        let fields = record.text.split(whereSeparator: \.isWhitespace).map(String.init)
        let nameAndSegments = fields[0].split(separator: "/", omittingEmptySubsequences: false)
        name = try Self.safeName(String(nameAndSegments[0]), record.number)
        fileName = name + ".hea"
        signalCount = try Self.signalCount(fields, record.number)
        let rates = try Self.rates(fields.count > 2 ? fields[2] : nil, record.number)
        (sampleRateHz, counterRateHz, counterBase) = rates
        statesRate = fields.count > 2
        sampleCount = try Self.frameCount(fields.count > 3 ? fields[3] : "0", record.number)
        startDate = Self.startDate(fields.dropFirst(4).map { $0 })
        notices = []
        if nameAndSegments.count == 1 {
            segments = nil
            var signals: [WFDBSignalLine] = []
            for line in lines.dropFirst().prefix(signalCount) {
                signals.append(try WFDBSignalLine(line.text, line.number))
            }
            self.signals = signals
            notices = WFDBSignalLine.notices(signals)
        } else {
            segments = try Self.segments(
                nameAndSegments.dropFirst().joined(separator: "/"), lines, record.number)
            signals = []
        }
    }

    /// Returns the error of the header; it is named, because the person may have named another
    /// file.
    func error(_ text: String, line: Int? = nil) -> RecordingError {
        .badHeader(fileName + (line.map { " line \($0)" } ?? "") + ": " + text, line: nil)
    }

    /// A name that cannot lead outside the header's folder.
    static func safeName(_ name: String, _ line: Int?) throws(RecordingError) -> String {
        guard !name.hasPrefix("."), !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
            throw .badPath(
                "\"\(TextLine.excerpt(Array(name.utf8)[...]))\" is not a plain file name: only "
                    + "letters, digits, _ - and . are followed",
                line: line)
        }
        return name
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }

    // MARK: Lines

    private typealias Line = (text: String, number: Int)

    private static func lines(_ bytes: [UInt8]) throws(RecordingError) -> [Line] {
        var lines: [Line] = []
        var splitter = LineSplitter()
        splitter.push(bytes)
        splitter.end()
        while let line = try splitter.next() {
            let text = TextLine.string(TextLine.trimmed(line.bytes))
            // Not only ASCII has white space.
            let isBlank = text.allSatisfy(\.isWhitespace)
            if !isBlank, !text.hasPrefix("#") { lines.append((text, line.number)) }
        }
        return lines
    }

    private static func segments(
        _ stated: String, _ lines: [Line], _ number: Int
    ) throws(RecordingError) -> [Segment] {
        guard let count = Int(stated), count > 0, count <= lines.count - 1 else {
            throw .badHeader(
                "the record line states \"\(stated)\" segments and \(lines.count - 1) lines follow",
                line: number)
        }
        var segments: [Segment] = []
        for line in lines.dropFirst().prefix(count) {
            let fields = line.text.split(whereSeparator: \.isWhitespace).map(String.init)
            guard fields.count > 1 else {
                throw .badHeader("a segment line needs a name and a length", line: line.number)
            }
            segments.append(
                Segment(
                    name: fields[0] == "~" ? nil : try safeName(fields[0], line.number),
                    frameCount: try frameCount(fields[1], line.number) ?? 0))
        }
        return segments
    }

    // MARK: Fields

    private static func signalCount(_ fields: [String], _ line: Int) throws(RecordingError) -> Int {
        guard fields.count > 1, let count = Int(fields[1]), (0...maxSignalCount).contains(count)
        else {
            let stated = fields.count > 1 ? "\"\(fields[1])\"" : "nothing"
            throw .badHeader(
                "the record line states \(stated) as number of signals: 0 to \(maxSignalCount) "
                    + "expected",
                line: line)
        }
        return count
    }

    /// `rate[/counter[(base)]]`: the counter runs at the rate and begins at 0 where none is stated.
    private static func rates(
        _ field: String?, _ line: Int
    ) throws(RecordingError) -> (Double, Double, Double) {
        guard let field else { return (defaultRateHz, defaultRateHz, 0) }
        let parts = field.split(separator: "/", maxSplits: 1).map(String.init)
        guard let stated = parts.first.flatMap(number), RecordingLimits.rateRangeHz.contains(stated)
        else {
            throw .badHeader(
                "the sampling rate \"\(parts.first ?? "")\" is no number from 0.01 to 1000000 Hz",
                line: line)
        }
        guard parts.count > 1 else { return (stated, stated, 0) }
        let counterParts = parts[1].split(separator: "(", maxSplits: 1)
        let rate = counterParts.first.flatMap { number(String($0)) } ?? 0
        let base =
            counterParts.count > 1 ? number(String(counterParts[1].prefix { $0 != ")" })) : nil
        return (stated, rate > 0 ? rate : stated, base ?? 0)
    }

    /// Number of frames; nil for 0, which says that they were not counted.
    private static func frameCount(_ field: String, _ line: Int) throws(RecordingError) -> Int? {
        guard let count = Int(field), (0...frameLimit).contains(count) else {
            throw .badHeader("\"\(field)\" is no number of samples", line: line)
        }
        return count == 0 ? nil : count
    }

    /// Nil for what is no whole number, or one that no recorder writes.
    static func integer(_ text: String) -> Int? {
        Int(text).flatMap { (-frameLimit...frameLimit).contains($0) ? $0 : nil }
    }

    static func number(_ text: String) -> Double? {
        DecimalNumber(Array(text.utf8)[...]).map { $0.value() }.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func startDate(_ fields: [String]) -> String? {
        guard let time = fields.first, time.contains(":") else { return nil }
        guard fields.count > 1 else { return time }
        let parts = fields[1].split(separator: "/")
        guard parts.count == 3 else { return time }
        return "\(parts[2])-\(parts[1])-\(parts[0])T\(time)"
    }
}
