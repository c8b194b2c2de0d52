/// Texts of players, which may be anything.
enum PlayerText {
    /// Longest title, artist or album that is kept, in bytes.
    static let maxByteCount = 1_024

    /// The text without control characters, at most ``maxByteCount`` bytes of whole characters.
    static func sanitized(_ text: String) -> String {
        var retained = ""
        var count = 0
        for character in text {
            if character.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
                continue
            }
            count += character.utf8.count
            if count > maxByteCount { break }
            retained.append(character)
        }
        return retained
    }
}
