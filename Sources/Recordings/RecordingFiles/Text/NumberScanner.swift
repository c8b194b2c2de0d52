/// Reads plain decimal numbers from the middle of a line, without a copy.
///
/// Digits beyond the eighteenth are dropped, as ``DecimalNumber`` does. The result is the nearest
/// double where the digits make at most 2^53; above, what the first operation lost is added back,
/// so that only a number next to the middle of two doubles may become the other one.
enum NumberScanner {
    /// The number at `place`, which moves past it; nil where none begins there or where it is of a
    /// kind left to ``DecimalNumber``.
    ///
    /// - Parameter commaIsMark: whether a comma stands before decimals, as a point does.
    static func number(
        _ bytes: [UInt8], at place: inout Int, end: Int, commaIsMark: Bool
    ) -> Double? {
        var index = place
        var isNegative = false
        if index < end, bytes[index] == 0x2D || bytes[index] == 0x2B {
            isNegative = bytes[index] == 0x2D
            index += 1
        }
        var digits: UInt64 = 0
        var power = 0
        var hasDigit = false
        var isFraction = false
        while index < end {
            let byte = bytes[index]
            let digit = byte &- 0x30
            if digit < 10 {
                hasDigit = true
                if digits < 100_000_000_000_000_000 {
                    digits = digits &* 10 &+ UInt64(digit)
                    if isFraction { power -= 1 }
                } else if !isFraction {
                    return nil
                }
            } else if !isFraction, byte == 0x2E || (commaIsMark && byte == 0x2C) {
                isFraction = true
            } else {
                break
            }
            index += 1
        }
        guard hasDigit else { return nil }
        if index < end, bytes[index] | 0x20 == 0x65 {
            guard let exponent = exponent(bytes, at: &index, end: end) else { return nil }
            power += exponent
        }
        guard abs(power) <= 22 else { return nil }
        place = index
        let magnitude = scaled(digits, power)
        return isNegative ? -magnitude : magnitude
    }

    private static func exponent(_ bytes: [UInt8], at place: inout Int, end: Int) -> Int? {
        var index = place + 1
        guard index < end else { return nil }
        let isNegative = bytes[index] == 0x2D
        if isNegative || bytes[index] == 0x2B { index += 1 }
        var exponent = 0
        let begin = index
        while index < end, bytes[index] &- 0x30 < 10, index - begin < 4 {
            exponent = exponent * 10 + Int(bytes[index] &- 0x30)
            index += 1
        }
        guard index > begin else { return nil }
        place = index
        return isNegative ? -exponent : exponent
    }

    /// `digits` times 10^`power`; powers up to 22 are exact doubles.
    private static func scaled(_ digits: UInt64, _ power: Int) -> Double {
        let factor = powersOfTen[abs(power)]
        let high = Double(digits)
        guard digits > 1 << 53 else { return power < 0 ? high / factor : high * factor }
        // What the double of the digits lacks, and the error of the operation, are added back.
        let low = Double(Int64(bitPattern: digits) - Int64(high))
        if power < 0 {
            let quotient = high / factor
            let rest = high.addingProduct(-quotient, factor) + low
            return quotient + rest / factor
        }
        let product = high * factor
        return product + ((-product).addingProduct(high, factor) + low * factor)
    }

    private static let powersOfTen: [Double] = (0...22).map { power in
        (0..<power).reduce(1.0) { product, _ in product * 10 }
    }
}
