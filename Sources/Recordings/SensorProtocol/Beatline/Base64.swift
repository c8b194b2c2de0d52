/// Base64 (RFC 4648, section 4): the standard alphabet, padded, nothing else between.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// The value of each byte; 64 for a byte outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
        return values
    }()

    /// - Returns: nil for a length that is no multiple of 4, other characters, padding before the
    ///   end, and bits behind the last byte that are not 0.
    static func bytes(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        for _ in 0..<2 where digits.last == padding { digits.removeLast() }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var pendingBits: UInt32 = 0
        var pendingBitCount = 0
        for digit in digits {
            let value = values[Int(digit)]
            guard value < 64 else { return nil }
            pendingBits = pendingBits << 6 | UInt32(value)
            pendingBitCount += 6
            if pendingBitCount >= 8 {
                pendingBitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: pendingBits >> UInt32(pendingBitCount)))
            }
        }
        guard pendingBitCount < 6, pendingBits & (1 << UInt32(pendingBitCount) - 1) == 0 else {
            return nil
        }
        return bytes
    }

    static func text(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let group = bytes[index..<min(index + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for position in 0..<4 {
                digits.append(
                    position <= group.count ? alphabet[bits >> (18 - 6 * position) & 63] : padding)
            }
            index += 3
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
