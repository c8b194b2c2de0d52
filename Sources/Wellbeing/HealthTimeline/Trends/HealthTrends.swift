package import PhysioTypes

/// The nights of the last days, and how those after breathing differ from the others.
package struct HealthTrends: Sendable, Hashable {
    /// Days that trends are given for.
    package static let trendLengthsDays = [7, 30, 90]

    /// A figure that has a trend; the raw values are what programs read.
    package enum Metric: String, Sendable, CaseIterable {
        /// RMSSD of the night's beats; ms.
        case rmssd = "rmssd_ms"
        /// Resting heart rate; beats/min.
        case restingHeartRate = "resting_hr_bpm"
        /// Total of the night; s.
        case sleep = "sleep_s"
    }

    /// A figure on a date.
    package struct Point: Sendable, Hashable {
        package let date: CivilDate
        package let value: Double
    }

    /// One figure over the days.
    package struct Trend: Sendable, Hashable {
        package let metric: Metric
        /// Dates that have the figure, ascending.
        package let points: [Point]
        /// The median of all points; nil where there are none.
        package let median: Double?
        /// Dates with a night, by whether an own session starts in the 4 h before it.
        package let breathing: MedianDifference
    }

    package let first: CivilDate
    package let last: CivilDate
    /// The trends, in the order of ``Metric``.
    package let trends: [Trend]

    /// - Parameter recoveries: those of the days; others are left out.
    /// - Parameter breathing: own sessions, also those of the evening before the first day.
    /// - Parameter days: how many, `last` among them; at least 1.
    /// - Parameter seed: of the bootstrap; one seed, one answer.
    package init(
        _ recoveries: [RecoveryEntry], breathing: [BreathingEntry], through last: CivilDate,
        days: Int, seed: UInt64 = 1
    ) {
        precondition(days >= 1, "a trend is that of some days")
        let first = last.adding(days: 1 - days)
        self.first = first
        self.last = last
        let recoveriesInRange = recoveries.filter { (first...last).contains($0.date) }
            .sorted { $0.date < $1.date }
        let datesAfterBreathing = Set(
            recoveriesInRange.filter { recovery in
                recovery.sleep.map { sleep in breathing.contains { $0.isShortlyBefore(sleep) } }
                    ?? false
            }.map(\.date))
        trends = Metric.allCases.map { metric in
            let points = recoveriesInRange.compactMap { recovery in
                metric.value(of: recovery).map { Point(date: recovery.date, value: $0) }
            }
            let nights = Set(recoveriesInRange.filter { $0.sleep != nil }.map(\.date))
            let nightPoints = points.filter { nights.contains($0.date) }
            return Trend(
                metric: metric, points: points,
                median: HealthTimeline.median(points.map(\.value)),
                breathing: MedianDifference(
                    with: nightPoints.filter { datesAfterBreathing.contains($0.date) }.map(\.value),
                    without: nightPoints.filter { !datesAfterBreathing.contains($0.date) }.map(
                        \.value),
                    seed: seed))
        }
    }
}

extension HealthTrends.Metric {
    /// nil where the recovery does not have it; a night in bed only has no sleep.
    func value(of recovery: RecoveryEntry) -> Double? {
        switch self {
        case .rmssd: recovery.vitals?.beats?.rmssdMs
        case .restingHeartRate: recovery.vitals?.restingHeartRateBpm?.value
        case .sleep: recovery.sleep?.totalSeconds
        }
    }
}
