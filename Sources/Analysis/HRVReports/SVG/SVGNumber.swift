/// Numbers as a drawing writes them: plain decimals with a point, whatever the locale.
enum SVGNumber {
    /// `value` to two decimals at most, without trailing zeros.
    static func text(_ value: Double) -> String { trimmed(fixed(value, decimals: 2)) }

    /// `value` to one decimal at most: a tenth of a unit is less than a pixel of any screen, and
    /// thousands of points take a third less space.
    static func oneDecimalText(_ value: Double) -> String { trimmed(fixed(value, decimals: 1)) }

    /// `value` with exactly that many decimals, halves away from zero, and never `-0`.
    ///
    /// - Precondition: `value` is finite; `decimals` is 0...15.
    static func fixed(_ value: Double, decimals: Int) -> String {
        precondition(value.isFinite, "only a finite number can be written")
        precondition((0...15).contains(decimals), "a number has 0 to 15 decimals")
        let scaled = (abs(value) * powerOfTen(decimals)).rounded()
        // Beyond 2^53 a Double has no digits after the point to lose.
        guard scaled < 9e15 else { return "\(value)" }
        var digits = String(Int(scaled))
        if digits.count <= decimals {
            digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits
        }
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + digits }
        return sign + digits.dropLast(decimals) + "." + digits.suffix(decimals)
    }

    /// `text` without zeros at the end of its decimals.
    static func trimmed(_ text: String) -> String {
        guard text.contains("."), !text.contains("e") else { return text }
        var result = Substring(text)
        while result.last == "0" { result.removeLast() }
        if result.last == "." { result.removeLast() }
        return String(result)
    }

    /// 10 to the power of `exponent`, which may be negative.
    static func powerOfTen(_ exponent: Int) -> Double {
        var power = 1.0
        for _ in 0..<abs(exponent) { power *= 10 }
        return exponent < 0 ? 1 / power : power
    }

    /// The greatest n with 10^n <= `value`.
    ///
    /// - Precondition: `value` is finite and above 0.
    static func magnitude(of value: Double) -> Int {
        precondition(value > 0 && value.isFinite, "only a number above 0 has a magnitude")
        var exponent = 0
        var rest = value
        while rest >= 10 {
            rest /= 10
            exponent += 1
        }
        while rest < 1 {
            rest *= 10
            exponent -= 1
        }
        return exponent
    }
}
