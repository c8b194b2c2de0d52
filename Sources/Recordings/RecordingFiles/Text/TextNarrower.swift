/// Turns text that comes in pieces into bytes that are ASCII wherever numbers stand.
///
/// A byte-order mark is dropped. UTF-16 with its mark becomes one byte a character: Latin-1 where
/// it can be, and the Greek letter of `µV` as Latin-1 has it; any other character is a question
/// mark. Bytes without a mark stay as they are.
struct TextNarrower {
    /// What the first bytes of a text say of the others.
    struct Mark: Equatable {
        /// How many bytes the mark itself has.
        let byteCount: Int
        /// The order of the two bytes of a character; nil where a byte is a unit of its own.
        let isLittleEndian: Bool?

        /// Bytes that are needed to determine every mark.
        static let size = 3

        /// - Parameter firstBytes: the first bytes of the text; fewer than ``size`` only if it has no
        ///   more.
        init(_ firstBytes: some Collection<UInt8>) {
            let bytes = Array(firstBytes.prefix(Self.size))
            switch (bytes.first, bytes.dropFirst().first, bytes.dropFirst(2).first) {
            case (0xEF, 0xBB, 0xBF): (byteCount, isLittleEndian) = (3, nil)
            case (0xFF, 0xFE, _): (byteCount, isLittleEndian) = (2, true)
            case (0xFE, 0xFF, _): (byteCount, isLittleEndian) = (2, false)
            default: (byteCount, isLittleEndian) = (0, nil)
            }
        }
    }

    /// The mark; nil until enough bytes came to determine it.
    private var mark: Mark?
    private var firstBytes: [UInt8] = []
    /// The first byte of a character whose second did not come yet.
    private var pendingByte: UInt8?

    /// - Parameter mark: of bytes that follow their mark; nil where the mark may come first.
    init(after mark: Mark? = nil) { self.mark = mark }

    /// Adds the next bytes of the text to `text`.
    mutating func narrow(_ bytes: some Sequence<UInt8>, into text: inout [UInt8]) {
        guard let mark else {
            firstBytes += bytes
            if firstBytes.count >= Mark.size { detectMark(into: &text) }
            return
        }
        guard let isLittleEndian = mark.isLittleEndian else {
            text += bytes
            return
        }
        for byte in bytes {
            guard let first = pendingByte else {
                pendingByte = byte
                continue
            }
            pendingByte = nil
            text.append(
                isLittleEndian
                    ? Self.narrow(high: byte, low: first) : Self.narrow(high: first, low: byte))
        }
    }

    /// Adds what is left when no bytes follow.
    mutating func finish(into text: inout [UInt8]) {
        if mark == nil { detectMark(into: &text) }
    }

    private mutating func detectMark(into text: inout [UInt8]) {
        let mark = Mark(firstBytes)
        self.mark = mark
        let rest = firstBytes.dropFirst(mark.byteCount)
        firstBytes = []
        narrow(rest, into: &text)
    }

    private static func narrow(high: UInt8, low: UInt8) -> UInt8 {
        if high == 3, low == 0xBC { return 0xB5 }
        return high == 0 ? low : UInt8(ascii: "?")
    }
}

extension ByteSource {
    /// The same input as text that ``TextNarrower`` narrowed; itself where that was done before.
    ///
    /// Its bytes can be read again only where they are no UTF-16.
    func narrowed() throws(RecordingError) -> ByteSource {
        guard !isNarrowed else { return self }
        var source = self
        let mark = TextNarrower.Mark(try source.peek(TextNarrower.Mark.size))
        try source.skip(mark.byteCount)
        source.isNarrowed = true
        guard mark.isLittleEndian != nil else { return source }
        var wideSource = source
        var narrower = TextNarrower(after: mark)
        var narrowSource = ByteSource(notices: source.notices) {
            () throws(RecordingError) -> [UInt8] in
            var text: [UInt8] = []
            while text.isEmpty, case let block = try wideSource.readBlock(), !block.isEmpty {
                narrower.narrow(block, into: &text)
            }
            return text
        }
        narrowSource.isNarrowed = true
        return narrowSource
    }
}
