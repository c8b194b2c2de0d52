/// Part of the day by the person's clock, of six hours each.
package enum DayPart: String, Sendable, Hashable, CaseIterable {
    /// The hours from 0 to 6 h.
    case night
    /// The hours from 6 to 12 h.
    case morning
    /// The hours from 12 to 18 h.
    case afternoon
    /// The hours from 18 to 24 h.
    case evening

    /// - Parameters:
    ///   - unixSeconds: s since 1970, UTC.
    ///   - utcOffsetSeconds: offset of the person's clock from UTC at that moment, in s.
    package init(unixSeconds: Double, utcOffsetSeconds: Int) {
        let wallSeconds = Int(unixSeconds.rounded(.down)) + utcOffsetSeconds
        let hour = (wallSeconds % 86_400 + 86_400) % 86_400 / 3600
        self =
            switch hour {
            case 0..<6: .night
            case 6..<12: .morning
            case 12..<18: .afternoon
            default: .evening
            }
    }
}
