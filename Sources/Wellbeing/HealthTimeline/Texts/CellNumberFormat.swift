/// Numbers as the cells of the timeline show them: cut, not rounded, unless a function says otherwise.
///
/// A number that falls short of the next step by less than a millionth of it, which is rounding of the
/// computer, counts as that step: 5.2 km are 5.20 km.
package enum CellNumberFormat {
    /// The whole part; 0 of a number below 0 and of none, and at most a million million: what a broken
    /// file states must not stop the page.
    package static func whole(_ value: Double) -> Int {
        value > 0 ? Int((min(value, 1e12) + 1e-6).rounded(.down)) : 0
    }

    /// A whole number as text.
    static func text(_ value: Double) -> String { String(whole(value)) }

    /// A number cut to so many decimals.
    ///
    /// - Parameter decimals: 1 or more.
    static func text(_ value: Double, decimals: Int, _ language: TimelineLanguage) -> String {
        fixed(whole(value * power(decimals)), decimals, language)
    }

    /// A number rounded to so many decimals, halves up.
    static func rounded(_ value: Double, decimals: Int, _ language: TimelineLanguage) -> String {
        fixed(whole((value * power(decimals)).rounded()), decimals, language)
    }

    /// A length of time: `42m`, from an hour on `1h 5m`; in German `42 min`, `1 h 5 min`.
    package static func duration(_ seconds: Double, _ language: TimelineLanguage) -> String {
        let minutes = whole(max(0, seconds)) / 60
        let (hour, minute) = (language.pick("h", " h"), language.pick("m", " min"))
        return minutes < 60
            ? "\(minutes)\(minute)" : "\(minutes / 60)\(hour) \(minutes % 60)\(minute)"
    }

    private static func power(_ decimals: Int) -> Double {
        (0..<decimals).reduce(1.0) { product, _ in 10 * product }
    }

    private static func fixed(
        _ scaled: Int, _ decimals: Int, _ language: TimelineLanguage
    ) -> String {
        let digits = String(scaled)
        let zeroPaddedDigits =
            String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return zeroPaddedDigits.dropLast(decimals) + language.pick(".", ",")
            + zeroPaddedDigits.suffix(decimals)
    }
}
