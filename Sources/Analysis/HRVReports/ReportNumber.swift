import PhysioTypes

/// Numbers as a person reads them: plain decimals with a point, whatever the locale.
enum ReportNumber {
    /// The text for a missing number: an en dash.
    static let missing = "\u{2013}"

    /// `value` to four significant digits, such as `812.3` or `0.04512`.
    ///
    /// A number of more than four digits before the point keeps them all. Numbers below a
    /// millionth, which are rounding dust more often than results, are written with an exponent.
    ///
    /// - Precondition: `value` is finite.
    static func fourSignificantDigits(_ value: Double) -> String {
        let size = abs(value)
        guard size > 0 else { return "0" }
        let exponent = SVGNumber.magnitude(of: size)
        guard exponent >= -6 else {
            return SVGNumber.fixed(value * SVGNumber.powerOfTen(-exponent), decimals: 3)
                + "e\(exponent)"
        }
        let decimals = max(0, 3 - exponent)
        let text = SVGNumber.fixed(value, decimals: decimals)
        // 9.9996 rounds up to a number of one digit more.
        let digits = text.drop { "-0.".contains($0) }.filter { $0 != "." }
        guard digits.count > 4, decimals > 0 else { return text }
        return SVGNumber.fixed(value, decimals: decimals - 1)
    }

    /// An interval, such as `[800.1, 825.0]`.
    static func interval(_ interval: ClosedRange<Double>) -> String {
        "[\(fourSignificantDigits(interval.lowerBound)), \(fourSignificantDigits(interval.upperBound))]"
    }

    /// `value` with every digit that distinguishes it from its neighbours, and no `.0`.
    static func exact(_ value: Double) -> String { SVGNumber.trimmed("\(value)") }

    /// A share as per cent with one decimal, such as `98.4 %`.
    ///
    /// Rounded down from 99.95 on: a segment that is not wholly covered never reads 100 %. (A
    /// millionth is left to the rounding of the sum of the intervals.)
    static func percent(share: Double) -> String {
        let value = share < 1 - 1e-6 ? min(100 * share, 99.9) : 100 * share
        return SVGNumber.trimmed(SVGNumber.fixed(value, decimals: 1)) + " %"
    }

    /// A length of time in its two largest units, such as `5 min 3 s` or `23 h 58 min`.
    static func duration(_ seconds: Double) -> String {
        guard seconds >= 60 else {
            return SVGNumber.trimmed(SVGNumber.fixed(seconds, decimals: 1)) + " s"
        }
        if seconds.rounded() < 3600 {
            let whole = Int(seconds.rounded())
            return twoUnitText(whole, 60, "min", "s")
        }
        return twoUnitText(Int((seconds / 60).rounded()), 60, "h", "min")
    }

    private static func twoUnitText(
        _ total: Int, _ size: Int, _ large: String, _ small: String
    ) -> String {
        let rest = total % size
        return "\(total / size) \(large)" + (rest > 0 ? " \(rest) \(small)" : "")
    }

    /// The edges of a band, such as `0.04–0.15`; Hz.
    static func band(_ band: Recipe.Value.NamedBand) -> String {
        exact(band.lowHz) + "\u{2013}" + exact(band.highHz)
    }

    /// The fields of a clock.
    struct ClockFields: OptionSet {
        let rawValue: Int
        static let hours = ClockFields(rawValue: 1)
        static let minutes = ClockFields(rawValue: 2)
        static let seconds = ClockFields(rawValue: 4)
    }

    /// A time as `h:mm:ss`, or with the leading or the last part left out; whole seconds.
    static func clock(
        _ seconds: Double, _ fields: ClockFields = [.hours, .minutes, .seconds]
    ) -> String {
        let whole = Int(abs(seconds).rounded())
        let sign = seconds < 0 && whole > 0 ? "-" : ""
        let minutes = fields.contains(.hours) ? whole / 60 % 60 : whole / 60
        var parts: [String] = fields.contains(.hours) ? ["\(whole / 3600)"] : []
        parts.append(parts.isEmpty ? "\(minutes)" : twoDigits(minutes))
        if fields.contains(.seconds) { parts.append(twoDigits(whole % 60)) }
        return sign + parts.joined(separator: ":")
    }

    /// `1 beat`, `2 beats`.
    static func count(_ number: Int, _ noun: String, _ plural: String = "s") -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)\(plural)"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
