package import HealthTimeline
package import PhysioTypes
import PracticePlans
package import PracticeRuntime

extension HealthDays {
    /// Reviews of consecutive periods, newest first.
    ///
    /// Days of health records are those of the timeline; days of practice are those of the log, with the beginning of a
    /// day that its settings have.
    ///
    /// - Parameter date: any day of the newest period.
    /// - Parameter count: how many periods; a period that has not begun is left out.
    /// - Throws: `HealthStoreError` and `HistoryError`.
    package func reviews(
        _ period: HealthReview.Period, with date: CivilDate, count: Int, today: CivilDate,
        options: TimelineOptions, clock: any PracticeClock
    ) throws -> [HealthReview] {
        var dates = [date]
        while dates.count < count, let last = dates.last {
            dates.append(period.days(with: last).lowerBound.adding(days: -1))
        }
        let oldestDate = period.days(with: dates[dates.count - 1]).lowerBound
        let first = oldestDate.adding(days: -HealthReview.baselineDays)
        let last = min(period.days(with: date).upperBound, today)
        guard first <= last else { return [] }
        let sections = TimelineBuilder.sections(
            of: try data(first...last, homeZone: options.homeZone), from: first, through: last,
            options: options)
        let log = try history.map { try PracticeLog($0, clock: clock).days }
        let figures = DailyFigures(
            today: today, currentPracticeDay: log?.today,
            recoveries: sections.flatMap(\.entries).compactMap { entry in
                if case .recovery(let recovery) = entry { recovery } else { nil }
            },
            practiceSeconds: log?.mindfulSeconds ?? [:],
            breathingSeconds: log?.breathingPracticeDays.mindfulSeconds ?? [:],
            exportDate: try store.newestExportMs().map { ms in
                CivilInstant(unixMs: ms, offsetMinutes: options.homeZone.offsetMinutes(ms)).date
            })
        return dates.compactMap { HealthReview(period, with: $0, figures) }
    }
}

extension PracticeDays {
    /// Mindful time by day; s.
    fileprivate var mindfulSeconds: [CivilDate: Double] {
        Dictionary(
            days.map { ($0.date, Double($0.timeMs(.mindful)) / 1000) }, uniquingKeysWith: +)
    }

    /// The log with its breathing practices and led breathing sessions alone.
    fileprivate var breathingPracticeDays: PracticeDays {
        PracticeDays(
            entries.filter { $0.kind == nil || $0.kind == .breathe }, rest: rest,
            settings: settings, nowMs: nowMs, zone: zone)
    }
}
