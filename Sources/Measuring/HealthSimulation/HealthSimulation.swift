/// A seeded person whose health records a phone and a watch would hold, and what is true of them.
///
/// Every record is a function of the seed and of the day it belongs to. So two exports of one seed
/// hold the same records on the days that both cover, and an export of any size is made day by day.
///
/// ```swift
/// var simulation = HealthSimulation(seed: 1, home: .fixed("UTC", offsetMinutes: 0))
/// simulation.dayCount = 7
/// simulation.truth().nights.count  // at most 7
/// ```
package struct HealthSimulation: Sendable {
    /// The system that wrote the export. The raw values are what `--era` takes.
    package enum Era: Int, Sendable, CaseIterable {
        /// Old attribute names and dates, no watch.
        case ios8 = 8
        /// An invalid DTD, beats, `Asleep` without stages, no statistics of workouts.
        case ios12 = 12
        /// Stages of sleep, respiratory rates, statistics and activities of workouts.
        case ios16 = 16
        /// The same as 16, and records of RMSSD.
        case ios27 = 27

        var hasWatch: Bool { rawValue >= Self.ios12.rawValue }
        var hasStages: Bool { rawValue >= Self.ios16.rawValue }
    }

    /// The offsets that dates are written in. The raw values are what `--offset` takes.
    package enum OffsetStyle: String, Sendable, CaseIterable {
        /// All dates in the offset of the phone at the moment of export, as real exports have it.
        case one
        /// Each date in the offset of the location where the person was.
        case local = "true"
    }

    /// A time zone, by rules that the caller knows.
    package struct Zone: Sendable {
        package let name: String
        /// Offset from UTC at a moment in ms since 1970; min, east positive.
        package let offsetMinutes: @Sendable (_ unixMs: Int64) -> Int

        package init(name: String, offsetMinutes: @escaping @Sendable (_ unixMs: Int64) -> Int) {
            self.name = name
            self.offsetMinutes = offsetMinutes
        }

        /// A zone whose clocks never change.
        package static func fixed(_ name: String, offsetMinutes: Int) -> Zone {
            Zone(name: name) { _ in offsetMinutes }
        }
    }

    /// Days in another zone.
    package struct Trip: Sendable {
        package var zone: Zone
        /// The first morning there; days since 1970-01-01.
        package var firstDay: Int
        package var dayCount: Int

        package init(zone: Zone, firstDay: Int, dayCount: Int) {
            self.zone = zone
            self.firstDay = firstDay
            self.dayCount = dayCount
        }
    }

    package var seed: UInt64
    package var homeZone: Zone
    package var trips: [Trip] = []
    /// Days of the export; at least 1.
    package var dayCount = 30
    /// The day of the export, whose forenoon is the last time covered; days since 1970-01-01.
    package var lastDay = Self.defaultLastDay
    package var era = Era.ios16
    package var offsetStyle = OffsetStyle.one
    package var locale = HealthLocale.en
    package var errors: [SimulatedHealthError] = []
    /// A flag that the kinds of records that no timeline needs are written too, in a realistic
    /// share.
    package var hasBackgroundKinds = true
    /// A flag that this is the export a week later, without a few records that were deleted
    /// meanwhile.
    package var isFollowUp = false

    /// 2026-11-20.
    package static let defaultLastDay = 20_777
    /// The time until the next export; days.
    package static let followUpDayCount = 7

    package init(seed: UInt64, homeZone: Zone) {
        self.seed = seed
        self.homeZone = homeZone
    }

    /// The days covered, the day of the export among them.
    package var days: ClosedRange<Int> { (lastDay - dayCount + 1)...exportDay }

    var exportDay: Int { lastDay + (isFollowUp ? Self.followUpDayCount : 0) }

    /// The moment of the export: 11:15 on the clock on the wall; ms since 1970.
    package var exportMs: Int64 { instantMs(day: exportDay, minute: 11 * 60 + 15) }

    /// The moment of the export that this one follows: its own where it follows none.
    package var earlierExportMs: Int64 { instantMs(day: lastDay, minute: 11 * 60 + 15) }

    /// Returns the zone in which the person wakes up on a day.
    package func zone(day: Int) -> Zone {
        trips.last { $0.firstDay <= day && day < $0.firstDay + $0.dayCount }?.zone ?? homeZone
    }

    /// The instant at which the clock on the wall shows a time of a day; ms since 1970.
    ///
    /// - Parameter minute: minutes after 00:00 of the day; may be negative.
    func instantMs(day: Int, minute: Int) -> Int64 {
        let zone = self.zone(day: day)
        let wallClockMs = Int64(day) * HealthCalendar.dayMs + Int64(minute) * 60_000
        var instant = wallClockMs - Int64(zone.offsetMinutes(wallClockMs)) * 60_000
        instant = wallClockMs - Int64(zone.offsetMinutes(instant)) * 60_000
        return instant
    }

    /// The offset that the file writes a moment in; min.
    func writtenOffsetMinutes(day: Int, unixMs: Int64) -> Int {
        switch offsetStyle {
        case .one: zone(day: exportDay).offsetMinutes(exportMs)
        case .local: zone(day: day).offsetMinutes(unixMs)
        }
    }
}
