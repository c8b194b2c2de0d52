/// The beginning of an input, by which its format is determined.
struct InputHead {
    /// Bytes of ``start``.
    static let startSize = 512
    /// Bytes of ``text``.
    static let textSize = 1 << 18

    /// The first bytes as they are, unpacked.
    let start: ArraySlice<UInt8>
    /// The beginning as text, without a mark of byte order; empty where the bytes are no text, or
    /// where the first bytes alone are looked at.
    private(set) var text: [UInt8] = []
    /// The first line of the text that is not blank, without outer white space; nil where there is
    /// none.
    private(set) var firstLine: ArraySlice<UInt8>?
    let options: RecordingFile.Options

    /// The beginning of an input of which only the first bytes are looked at.
    init(start: ArraySlice<UInt8>, options: RecordingFile.Options) {
        self.start = start
        self.options = options
    }

    /// The beginning of a text whose first line with content this is.
    init(firstLine: ArraySlice<UInt8>) {
        self.init(start: [], options: .init())
        self.firstLine = firstLine
    }

    /// The same beginning when it was looked at as text.
    func asText(_ text: [UInt8]) -> InputHead {
        var head = self
        head.text = text
        var lines = TextLines()
        while head.firstLine == nil, let line = lines.next(in: text, isLast: true) {
            let trimmed = TextLine.trimmed(text[line])
            if !trimmed.isEmpty { head.firstLine = trimmed }
        }
        return head
    }
}
