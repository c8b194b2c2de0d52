/// The layout of text in the cells of a terminal.
enum ScreenText {
    /// Cells that a text takes: two for wide characters, none for those that join the one before.
    static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    static func width(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // A picture sign asked for after a letter-like one makes it wide.
            if scalar.value == 0xFE0F { width = 2 }
            guard !isJoined(scalar) else { continue }
            width = max(width, isWide(scalar) ? 2 : 1)
        }
        return width
    }

    private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    /// East Asian wide and full-width characters, and pictures.
    private static let wideCharacterRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2E80...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
        0x20000...0x3FFFD,
    ]

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x1100 && wideCharacterRanges.contains { $0.contains(scalar.value) }
    }

    /// A text from elsewhere, such as a device's name: nothing in it steers the terminal.
    static func sanitized(_ text: String) -> String {
        String(
            text.map { character in
                let isPrintable = character.unicodeScalars.allSatisfy {
                    switch $0.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
                        false
                    case .format: $0.value == 0x200D
                    default: true
                    }
                }
                return isPrintable ? character : "?"
            })
    }

    /// The beginning of a text that fits, with `…` where it is cut.
    static func clipped(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var prefix = ""
        var usedWidth = 0
        for character in text {
            let next = width(character)
            guard usedWidth + next <= columns - 1 else { break }
            prefix.append(character)
            usedWidth += next
        }
        return prefix + "…"
    }

    /// A text in lines that fit, cut between words; a word that is too long is cut where it must be.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let candidate = line.isEmpty ? String(word) : line + " " + word
            if width(candidate) <= columns {
                line = candidate
            } else {
                if !line.isEmpty { lines.append(line) }
                line = clipped(String(word), to: columns)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// A text with blanks in front up to a width.
    static func padded(_ text: String, to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - width(text))) + text
    }
}
