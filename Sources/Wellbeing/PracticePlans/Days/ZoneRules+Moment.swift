package import PhysioTypes

extension ZoneRules {
    /// The moment at which clocks of the zone first show a time of a day, or a later one.
    ///
    /// A time that clocks pass over gives the moment at which they go on; one that they show twice
    /// gives the first of the two.
    ///
    /// - Parameter minute: time since midnight; min; 0...1440, where 1440 is the end of the day.
    /// - Returns: ms since 1970.
    /// - Precondition: clocks change at most once within 30 hours.
    package func unixMs(of date: CivilDate, minute: Int) -> Int64 {
        let wallClockMs = Int64(date.dayNumber) * CivilInstant.dayMs + 60_000 * Int64(minute)
        // Offsets lie between -12 h and +14 h, so the moment lies between these two.
        var before = wallClockMs - 15 * 3_600_000
        var after = wallClockMs + 15 * 3_600_000
        let (oldOffset, newOffset) = (offsetMinutes(before), offsetMinutes(after))
        let unixMsByOldOffset = wallClockMs - 60_000 * Int64(oldOffset)
        guard oldOffset != newOffset else { return unixMsByOldOffset }
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if offsetMinutes(middle) == oldOffset { before = middle } else { after = middle }
        }
        return unixMsByOldOffset < after
            ? unixMsByOldOffset : max(after, wallClockMs - 60_000 * Int64(newOffset))
    }

    /// A moment with the offset that the zone has then.
    package func instant(_ unixMs: Int64) -> CivilInstant {
        CivilInstant(unixMs: unixMs, offsetMinutes: offsetMinutes(unixMs))
    }
}
