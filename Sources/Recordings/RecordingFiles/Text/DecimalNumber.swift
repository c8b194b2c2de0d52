/// A decimal number as it is written: digits and the place of the point.
///
/// Kept apart so that a change of unit moves the point and rounds once: `0.850` s is exactly
/// 850 ms.
struct DecimalNumber: Equatable {
    /// All digits as one integer, with the sign.
    private(set) var digits: Int64
    /// Power of ten of the last digit.
    private(set) var exponent: Int16
    /// How many digits were written, leading zeros included; at most 255.
    private(set) var digitCount: UInt8

    /// Largest number of digits that is kept exactly.
    private static let digitLimit = 18

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
        var index = text.startIndex
        var negative = false
        if index < text.endIndex, text[index] == UInt8(ascii: "-") || text[index] == 0x2B {
            negative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        var digits: Int64 = 0
        var exponent = 0
        var written = 0
        var seenMark = false
        while index < text.endIndex {
            let byte = text[index]
            if byte == decimalMark, !seenMark {
                seenMark = true
            } else if byte >= 0x30, byte <= 0x39 {
                written += 1
                if digits < 100_000_000_000_000_000 {
                    digits = digits * 10 + Int64(byte - 0x30)
                    if seenMark { exponent -= 1 }
                } else if !seenMark {
                    exponent += 1
                }
            } else {
                break
            }
            index += 1
        }
        guard written > 0 else { return nil }
        if index < text.endIndex, text[index] | 0x20 == UInt8(ascii: "e") {
            guard let power = Self.power(text[(index + 1)...]) else { return nil }
            exponent += power
            index = text.endIndex
        }
        guard index == text.endIndex else { return nil }
        self.digits = negative ? -digits : digits
        self.exponent = Int16(clamping: exponent)
        digitCount = UInt8(clamping: written)
    }

    /// The number times 10^`power`, rounded once.
    func value(scaledBy power: Int = 0) -> Double {
        let place = Int(exponent) + power
        let magnitude = digits.magnitude
        // Both operands are exact doubles, so the one operation rounds correctly.
        if magnitude <= 1 << 53, abs(place) <= 22 {
            let factor = Self.powersOfTen[abs(place)]
            return place < 0 ? Double(digits) / factor : Double(digits) * factor
        }
        return Double("\(digits)e\(place)") ?? .nan
    }

    /// The number that results when a comma between `self` and `fraction` is a decimal comma.
    func joined(withFraction fraction: DecimalNumber) -> DecimalNumber? {
        let places = Int(fraction.digitCount)
        guard exponent == 0, fraction.exponent == 0, fraction.digits >= 0, places > 0,
            places + Int(digitCount) <= Self.digitLimit
        else { return nil }
        var scale: Int64 = 1
        for _ in 0..<places { scale *= 10 }
        let tail = digits < 0 ? -fraction.digits : fraction.digits
        return DecimalNumber(digits: digits * scale + tail, exponent: -places)
    }

    private static let powersOfTen: [Double] = (0...22).map { power in
        (0..<power).reduce(1.0) { product, _ in product * 10 }
    }

    private static func power(_ text: ArraySlice<UInt8>) -> Int? {
        var digits = text
        let negative = digits.first == UInt8(ascii: "-")
        if negative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        guard !digits.isEmpty, digits.count <= 4 else { return nil }
        var power = 0
        for byte in digits {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            power = power * 10 + Int(byte - 0x30)
        }
        return negative ? -power : power
    }
}

extension DecimalNumber {
    /// The exact difference, or one rounded to a double's digits where it would not fit.
    func subtracting(_ other: DecimalNumber) -> DecimalNumber {
        let place = min(exponent, other.exponent)
        if let a = aligned(to: place), let b = other.aligned(to: place) {
            let (difference, overflow) = a.subtractingReportingOverflow(b)
            if !overflow { return DecimalNumber(digits: difference, exponent: Int(place)) }
        }
        // Only for numbers of more than 18 digits: nine decimals are kept.
        let difference = ((value() - other.value()) * 1e9).rounded()
        return DecimalNumber(digits: Int64(exactly: difference) ?? 0, exponent: -9)
    }

    private func aligned(to place: Int16) -> Int64? {
        var result = digits
        for _ in 0..<max(0, Int(exponent) - Int(place)) {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            result = product
        }
        return result
    }
}
