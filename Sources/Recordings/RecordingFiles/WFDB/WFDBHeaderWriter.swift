/// Writes the header of a WFDB record.
public enum WFDBHeaderWriter {
    /// The header of a record that has annotations but no signals.
    ///
    /// - Parameter name: letters, digits, `_` and `-`.
    /// - Parameter sampleRateHz: ticks a second of the annotations; Hz.
    /// - Parameter sampleCount: of the recording that was annotated; nil where it is not known.
    /// - Parameter startDate: as readers state it (`1987-06-28T9:45:00`); left out where it is of
    ///   another form.
    /// - Throws: `badPath` for another name.
    public static func header(
        name: String, sampleRateHz: Double, sampleCount: Int? = nil, startDate: String? = nil
    ) throws(RecordingError) -> [UInt8] {
        Array(
            try recordLine(
                name: name, signalCount: 0, sampleRateHz: sampleRateHz, sampleCount: sampleCount,
                startDate: startDate
            ).utf8)
    }

    static func recordLine(
        name: String, signalCount: Int, sampleRateHz: Double, sampleCount: Int?, startDate: String?
    ) throws(RecordingError) -> String {
        guard !name.contains(".") else {
            throw .badPath("\"\(name)\" is no record name: it has a point", line: nil)
        }
        let name = try WFDBHeader.safeName(name, nil)
        let line = "\(name) \(signalCount) \(WFDBText.number(sampleRateHz)) \(sampleCount ?? 0)"
        return line + (startDate.flatMap(startFields).map { " " + $0 } ?? "") + "\n"
    }

    /// `9:45:00 28/06/1987` of `1987-06-28T9:45:00`; a time alone stays.
    private static func startFields(_ text: String) -> String? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard let time = parts.last, isTime(time), parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return String(time) }
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, date.allSatisfy({ UInt($0) != nil }) else { return nil }
        return "\(time) \(date[2])/\(date[1])/\(date[0])"
    }

    private static func isTime(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, UInt(parts[0]) != nil, UInt(parts[1]) != nil else { return false }
        let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
        return seconds.count <= 2 && seconds.allSatisfy { UInt($0) != nil }
    }
}

/// The form of numbers and words in the text of a header.
enum WFDBText {
    /// Whole numbers without decimals.
    static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    /// Returns the unit without white space, which would end the field.
    static func unit(_ text: String) -> String {
        text.isEmpty ? "NU" : String(text.map { $0.isWhitespace ? "_" : $0 })
    }

    /// Returns the description on one line.
    static func description(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
