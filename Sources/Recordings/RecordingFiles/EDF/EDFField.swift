/// The fixed-width ASCII fields of an EDF header, padded with spaces (or, by some programs, zeros).
enum EDFField {
    /// The field without its padding; Latin-1 where the bytes are not UTF-8.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
        return TextLine.string(TextLine.trimmed(bytes[..<end]))
    }

    /// The number of a field; a decimal comma counts as a point.
    static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        let field = Array(text(bytes).utf8)[...]
        let number =
            DecimalNumber(field) ?? DecimalNumber(field, decimalMark: UInt8(ascii: ","))
        return number.map { $0.value() }.flatMap { $0.isFinite ? $0 : nil }
    }

    static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
        number(bytes).flatMap { Int(exactly: $0) }
    }

    /// `2024-03-02T12:34:56` of the header's date and time, or of EDF+'s exact date in the text of
    /// the recording; nil where no date can be read.
    static func startDate(
        date: ArraySlice<UInt8>, time: ArraySlice<UInt8>, recording: ArraySlice<UInt8>
    ) -> String? {
        guard let day = recordingFieldDay(text(recording)) ?? day(text(date)) else { return nil }
        let parts = numbers(text(time))
        guard parts.count >= 3, parts[0] < 24, parts[1] < 60, parts[2] < 60 else { return day }
        return day + "T" + parts.prefix(3).map(twoDigits).joined(separator: ":")
    }

    /// `dd.mm.yy`; years 85 to 99 are of the last century.
    private static func day(_ text: String) -> String? {
        let parts = numbers(text)
        guard parts.count == 3, parts[2] < 100 else { return nil }
        return day(year: parts[2] + (parts[2] >= 85 ? 1900 : 2000), month: parts[1], day: parts[0])
    }

    /// `Startdate 02-MAR-2024`.
    private static func recordingFieldDay(_ text: String) -> String? {
        let words = text.split(separator: " ")
        guard words.count > 1, words[0] == "Startdate" else { return nil }
        let parts = words[1].split(separator: "-")
        guard parts.count == 3, let number = Int(parts[0]), let year = Int(parts[2]),
            let month = months.firstIndex(of: parts[1].uppercased())
        else { return nil }
        return day(year: year, month: month + 1, day: number)
    }

    /// A calendar day as ISO 8601 has it; nil where there is no such day.
    static func day(year: Int, month: Int, day: Int) -> String? {
        guard (1000...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return "\(year)-\(twoDigits(month))-\(twoDigits(day))"
    }

    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Numbers in a text, whatever separates them: programs write `.`, `:`, `-` and `/`.
    private static func numbers(_ text: String) -> [Int] {
        text.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    }

    private static let months = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]
}
