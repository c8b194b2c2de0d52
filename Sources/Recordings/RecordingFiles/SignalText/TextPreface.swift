/// What the lines before the numbers of a text say: `Sample Rate,512.844 hertz`, `Unit,µV`,
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
    /// The lead, such as `Lead I`.
    private(set) var lead: String?
    /// A date with a time of day, as it is written.
    private(set) var startDate: String?

    private static let hertz = ["hertz", "hz", "herc", "герц", "ヘルツ", "赫兹", "赫茲", "헤르츠", "هرتز"]
    private static let leads: Set<Substring> = [
        "I", "II", "III", "V1", "V2", "V3", "V4", "V5", "V6",
    ]

    /// Takes a line; the first rate, unit, lead and date of all lines count.
    mutating func parse(_ line: ArraySlice<UInt8>) {
        let text = TextLine.string(line)
        if rateHz == nil { rateHz = Self.rate(in: text) }
        if labels.isEmpty { labels = Self.labels(in: text) }
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

    /// The number next to the name of the unit hertz.
    static func rate(in text: String) -> Double? {
        let lowered = text.lowercased()
        guard hertz.contains(where: lowered.contains) else { return nil }
        let parts = lowered.split { !($0.isASCII && $0.isNumber) && $0 != "." && $0 != "," }
        let numbers = parts.compactMap { part in
            SignalRowParser.number(Array(trimmed(part) { $0 == "," || $0 == "." }.utf8)[...], true)
        }
        return numbers.last { RecordingLimits.rateHz.contains($0) }
    }

    /// `# Labels:= ECG, Resp`.
    private static func labels(in text: String) -> [String] {
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
