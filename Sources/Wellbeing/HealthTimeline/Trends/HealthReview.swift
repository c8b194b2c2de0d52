import PhysioDSP
package import PhysioTypes

/// A week or a month in review: figures of the days, each beside the person's own range.
///
/// The own range of a figure is the middle half, from the lower to the upper quartile, of its values on
/// the 84 days before the period. A review compares and judges nothing: a median lies below, within or
/// above the own range.
package struct HealthReview: Sendable, Hashable {
    /// Days before a period that the own range is made of: 12 weeks.
    package static let baselineDays = 84
    /// Smallest number of values that the own range is made of.
    package static let minimumBaselineCount = 14

    /// The raw values are what programs read.
    package enum Period: String, Sendable, CaseIterable {
        /// A week from Monday to Sunday.
        case week
        case month
    }

    /// A figure of a day; the raw values are what programs read.
    package enum Metric: String, Sendable, CaseIterable {
        /// Total of the night that ends on the day; s.
        case sleep = "sleep_s"
        /// Resting heart rate; beats/min.
        case restingHeartRate = "resting_hr_bpm"
        /// Respiratory rate of the night; breaths/min.
        case respiratoryRate = "respiratory_rate"
        /// Mindful time; s.
        case practice = "practice_s"
        /// The part of the mindful time that is breathing practice; s.
        case breathing = "breathing_s"
    }

    /// The position of a median relative to the own range; the raw values are what programs read.
    package enum RangePosition: String, Sendable, CaseIterable {
        case below
        /// A median from the lower to the upper quartile, both included.
        case within
        case above
    }

    /// A day without a figure, and why.
    package struct MissingDay: Sendable, Hashable {
        package let date: CivilDate
        package let reason: MissingHealthValueReason
    }

    /// The middle half of a person's own values.
    package struct BaselineRange: Sendable, Hashable {
        /// The range from the lower to the upper quartile.
        package let quartileRange: ClosedRange<Double>
        package let median: Double
    }

    /// One figure over the days of a period.
    package struct Figure: Sendable, Hashable {
        package let metric: Metric
        /// Days that have the figure.
        package let dayCount: Int
        /// Median of these days; nil where they are fewer than ``Period/minimumDayCount``.
        package let median: Double?
        /// Days of the period, up to today, that do not have the figure, ascending.
        package let missingDays: [MissingDay]
        /// nil where fewer than ``HealthReview/minimumBaselineCount`` of the days before have the figure.
        package let baselineRange: BaselineRange?
        /// Days before the period that have the figure.
        package let baselineDayCount: Int

        /// The position of the median relative to the own range; nil where one of them is missing.
        package var position: RangePosition? {
            guard let median, let quartileRange = baselineRange?.quartileRange else { return nil }
            if median < quartileRange.lowerBound { return .below }
            return median > quartileRange.upperBound ? .above : .within
        }
    }

    package let period: Period
    /// First and last day of the period.
    package let days: ClosedRange<CivilDate>
    /// Last day that is counted: the last of the period, or today where the period is not over.
    package let lastCountedDay: CivilDate
    /// The figures, in the order of ``Metric``.
    package let figures: [Figure]

    /// Days of the period that are counted.
    package var countedDayCount: Int { lastCountedDay.dayNumber - days.lowerBound.dayNumber + 1 }

    /// - Parameter date: any day of the period.
    /// - Returns: nil for a period that has not begun.
    package init?(_ period: Period, with date: CivilDate, _ values: DailyFigures) {
        days = period.days(with: date)
        guard days.lowerBound <= values.today else { return nil }
        self.period = period
        lastCountedDay = min(days.upperBound, values.today)
        let (first, last) = (days.lowerBound, lastCountedDay)
        figures = Metric.allCases.map { metric in
            Figure(metric, first...last, period, values)
        }
    }
}

extension HealthReview.Period {
    /// Smallest number of days with a value that a median is given for.
    package var minimumDayCount: Int { self == .week ? 3 : 7 }

    /// First and last day of the period that a day belongs to.
    package func days(with date: CivilDate) -> ClosedRange<CivilDate> {
        switch self {
        case .week:
            let first = date.adding(days: -date.weekday)
            return first...first.adding(days: 6)
        case .month:
            let first = date.adding(days: 1 - date.day)
            // The 32nd day from the first of any month lies in the next one.
            let nextMonth = first.adding(days: 31)
            return first...nextMonth.adding(days: -nextMonth.day)
        }
    }
}

extension HealthReview.Figure {
    /// - Parameter days: those of the period that are counted.
    init(
        _ metric: HealthReview.Metric, _ days: ClosedRange<CivilDate>,
        _ period: HealthReview.Period, _ values: DailyFigures
    ) {
        let dates = days.dates
        let found = dates.compactMap { values.value(of: metric, on: $0) }
        let before =
            days.lowerBound.adding(
                days: -HealthReview.baselineDays)...days.lowerBound.adding(days: -1)
        let earlier = before.dates.compactMap { values.value(of: metric, on: $0) }.sorted()
        self.metric = metric
        dayCount = found.count
        median =
            found.count >= period.minimumDayCount ? HealthTimeline.median(found) : nil
        missingDays = dates.compactMap { date in
            values.reason(noneOf: metric, on: date).map {
                HealthReview.MissingDay(date: date, reason: $0)
            }
        }
        baselineDayCount = earlier.count
        guard earlier.count >= HealthReview.minimumBaselineCount,
            let low = Statistics.quantile(0.25, ofSorted: earlier),
            let middle = HealthTimeline.median(earlier),
            let high = Statistics.quantile(0.75, ofSorted: earlier)
        else {
            baselineRange = nil
            return
        }
        baselineRange = HealthReview.BaselineRange(quartileRange: low...high, median: middle)
    }
}

extension ClosedRange<CivilDate> {
    fileprivate var dates: [CivilDate] {
        (lowerBound.dayNumber...upperBound.dayNumber).map(CivilDate.init(dayNumber:))
    }
}
