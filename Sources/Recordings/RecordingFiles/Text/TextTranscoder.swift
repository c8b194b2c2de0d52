/// Turns text that comes in pieces into bytes that are ASCII wherever numbers stand.
///
/// A byte-order mark is dropped. UTF-16, with its mark or without, becomes UTF-8; half of a
/// character beyond the first plane is a question mark. Other bytes stay as they are.
struct TextTranscoder {
    /// The encoding of a text by its first bytes.
    struct ByteOrderMark: Equatable {
        /// The number of bytes of the mark itself.
        let byteCount: Int
        /// The order of the two bytes of a character; nil where a byte is a unit of its own.
        let isLittleEndian: Bool?

        /// Bytes that are needed to determine every mark.
        static let size = 8

        /// - Parameter firstBytes: the first bytes of the text; fewer than ``size`` only if it has no
        ///   more.
        init(_ firstBytes: some Collection<UInt8>) {
            let bytes = Array(firstBytes.prefix(Self.size))
            switch (bytes.first, bytes.dropFirst().first, bytes.dropFirst(2).first) {
            case (0xEF, 0xBB, 0xBF): (byteCount, isLittleEndian) = (3, nil)
            case (0xFF, 0xFE, _): (byteCount, isLittleEndian) = (2, true)
            case (0xFE, 0xFF, _): (byteCount, isLittleEndian) = (2, false)
            default: (byteCount, isLittleEndian) = (0, Self.isLittleEndianWithoutMark(bytes))
            }
        }

        /// The order of text that is written as UTF-16 without a mark: nearly every second byte is 0.
        private static func isLittleEndianWithoutMark(_ bytes: [UInt8]) -> Bool? {
            guard bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return nil }
            func isText(_ byte: UInt8) -> Bool {
                byte >= 0x20 && byte < 0x7F || (9...13).contains(byte)
            }
            let even = stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] }
            let odd = stride(from: 1, to: bytes.count, by: 2).map { bytes[$0] }
            // A letter such as `Š` has no 0, and a text in bytes no zero at all.
            let (zeros, otherZeros) = (odd.count { $0 == 0 }, even.count { $0 == 0 })
            if otherZeros == 0, 4 * zeros >= 3 * odd.count, even.contains(where: isText) {
                return true
            }
            if zeros == 0, 4 * otherZeros >= 3 * even.count, odd.contains(where: isText) {
                return false
            }
            return nil
        }
    }

    /// The mark; nil until enough bytes came to determine it.
    private var mark: ByteOrderMark?
    private var firstBytes: [UInt8] = []
    /// The first byte of a character whose second did not come yet.
    private var pendingByte: UInt8?

    /// - Parameter mark: of bytes that follow their mark; nil where the mark may come first.
    init(after mark: ByteOrderMark? = nil) { self.mark = mark }

    /// Adds the next bytes of the text to `text`.
    mutating func narrow(_ bytes: some Sequence<UInt8>, into text: inout [UInt8]) {
        guard let mark else {
            firstBytes += bytes
            if firstBytes.count >= ByteOrderMark.size { detectMark(into: &text) }
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
            Self.append(
                isLittleEndian
                    ? UInt16(byte) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(byte),
                to: &text)
        }
    }

    /// Adds what is left when no bytes follow.
    mutating func finish(into text: inout [UInt8]) {
        if mark == nil { detectMark(into: &text) }
    }

    private mutating func detectMark(into text: inout [UInt8]) {
        let mark = ByteOrderMark(firstBytes)
        self.mark = mark
        let rest = firstBytes.dropFirst(mark.byteCount)
        firstBytes = []
        narrow(rest, into: &text)
    }

    private static func append(_ unit: UInt16, to text: inout [UInt8]) {
        if unit < 0x80 {
            text.append(UInt8(unit))
        } else if let scalar = Unicode.Scalar(unit) {
            text += Array(String(Character(scalar)).utf8)
        } else {
            // Half of a character beyond the first plane.
            text.append(UInt8(ascii: "?"))
        }
    }
}

extension ByteSource {
    /// The same input as text that ``TextTranscoder`` narrowed; itself where that was done before.
    ///
    /// Its bytes can be read again only where they are no UTF-16.
    func transcodedToUTF8() throws(RecordingError) -> ByteSource {
        guard !isSingleByteText else { return self }
        var source = self
        let mark = TextTranscoder.ByteOrderMark(try source.peek(TextTranscoder.ByteOrderMark.size))
        try source.skip(mark.byteCount)
        source.isSingleByteText = true
        guard mark.isLittleEndian != nil else { return source }
        var utf16Source = source
        var transcoder = TextTranscoder(after: mark)
        var utf8Source = ByteSource(notices: source.notices) {
            () throws(RecordingError) -> [UInt8] in
            var text: [UInt8] = []
            while text.isEmpty, case let block = try utf16Source.readBlock(), !block.isEmpty {
                transcoder.narrow(block, into: &text)
            }
            return text
        }
        utf8Source.isSingleByteText = true
        return utf8Source
    }
}
