/// A time on a clock, without date and zone.
public struct TimeOfDay: Sendable, Equatable {
    /// The time since midnight; s; 0 up to 86,400.
    public let seconds: Double

    public static let daySeconds = 86_400.0

    /// `22:00`, `6:05` or `22:00:30`, a fraction of the seconds allowed.
    ///
    /// - Returns: nil for anything else.
    public init?(_ text: some StringProtocol) {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count), let hour = Self.wholeNumber(fields[0], below: 24),
            let minute = Self.wholeNumber(fields[1], below: 60)
        else { return nil }
        var second = 0.0
        if fields.count == 3 {
            guard fields[2].first.map(Self.isDigit) == true,
                fields[2].allSatisfy({ Self.isDigit($0) || $0 == "." }),
                let value = Double(fields[2]), value < 60
            else { return nil }
            second = value
        }
        seconds = Double(hour * 3600 + minute * 60) + second
    }

    /// The time of day in a recording's start, such as `2026-01-17T17:47:13`; what follows the
    /// seconds, a zone, is left out: the time is that of the clock on the wall.
    ///
    /// - Returns: nil without hours, minutes and seconds, and for a time in UTC (`Z` at the end, or
    ///   seconds since 1970), which says nothing of the wall.
    public init?(start text: String) {
        guard !text.hasSuffix("Z") else { return nil }
        let time = text.split(whereSeparator: { $0 == "T" || $0 == " " }).last ?? ""
        let clock = time.prefix { Self.isDigit($0) || $0 == ":" || $0 == "." }
        guard clock.count(where: { $0 == ":" }) == 2 else { return nil }
        self.init(clock)
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isNumber
    }

    private static func wholeNumber(_ text: some StringProtocol, below limit: Int) -> Int? {
        guard (1...2).contains(text.count), text.allSatisfy(isDigit), let value = Int(text),
            value < limit
        else { return nil }
        return value
    }

    /// `22:00`, or with seconds where there are any.
    public var text: String {
        func twoDigitText(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let wholeSeconds = Int(seconds)
        let minutes = twoDigitText(wholeSeconds / 3600) + ":" + twoDigitText(wholeSeconds / 60 % 60)
        return wholeSeconds % 60 == 0 ? minutes : minutes + ":" + twoDigitText(wholeSeconds % 60)
    }
}
