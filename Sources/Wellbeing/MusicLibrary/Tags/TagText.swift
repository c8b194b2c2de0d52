/// Texts of tags as they are kept.
package enum TagText {
    /// The largest length of a text, in bytes; more is cut off.
    package static let maxByteCount = 1_024
    /// Tempos that a tag may say; beats in a minute.
    package static let bpmRange = 30.0...300.0
    private static let maxGenreCount = 16

    /// A text without line ends and other control characters, cut at whole characters; nil for an empty one.
    static func clean(_ text: String) -> String? {
        var result = ""
        var byteCount = 0
        for character in text {
            let isControl = character.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F..<0xA0).contains($0.value)
            }
            let cleanedCharacter = isControl ? " " : character
            byteCount += cleanedCharacter.utf8.count
            guard byteCount <= maxByteCount else { break }
            result.append(cleanedCharacter)
        }
        while result.last == " " { result.removeLast() }
        let trimmed = result.drop { $0 == " " }
        return trimmed.isEmpty ? nil : String(trimmed)
    }

    /// Beats in a minute; nil for what is no number from 30 to 300.
    static func bpm(_ text: String) -> Double? {
        let plain = text.replacing(",", with: ".")
        guard plain.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let value = Double(plain), bpmRange.contains(value)
        else { return nil }
        return value
    }

    /// Genres of a text that separates them by semicolons or upright lines.
    static func genres(_ text: String) -> [String] {
        var result: [String] = []
        for part in text.split(whereSeparator: { $0 == ";" || $0 == "|" }) {
            guard result.count < maxGenreCount, let genre = clean(String(part)),
                !result.contains(genre)
            else { continue }
            result.append(genre)
        }
        return result
    }

    /// An identifier of MusicBrainz, in small letters; nil for what has not its form. The first one of several counts.
    static func identifier(_ text: String) -> String? {
        let word = text.split(whereSeparator: { "; /".contains($0) }).first?.lowercased() ?? ""
        let lengths = word.split(separator: "-", omittingEmptySubsequences: false).map(\.count)
        guard lengths == [8, 4, 4, 4, 12],
            word.allSatisfy({ $0 == "-" || ($0.isASCII && $0.isHexDigit) })
        else { return nil }
        return word
    }
}
