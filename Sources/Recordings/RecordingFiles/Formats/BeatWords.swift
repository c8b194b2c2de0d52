/// Words by which the beginning of a text says that it holds beats.
enum BeatWords {
    /// Bytes in which an application's marks are looked for.
    private static let headSize = 4096
    /// Lines in which names of columns and comments are looked for.
    private static let lineCount = 20

    private static let commentWords: Set<Substring> = [
        "rr", "r-r", "rri", "nn", "n-n", "nni", "ibi", "interval", "intervals", "beat", "beats",
    ]

    /// Whether the text says that it holds R-R intervals or beats: by the mark of an app, the name
    /// of a column, or a word in a comment.
    static func occur(in head: InputHead) -> Bool {
        let text = head.text.prefix(headSize)
        if ReadFormats.marks.contains(where: text.contains(text:)) { return true }
        return TextLines.filled(in: Array(text)).prefix(lineCount).contains { line in
            guard let words = try? TextLine(TextLine.trimmed(line), number: 1),
                words.fields.allSatisfy({ DecimalNumber($0) == nil })
            else { return false }
            return ((try? RRHeader(words, line: 1)) ?? nil) != nil || isComment(line)
        }
    }

    /// Whether a comment speaks of intervals or beats.
    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: "#") || line.first == UInt8(ascii: "%") else {
            return false
        }
        let words = TextLine.string(line).lowercased().split { !$0.isLetter && $0 != "-" }
        return !commentWords.isDisjoint(with: words)
    }
}
