import PhysioTypes

/// A WFDB record header (`.hea`): the record line, and of each signal line what beats need.
///
/// - SeeAlso: "WFDB Applications Guide", header(5), PhysioNet.
struct WFDBHeader: Equatable {
    struct Signal: Equatable {
        let fileName: String
        /// Storage format, such as `212`.
        let format: Int
        /// ADC units a physical unit; 200 where the header states none.
        let gain: Double
    }

    let name: String
    let signalCount: Int
    /// Samples a second; 250 where the header states none.
    let sampleRateHz: Double
    /// Samples a signal; nil where the header states none or 0.
    let sampleCount: Int?
    /// `HH:MM:SS` and, if stated, `DD/MM/YYYY` before it as an ISO date.
    let startDate: String?
    let signals: [Signal]
    var notices: [Notice]

    static let defaultRateHz = 250.0
    static let defaultGain = 200.0
    /// More signals than any recorder has; a header that states more is damaged.
    static let signalLimit = 4096

    init(_ bytes: [UInt8]) throws(RecordingError) {
        var lines: [(text: String, number: Int)] = []
        var splitter = LineSplitter()
        let take = { (line: ArraySlice<UInt8>, number: Int) throws(RecordingError) in
            let text = TextLine.string(TextLine.trimmed(line))
            if !text.isEmpty, !text.hasPrefix("#") { lines.append((text, number)) }
        }
        try splitter.consume(bytes, take)
        try splitter.finish(take)
        guard let record = lines.first else {
            throw .badHeader("the header has no record line", line: nil)
        }
        let fields = record.text.split(whereSeparator: \.isWhitespace).map(String.init)
        let nameAndSegments = fields[0].split(separator: "/", omittingEmptySubsequences: false)
        name = try Self.safeName(String(nameAndSegments[0]), record.number)
        guard fields.count > 1, let count = Int(fields[1]), (0...Self.signalLimit).contains(count)
        else {
            let stated = fields.count > 1 ? "\"\(fields[1])\"" : "nothing"
            throw .badHeader(
                "the record line states \(stated) as number of signals: 0 to \(Self.signalLimit) "
                    + "expected",
                line: record.number)
        }
        signalCount = count
        sampleRateHz = try Self.rate(fields.count > 2 ? fields[2] : nil, record.number)
        sampleCount = fields.count > 3 ? Int(fields[3]).flatMap { $0 > 0 ? $0 : nil } : nil
        startDate = Self.startDate(fields.dropFirst(4).map { $0 })
        var uncalibrated: [Int] = []
        var signals: [Signal] = []
        // Segment lines follow instead of signal lines in a record of several segments.
        if nameAndSegments.count == 1 {
            for line in lines.dropFirst().prefix(count) {
                signals.append(try Self.signal(line.text, line.number, &uncalibrated))
            }
        }
        self.signals = signals
        notices =
            uncalibrated.isEmpty
            ? []
            : [
                Notice(
                    .warning, code: "gain",
                    "a gain of 0 means uncalibrated (signals: \(uncalibrated.count)): "
                        + "\(Int(Self.defaultGain)) per unit is used",
                    line: uncalibrated[0])
            ]
    }

    /// A name that cannot lead outside the header's folder.
    static func safeName(_ name: String, _ line: Int) throws(RecordingError) -> String {
        let isSafe =
            !name.isEmpty && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                byte == 0x5F || byte == 0x2D || byte == 0x2E || (0x30...0x39).contains(byte)
                    || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            }
        guard isSafe else {
            throw .badPath(
                "\"\(TextLine.excerpt(Array(name.utf8)[...]))\" is not a plain file name: only "
                    + "letters, digits, _ - and . are followed",
                line: line)
        }
        return name
    }

    private static func rate(_ field: String?, _ line: Int) throws(RecordingError) -> Double {
        guard let field else { return defaultRateHz }
        // The counter frequency after a slash does not concern beats.
        let text = field.prefix { $0 != "/" && $0 != "(" }
        guard let rate = DecimalNumber(Array(text.utf8)[...])?.value(),
            RecordingLimits.rateHz.contains(rate)
        else {
            throw .badHeader(
                "the sampling rate \"\(text)\" is no number from 0.01 to 1000000 Hz",
                line: line)
        }
        return rate
    }

    private static func startDate(_ fields: [String]) -> String? {
        guard let time = fields.first, time.contains(":") else { return nil }
        guard fields.count > 1 else { return time }
        let parts = fields[1].split(separator: "/")
        guard parts.count == 3 else { return time }
        return "\(parts[2])-\(parts[1])-\(parts[0])T\(time)"
    }

    private static func signal(
        _ text: String, _ line: Int, _ uncalibrated: inout [Int]
    ) throws(RecordingError) -> Signal {
        let fields = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard fields.count >= 2 else {
            throw .badHeader("a signal line needs a file name and a format", line: line)
        }
        let file = fields[0] == "-" ? fields[0] : try safeName(fields[0], line)
        guard let format = Int(fields[1].prefix { $0.isNumber }) else {
            throw .badHeader("\"\(fields[1])\" is no storage format", line: line)
        }
        var gain = defaultGain
        if fields.count > 2 {
            let stated = fields[2].prefix { $0 != "(" && $0 != "/" }
            let value = DecimalNumber(Array(stated.utf8)[...])?.value() ?? 0
            if value != 0, value.isFinite {
                gain = value
            } else {
                uncalibrated.append(line)
            }
        }
        return Signal(fileName: file, format: format, gain: gain)
    }
}
