/// The rules of a time zone, as the caller knows them: this module has no clock and no table of zones.
package struct ZoneRules: Sendable {
    /// Such as `Europe/Berlin`.
    package let name: String
    /// Offset from UTC at a moment in ms since 1970; min, east positive.
    package let offsetMinutes: @Sendable (_ unixMs: Int64) -> Int

    package init(name: String, offsetMinutes: @escaping @Sendable (_ unixMs: Int64) -> Int) {
        self.name = name
        self.offsetMinutes = offsetMinutes
    }
}

/// A day of the Gregorian calendar.
package struct CivilDate: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01.
    package let dayNumber: Int

    package init(dayNumber: Int) { self.dayNumber = dayNumber }

    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.dayNumber < right.dayNumber
    }
}

/// A moment, and what the clock on the wall shows then.
package struct CivilInstant: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    package let unixMs: Int64
    /// Offset of the clock on the wall from UTC; min.
    package let offsetMinutes: Int

    package init(unixMs: Int64, offsetMinutes: Int) {
        self.unixMs = unixMs
        self.offsetMinutes = offsetMinutes
    }

    package static func < (left: CivilInstant, right: CivilInstant) -> Bool {
        left.unixMs < right.unixMs
    }
}
