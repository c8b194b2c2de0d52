/// The digits of a decimal number, read from the middle of a text without a copy.
///
/// An optional sign, digits with at most one decimal mark, an optional power of ten. Digits beyond
/// the eighteenth are dropped.
struct DecimalDigits {
    /// All digits that are kept as one integer.
    let digits: UInt64
    let isNegative: Bool
    /// Power of ten of the last digit that is kept.
    let power: Int
    /// The number of digits that were written, leading zeros included.
    let digitCount: Int
    /// True if digits before the mark were dropped.
    let isTruncated: Bool

    /// Largest number of digits that is kept.
    static let limit = 18
    /// No further digit is added to a number from this one on.
    private static let maxExtendableDigits: UInt64 = 100_000_000_000_000_000
    /// Longest power of ten; digits.
    private static let exponentLimit = 4

    /// Powers of ten that are exact doubles.
    static let powersOfTen: [Double] = (0...22).map { power in
        (0..<power).reduce(1.0) { product, _ in product * 10 }
    }

    /// The number at `position`, which moves past it; nil where none begins there.
    ///
    /// - Parameter decimalMark: what stands before decimals.
    /// - Parameter otherDecimalMark: another byte that may stand there; `decimalMark` again where there is none.
    @inline(__always)
    init?<Bytes: RandomAccessCollection>(
        _ bytes: Bytes, at position: inout Int, end: Int, decimalMark: UInt8,
        otherDecimalMark: UInt8
    ) where Bytes.Element == UInt8, Bytes.Index == Int {
        var index = position
        var isNegative = false
        if index < end, bytes[index] == 0x2D || bytes[index] == 0x2B {
            isNegative = bytes[index] == 0x2D
            index += 1
        }
        var digits: UInt64 = 0
        var power = 0
        var digitCount = 0
        var isFraction = false
        var isTruncated = false
        while index < end {
            let byte = bytes[index]
            let digit = byte &- 0x30
            if digit < 10 {
                digitCount += 1
                if digits < Self.maxExtendableDigits {
                    digits = digits &* 10 &+ UInt64(digit)
                    if isFraction { power -= 1 }
                } else if !isFraction {
                    isTruncated = true
                    power += 1
                }
            } else if !isFraction, byte == decimalMark || byte == otherDecimalMark {
                isFraction = true
            } else {
                break
            }
            index += 1
        }
        guard digitCount > 0 else { return nil }
        if index < end, bytes[index] | 0x20 == 0x65 {
            guard let exponent = Self.exponent(bytes, at: &index, end: end) else { return nil }
            power += exponent
        }
        position = index
        self.digits = digits
        self.isNegative = isNegative
        self.power = power
        self.digitCount = digitCount
        self.isTruncated = isTruncated
    }

    /// - Parameter position: of the letter before the exponent.
    private static func exponent<Bytes: RandomAccessCollection>(
        _ bytes: Bytes, at position: inout Int, end: Int
    ) -> Int? where Bytes.Element == UInt8, Bytes.Index == Int {
        var index = position + 1
        guard index < end else { return nil }
        let isNegative = bytes[index] == 0x2D
        if isNegative || bytes[index] == 0x2B { index += 1 }
        var exponent = 0
        let begin = index
        while index < end, bytes[index] &- 0x30 < 10, index - begin < exponentLimit {
            exponent = exponent * 10 + Int(bytes[index] &- 0x30)
            index += 1
        }
        guard index > begin else { return nil }
        position = index
        return isNegative ? -exponent : exponent
    }
}
