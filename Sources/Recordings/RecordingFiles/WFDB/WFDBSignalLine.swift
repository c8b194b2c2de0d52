import PhysioTypes

/// The line of a WFDB header about one signal.
///
/// `file format[xN][:skew][+offset] [gain[(baseline)][/unit] [bits [zero [first [checksum [block
/// [description]]]]]]]`; what follows the format may be missing from any field on.
struct WFDBSignalLine: Equatable {
    /// The name of the file beside the header; nil where no samples are stored (`-`, and `~` in a
    /// layout).
    let fileName: String?
    /// Storage format, such as `212`.
    let format: Int
    /// The number of samples per frame: above 1 for a signal that is sampled faster than the
    /// frames.
    let samplesPerFrame: Int
    /// Frames by which the signal is stored later than it happened.
    let skewFrames: Int
    /// Bytes before the first sample; samples in a file that is compressed with FLAC.
    let byteOffset: Int
    /// ADC units a physical unit; 200 where the header states none.
    let gain: Double
    /// True if the header states a gain that gives no values.
    let hasImpossibleGain: Bool
    /// The ADC's answer to a physical 0.
    let baseline: Int
    /// The unit as stated; `mV` where none is.
    let unit: String
    /// The first sample, from which format 8 counts; the ADC's zero where none is stated.
    let initialValue: Int
    /// Sum of all samples, modulo 65 536, signed or not.
    let checksum: Int?
    /// May be empty.
    let description: String
    /// Line of the header.
    let line: Int
    /// Names of fields that are no numbers.
    let invalidFieldNames: [String]

    static let defaultGain = 200.0
    /// Faster against the frames than any recorder samples.
    static let samplesPerFrameLimit = 4096

    init(_ text: String, _ line: Int) throws(RecordingError) {
        let fields = text.split(maxSplits: 8, whereSeparator: \.isWhitespace).map(String.init)
        guard fields.count >= 2 else {
            throw .badHeader("a signal line needs a file name and a format", line: line)
        }
        let hasNoFile = fields[0] == "-" || fields[0] == "~"
        fileName = hasNoFile ? nil : try WFDBHeader.safeName(fields[0], line)
        let formatField = try FormatField(fields[1], line)
        format = formatField.format
        samplesPerFrame = formatField.samplesPerFrame
        skewFrames = formatField.skewFrames
        byteOffset = formatField.byteOffset
        var invalidFields: [String] = []
        func integer(_ index: Int, _ name: String) -> Int? {
            guard fields.count > index else { return nil }
            let value = WFDBHeader.integer(fields[index])
            if value == nil { invalidFields.append(name) }
            return value
        }
        _ = integer(3, "ADC resolution")
        let adcZero = integer(4, "ADC zero") ?? 0
        let calibration = Calibration(fields.count > 2 ? fields[2] : "")
        gain = calibration.gain ?? Self.defaultGain
        hasImpossibleGain = fields.count > 2 && calibration.gain == nil
        baseline = calibration.baseline ?? adcZero
        unit = calibration.unit ?? VoltageUnit.millivolts
        initialValue = integer(5, "initial value") ?? adcZero
        checksum = integer(6, "checksum")
        _ = integer(7, "block size")
        description = fields.count > 8 ? String(fields[8].drop(while: \.isWhitespace)) : ""
        self.line = line
        invalidFieldNames = invalidFields
    }

    /// The unit of the samples as they are read.
    var physicalUnit: String {
        VoltageUnit.millivolts(per: unit) == nil ? unit : VoltageUnit.millivolts
    }

    static func notices(_ signals: [WFDBSignalLine]) -> [Notice] {
        var notices: [Notice] = []
        let signalsWithImpossibleGain = signals.filter(\.hasImpossibleGain)
        if let first = signalsWithImpossibleGain.first {
            notices.append(
                Notice(
                    .warning, code: "gain",
                    "a gain of 0 means uncalibrated (signals: \(signalsWithImpossibleGain.count)): "
                        + "\(Int(defaultGain)) per unit is used",
                    line: first.line))
        }
        if let first = signals.first(where: { !$0.invalidFieldNames.isEmpty }) {
            notices.append(
                Notice(
                    .warning, code: "header_field",
                    "no number where one belongs (\(first.invalidFieldNames.joined(separator: ", "))): "
                        + "what the format sets for a missing one is used",
                    line: first.line))
        }
        return notices
    }
}

/// `format[xN][:skew][+offset]`.
private struct FormatField {
    var format = 0
    var samplesPerFrame = 1
    var skewFrames = 0
    var byteOffset = 0

    init(_ field: String, _ line: Int) throws(RecordingError) {
        var remaining = field[...]
        guard let format = Self.number(&remaining) else {
            throw .badHeader("\"\(field)\" is no storage format", line: line)
        }
        self.format = format
        while let marker = remaining.popFirst() {
            guard let value = Self.number(&remaining) else {
                throw .badHeader("\"\(field)\" is no storage format", line: line)
            }
            switch marker {
            case "x" where (1...WFDBSignalLine.samplesPerFrameLimit).contains(value):
                samplesPerFrame = value
            case "x":
                throw .badHeader(
                    "\(value) samples a frame: 1 to \(WFDBSignalLine.samplesPerFrameLimit) "
                        + "expected",
                    line: line)
            case ":": skewFrames = value
            case "+": byteOffset = value
            default: throw .badHeader("\"\(field)\" is no storage format", line: line)
            }
        }
    }

    /// Digits at the beginning, taken away; nil for none, or for more than any file has.
    private static func number(_ text: inout Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        text = text.dropFirst(digits.count)
        return Int(digits).flatMap { $0 <= WFDBHeader.frameLimit ? $0 : nil }
    }
}

/// `gain[(baseline)][/unit]`.
private struct Calibration {
    /// Nil for 0, next to 0, and what is no number.
    let gain: Double?
    let baseline: Int?
    let unit: String?

    init(_ field: String) {
        let parts = field.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let stated = (parts.first ?? "").split(separator: "(", maxSplits: 1)
        // With a tinier gain values would overflow.
        gain = stated.first.flatMap { WFDBHeader.number(String($0)) }.flatMap {
            (0x1p60 / $0).isFinite ? $0 : nil
        }
        baseline =
            stated.count > 1 ? WFDBHeader.integer(String(stated[1].prefix { $0 != ")" })) : nil
        unit = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
    }
}
