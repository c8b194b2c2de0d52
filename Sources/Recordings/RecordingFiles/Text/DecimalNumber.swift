/// A decimal number as it is written: digits and the position of the point.
///
/// Stored separately, so that a change of unit moves the point and rounds once: `0.850` s is exactly
/// 850 ms.
package struct DecimalNumber: Equatable {
    /// All digits as one integer, with the sign.
    private(set) var digits: Int64
    /// Power of ten of the last digit.
    private(set) var exponent: Int16
    /// The number of digits that were written, leading zeros included; at most 255.
    private(set) var digitCount: UInt8

    /// The number nearest to a double, to nine decimals.
    init(_ value: Double) {
        self.init(digits: Int64(exactly: (value * 1e9).rounded()) ?? 0, exponent: -9)
    }

    init(digits: Int64, exponent: Int) {
        self.digits = digits
        self.exponent = Int16(clamping: exponent)
        digitCount = 0
    }

    /// The number a field holds: an optional sign, digits with at most one point (or decimal
    /// comma), an optional power of ten.
    ///
    /// - Returns: nil for anything else; `NaN` and `inf` are no numbers here.
    init?(_ text: ArraySlice<UInt8>, decimalMark: UInt8 = UInt8(ascii: ".")) {
        var position = text.startIndex
        guard
            let number = DecimalDigits(
                text, at: &position, end: text.endIndex, decimalMark: decimalMark,
                otherDecimalMark: decimalMark),
            position == text.endIndex
        else { return nil }
        digits = (number.isNegative ? -1 : 1) * Int64(number.digits)
        exponent = Int16(clamping: number.power)
        digitCount = UInt8(clamping: number.digitCount)
    }

    /// The number that a text in memory holds, with a decimal point and as strictly as above.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        var position = 0
        let point = UInt8(ascii: ".")
        guard
            let number = DecimalDigits(
                text, at: &position, end: text.count, decimalMark: point, otherDecimalMark: point),
            position == text.count
        else { return nil }
        digits = (number.isNegative ? -1 : 1) * Int64(number.digits)
        exponent = Int16(clamping: number.power)
        digitCount = UInt8(clamping: number.digitCount)
    }

    /// The number times 10^`power`, rounded once.
    package func value(scaledBy power: Int = 0) -> Double {
        let tenPower = Int(exponent) + power
        let magnitude = digits.magnitude
        // Both operands are exact doubles, so the one operation rounds correctly.
        if magnitude <= 1 << 53, abs(tenPower) <= 22 {
            let factor = DecimalDigits.powersOfTen[abs(tenPower)]
            return tenPower < 0 ? Double(digits) / factor : Double(digits) * factor
        }
        return Double("\(digits)e\(tenPower)") ?? .nan
    }

    /// The number that results when a comma between `self` and `fraction` is a decimal comma.
    func joined(withFraction fraction: DecimalNumber) -> DecimalNumber? {
        let decimals = Int(fraction.digitCount)
        guard exponent == 0, fraction.exponent == 0, fraction.digits >= 0, decimals > 0,
            decimals + Int(digitCount) <= DecimalDigits.limit
        else { return nil }
        var scale: Int64 = 1
        for _ in 0..<decimals { scale *= 10 }
        let fractionDigits = digits < 0 ? -fraction.digits : fraction.digits
        return DecimalNumber(digits: digits * scale + fractionDigits, exponent: -decimals)
    }
}

extension DecimalNumber {
    /// The exact difference, or one rounded to a double's digits where it would not fit.
    func subtracting(_ other: DecimalNumber) -> DecimalNumber {
        let tenPower = min(exponent, other.exponent)
        if let a = aligned(to: tenPower), let b = other.aligned(to: tenPower) {
            let (difference, overflow) = a.subtractingReportingOverflow(b)
            if !overflow { return DecimalNumber(digits: difference, exponent: Int(tenPower)) }
        }
        // Only for numbers of more than 18 digits: nine decimals are kept.
        let difference = ((value() - other.value()) * 1e9).rounded()
        return DecimalNumber(digits: Int64(exactly: difference) ?? 0, exponent: -9)
    }

    private func aligned(to tenPower: Int16) -> Int64? {
        var result = digits
        for _ in 0..<max(0, Int(exponent) - Int(tenPower)) {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            result = product
        }
        return result
    }
}
