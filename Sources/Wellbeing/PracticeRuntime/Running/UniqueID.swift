/// Ids for what a person gives a name or a text: presets and reminders.
package enum UniqueID {
    /// Leaves space for a number behind.
    private static let maxCharacterCount = 30

    /// An id made of a text that none of some others has, such as `long-sit-2`.
    ///
    /// - Parameter fallback: for a text without letters a to z and digits.
    package static func of(_ text: String, fallback: String, besides others: Set<String>) -> String
    {
        let letters = text.lowercased().map { character in
            character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
        }
        let words = String(letters).split(separator: "-").joined(separator: "-")
        let base = words.isEmpty ? fallback : String(words.prefix(maxCharacterCount))
        guard others.contains(base) else { return base }
        return (2...).lazy.map { "\(base)-\($0)" }.first { !others.contains($0) } ?? base
    }
}
