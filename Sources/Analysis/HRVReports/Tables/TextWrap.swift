/// Words in lines of a given width.
enum TextWrap {
    /// - Parameter indentation: begins every line but the first.
    /// - Returns: lines of at most `width` characters, but for words that are longer.
    static func lines(_ text: String, width: Int = 100, indentation: String = "") -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if line.isEmpty {
                line = String(word)
            } else if line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = indentation + word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
