import PhysioTypes

/// The nights and naps of every date.
struct SleepByDate: Sendable {
    /// One date's.
    struct Day: Sendable {
        var night: SleepEntry?
        /// The naps, ordered by start.
        var naps: [SleepEntry] = []
    }

    private(set) var days: [CivilDate: Day] = [:]

    /// A block below this total that starts by day is a nap; s.
    static let maxNapSeconds = 3.0 * 3600
    /// The time of day at which a nap starts: from 10:00 until before 20:00; s of the day.
    static let napStartRangeSeconds = 10.0 * 3600..<20.0 * 3600

    /// - Parameter sleeps: one for each block.
    ///
    /// The date of a sleep is the civil date of its end. A sleep with a total below 3 h that starts from
    /// 10:00 to 19:59 is a nap. Of the others of a date the one with the longest total is the night
    /// (of equal ones the later), the rest are naps. A sleep without a total, in bed only, counts as 0
    /// here.
    init(_ sleeps: [SleepEntry]) {
        for sleep in sleeps.sorted(by: { $0.start < $1.start }) {
            var day = days[sleep.end.date] ?? Day()
            if Self.isNap(sleep) {
                day.naps.append(sleep)
            } else if let night = day.night, night.countedSeconds > sleep.countedSeconds {
                day.naps.append(sleep)
            } else {
                if let night = day.night { day.naps.append(night) }
                day.night = sleep
            }
            days[sleep.end.date] = day
        }
        for date in days.keys { days[date]?.naps.sort { $0.start < $1.start } }
    }

    private static func isNap(_ sleep: SleepEntry) -> Bool {
        sleep.countedSeconds < maxNapSeconds
            && napStartRangeSeconds.contains(sleep.start.secondsOfDay)
    }
}

extension SleepEntry {
    /// Total, or 0 where there are in-bed samples alone; s.
    var countedSeconds: Double { totalSeconds ?? 0 }

    /// True if only the time in bed is known.
    package var isInBedOnly: Bool { totalSeconds == nil }

    /// The time from its start to its end; ms.
    var range: Range<Int64> { start.unixMs..<max(start.unixMs, end.unixMs) }
}
