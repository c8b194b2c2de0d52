/// Reads plain decimal numbers from the middle of a line, without a copy.
///
/// The result is the nearest double where the digits make at most 2^53; above, what the first
/// operation lost is added back, so that only a number next to the middle of two doubles may become
/// the other one.
enum NumberScanner {
    /// The number at `position`, which moves past it; nil where none begins there or where it is of a
    /// kind left to ``DecimalNumber``.
    ///
    /// - Parameter commaIsMark: whether a comma stands before decimals, as a point does.
    static func number(
        _ bytes: [UInt8], at position: inout Int, end: Int, commaIsMark: Bool
    ) -> Double? {
        var index = position
        guard
            let number = DecimalDigits(
                bytes, at: &index, end: end, decimalMark: 0x2E,
                otherDecimalMark: commaIsMark ? 0x2C : 0x2E),
            !number.isTruncated, abs(number.power) <= 22
        else { return nil }
        position = index
        let magnitude = scaled(number.digits, number.power)
        return number.isNegative ? -magnitude : magnitude
    }

    /// `digits` times 10^`power`; powers up to 22 are exact doubles.
    private static func scaled(_ digits: UInt64, _ power: Int) -> Double {
        let factor = DecimalDigits.powersOfTen[abs(power)]
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
}
