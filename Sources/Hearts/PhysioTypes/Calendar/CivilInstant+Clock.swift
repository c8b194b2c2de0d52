extension CivilDate {
    /// Midnight at the beginning of the day in a zone; ms since 1970.
    ///
    /// Where clocks go forward at midnight, the first moment of the day; where they go back over it,
    /// either of the two.
    package func startMs(in zone: ZoneRules) -> Int64 {
        let utcMidnightMs = Int64(dayNumber) * CivilInstant.dayMs
        let guess = utcMidnightMs - 60_000 * Int64(zone.offsetMinutes(utcMidnightMs))
        let start = utcMidnightMs - 60_000 * Int64(zone.offsetMinutes(guess))
        let civilStart = CivilInstant(unixMs: start, offsetMinutes: zone.offsetMinutes(start))
        return civilStart.date < self ? guess : start
    }
}

extension CivilInstant {
    /// Milliseconds of a day.
    package static let dayMs: Int64 = 86_400_000

    /// Day that the clock on the wall shows; at 00:00:00 it is the new one.
    package var date: CivilDate { CivilDate(dayNumber: Int(floorDivide(wallClockMs, Self.dayMs))) }

    /// Time since the midnight of the clock on the wall; s; 0 up to 86,400.
    package var secondsOfDay: Double {
        Double(wallClockMs - Self.dayMs * floorDivide(wallClockMs, Self.dayMs)) / 1000
    }

    /// Time of day as `HH:mm`; seconds are cut.
    package var clockText: String {
        let minutes = Int(secondsOfDay) / 60
        return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    /// Offset from UTC as `+05:45` or `-08:00`.
    package var offsetText: String {
        let size = abs(offsetMinutes)
        return "\(offsetMinutes < 0 ? "-" : "+")\(twoDigits(size / 60)):\(twoDigits(size % 60))"
    }

    /// The local time that a clock on the wall shows, as if it were UTC; ms.
    private var wallClockMs: Int64 { unixMs + 60_000 * Int64(offsetMinutes) }
}
