/// The content of the lines before the numbers of a text: `Sample Rate,512.844 hertz`, `Unit,µV`,
/// `# Sampling Rate (Hz):= 1000.00`, `# Labels:= ECG`.
///
/// Labels may be in any language: a rate is a number beside the name of its unit. Nothing else of
/// the lines is kept, so that names and birth dates go nowhere.
struct TextPreface {
    private(set) var rateHz: Double?
    /// A unit of voltage that stands alone.
    private(set) var unit: String?
    /// Names of the signals, where a line gives them.
    private(set) var labels: [String] = []
    /// Units of the signals, where a line gives them; as many as ``labels``, or none.
    private(set) var labelUnits: [String] = []
    /// Names and units that follow as lines of their own; twice the number of channels.
    private var channelLineCount = 0
    /// The lead, such as `Lead I`.
    private(set) var lead: String?
    /// A date with a time of day, as it is written.
    private(set) var startDate: String?

    private static let hertzNames = [
        "hertz", "hz", "herc", "герц", "ヘルツ", "赫兹", "赫茲", "헤르츠", "هرتز",
    ]
    private static let leads: Set<Substring> = [
        "I", "II", "III", "V1", "V2", "V3", "V4", "V5", "V6",
    ]

    /// Takes a line; the first rate, unit, lead and date of all lines count.
    mutating func parse(_ line: ArraySlice<UInt8>) {
        let text = TextLine.string(line)
        if rateHz == nil { rateHz = Self.rate(in: text) }
        if channelLineCount > 0 {
            channelLineCount -= 1
            let word = TextLine.string(TextLine.trimmed(line))
            if channelLineCount.isMultiple(of: 2) {
                labelUnits.append(word)
            } else {
                labels.append(word)
            }
            return
        }
        if let count = Self.channelCount(text) {
            channelLineCount = 2 * count
            return
        }
        if labels.isEmpty { labels = Self.labels(in: text) }
        if labelUnits.isEmpty, let units = Self.cells(of: "UnitName=", in: text) {
            labelUnits = units.map { $0 == "*" ? "" : $0 }
        }
        guard let comma = line.firstIndex(where: { $0 == 0x2C || $0 == 0x3B || $0 == 0x09 }) else {
            return
        }
        let value = TextLine.trimmed(line[(comma + 1)...])
        let words = TextLine.string(value)
        if unit == nil, VoltageUnit.millivolts(per: words) != nil { unit = words }
        if lead == nil, let last = words.split(separator: " ").last, Self.leads.contains(last) {
            lead = words
        }
        if startDate == nil, CivilTime.milliseconds(value) != nil { startDate = words }
    }

    /// `2 channels`, as AcqKnowledge writes above a name and a unit for each.
    private static func channelCount(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 2, words[1] == "channels" || words[1] == "channel",
            let count = Int(words[0]), (1...64).contains(count)
        else { return nil }
        return count
    }

    /// The cells behind a key of LabChart: `ChannelTitle=<tab>ECG<tab>Belt`.
    private static func cells(of key: String, in text: String) -> [String]? {
        guard text.hasPrefix(key) else { return nil }
        return text.dropFirst(key.count).split(separator: "\t", omittingEmptySubsequences: false)
            .dropFirst().map { String(trimmed($0, \.isWhitespace)) }
    }

    /// Words that stand before a rate without its unit.
    private static let rateKeys = [
        "samplerate", "samplingrate", "samplingfrequency", "samplefrequency", "samplespersecond",
        "fs",
        "sfreq", "srate", "abtastrate", "abtastfrequenz", "frequencedechantillonnage",
        "frecuenciademuestreo", "frequenzadicampionamento", "samplingfreq", "rate", "frequency",
        "sps",
    ]

    /// The rate that a length of a sample states: `Interval= 0.001 s`, `2 msec/sample`.
    private static func rate(ofSampleLength text: String) -> Double? {
        let lowercasedText = text.lowercased()
        let isInterval = lowercasedText.hasPrefix("interval=")
        guard isInterval || lowercasedText.hasSuffix("/sample") else { return nil }
        let words = lowercasedText.dropFirst(isInterval ? "interval=".count : 0)
            .split { $0.isWhitespace || $0 == "/" }
        guard words.count >= 2,
            let length = SignalRowParser.number(Array(words[0].utf8)[...], true), length > 0,
            let unit = TableUnit(String(words[1]))?.seconds
        else { return nil }
        let rate = 1 / (length * unit)
        return RecordingLimits.rateRangeHz.contains(rate) ? (rate * 1e6).rounded() / 1e6 : nil
    }

    /// The rate behind a key such as `Fs = 250` or `sampling_rate: 250`.
    private static func rate(behindKey text: String) -> Double? {
        guard
            let mark = text.firstIndex(where: {
                $0 == ":" || $0 == "=" || $0 == "," || $0 == ";" || $0 == "\t"
            })
        else { return nil }
        let key = HeaderWords(String(text[..<mark])).joinedWords
        guard rateKeys.contains(key) else { return nil }
        let rest = text[mark...].drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
        let number = DecimalNumber(Array(rest.utf8)[...])?.value()
        return number.flatMap { RecordingLimits.rateRangeHz.contains($0) ? $0 : nil }
    }

    /// The number next to the name of the unit hertz, behind a key that means a rate, or as the
    /// length of a sample.
    static func rate(in text: String) -> Double? {
        if let rate = rate(ofSampleLength: text) ?? rate(behindKey: text) { return rate }
        if text.contains("{") {
            // A line of JSON, such as `{"device": {"sampling rate": 500}}`; a rate alone may be a heart's.
            let pairs = text.split { "{},".contains($0) }.filter { $0.contains("ampl") }
            if let rate = pairs.lazy.compactMap({ rate(behindKey: String($0)) }).first {
                return rate
            }
        }
        let lowercasedText = text.lowercased()
        guard hertzNames.contains(where: lowercasedText.contains) else { return nil }
        let parts = lowercasedText.split { !($0.isASCII && $0.isNumber) && $0 != "." && $0 != "," }
        let numbers = parts.compactMap { part in
            SignalRowParser.number(Array(trimmed(part) { $0 == "," || $0 == "." }.utf8)[...], true)
        }
        return numbers.last { RecordingLimits.rateRangeHz.contains($0) }
    }

    /// `# Labels:= ECG, Resp`.
    private static func labels(in text: String) -> [String] {
        if let titles = cells(of: "ChannelTitle=", in: text) { return titles }
        let parts = text.split(separator: ":=", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased().contains("label") else { return [] }
        return parts[1].split { $0 == "," || $0 == "\t" || $0 == ";" }.map { part in
            String(trimmed(part, \.isWhitespace))
        }
    }

    private static func trimmed(
        _ text: Substring, _ isPadding: (Character) -> Bool
    ) -> Substring {
        var text = text.drop(while: isPadding)
        while let last = text.last, isPadding(last) { text.removeLast() }
        return text
    }
}
