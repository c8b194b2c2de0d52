/// Numbers for people, with a point whatever the locale.
@_spi(Studies) public enum BenchmarkText {
    /// A time to three significant digits with its unit, such as `1.24 ms`.
    public static func time(_ nanoseconds: Double) -> String {
        let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)]
        // 999.6 ns are 1.00 us.
        let unit = units.last { nanoseconds >= 0.9995 * $0.1 } ?? units[0]
        return threeSignificantDigits(nanoseconds / unit.1) + " " + unit.0
    }

    /// Three significant digits, not fewer than the whole part has; `value` from 0 to 1e15.
    public static func threeSignificantDigits(_ value: Double) -> String {
        guard value.isFinite, value >= 0, value < 1e15 else { return "\(value)" }
        let decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
        return fixed(value, decimals: decimals)
    }

    /// Two significant digits with an exponent, such as `3.1e-15`; 0 for 0.
    public static func scientific(_ value: Double) -> String {
        guard value > 0 else { return "0" }
        guard value.isFinite else { return "inf" }
        var exponent = 0
        var mantissa = value
        while mantissa < 0.995 {
            mantissa *= 10
            exponent -= 1
        }
        while mantissa >= 9.95 {
            mantissa /= 10
            exponent += 1
        }
        return fixed(mantissa, decimals: 1) + (exponent == 0 ? "" : "e\(exponent)")
    }

    public static func fixed(_ value: Double, decimals: Int) -> String {
        var power = 1
        for _ in 0..<decimals { power *= 10 }
        let scaled = Int((value * Double(power)).rounded())
        guard decimals > 0 else { return "\(scaled)" }
        let fraction = "\(scaled % power)"
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(scaled / power).\(zeros)\(fraction)"
    }

    /// Returns a value to one decimal, or none where it is a whole number; not below 0.
    public static func compact(_ value: Double) -> String {
        fixed(value, decimals: value == value.rounded() ? 0 : 1)
    }

    public static func padded(_ text: String, to width: Int, right: Bool = true) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return right ? space + text : text + space
    }
}
