package import PhysioTypes

/// The day on which weeks begin.
package enum WeekStart: String, Sendable, Hashable, CaseIterable, Codable {
    case monday
    case sunday

    /// The first day of the week that a day belongs to.
    package func firstDay(ofWeekWith date: CivilDate) -> CivilDate {
        switch self {
        case .monday: date.adding(days: -date.weekday)
        case .sunday: date.adding(days: -((date.weekday + 1) % 7))
        }
    }
}

/// The time at which a day begins, and the time that makes it active.
package struct DaySettings: Sendable, Hashable {
    package static let dayStartMinutesRange = 0...360
    package static let activeMinutesRange = 1...60

    /// Time after midnight at which a day begins; min; 0...360.
    package let dayStartMinutes: Int
    /// Time that makes a day active; min; 1...60.
    package let activeMinutes: Int

    /// - Throws: `DaysError.outOfRange`.
    package init(dayStartMinutes: Int, activeMinutes: Int = 2) throws(DaysError) {
        guard Self.dayStartMinutesRange.contains(dayStartMinutes) else {
            throw .outOfRange(
                setting: "dayStart", found: dayStartMinutes, allowed: Self.dayStartMinutesRange)
        }
        guard Self.activeMinutesRange.contains(activeMinutes) else {
            throw .outOfRange(
                setting: "active", found: activeMinutes, allowed: Self.activeMinutesRange)
        }
        self.dayStartMinutes = dayStartMinutes
        self.activeMinutes = activeMinutes
    }

    /// Days from midnight, active from two minutes on.
    package init() {
        dayStartMinutes = 0
        activeMinutes = 2
    }

    /// Time that makes a day active; ms.
    package var minActiveMs: Int64 { 60_000 * Int64(activeMinutes) }

    /// The day that a moment belongs to, by the clock on the wall at that moment.
    package func day(of moment: CivilInstant) -> CivilDate {
        let dayShiftedMs = moment.unixMs - 60_000 * Int64(dayStartMinutes)
        return CivilInstant(unixMs: dayShiftedMs, offsetMinutes: moment.offsetMinutes).date
    }
}
