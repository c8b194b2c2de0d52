package import PhysioTypes

/// The values that a review is made of: recoveries and practice by day.
package struct DailyFigures: Sendable {
    /// The day on the clock of the viewer.
    package let today: CivilDate
    /// The day of practice at this moment: yesterday, where a day begins some hours after midnight and it is earlier.
    private let currentPracticeDay: CivilDate
    private let recoveries: [CivilDate: RecoveryEntry]
    private let practiceSeconds: [CivilDate: Double]
    private let breathingSeconds: [CivilDate: Double]
    private let exportDate: CivilDate?

    /// - Parameter practiceToday: the day that the practice log is at; nil for `today`.
    /// - Parameter recoveries: those of the days, in any order.
    /// - Parameter practiceSeconds: mindful time of each day with an entry; s.
    /// - Parameter breathingSeconds: the part of it that is breathing practice; s.
    /// - Parameter exportDate: day of the newest export of health records; nil where it is not known.
    package init(
        today: CivilDate, currentPracticeDay: CivilDate? = nil, recoveries: [RecoveryEntry],
        practiceSeconds: [CivilDate: Double],
        breathingSeconds: [CivilDate: Double], exportDate: CivilDate?
    ) {
        self.today = today
        self.currentPracticeDay = currentPracticeDay ?? today
        self.recoveries = Dictionary(recoveries.map { ($0.date, $0) }) { first, _ in first }
        self.practiceSeconds = practiceSeconds.filter { $0.value > 0 }
        self.breathingSeconds = breathingSeconds.filter { $0.value > 0 }
        self.exportDate = exportDate
    }

    /// A figure of a day; nil where the day does not have it.
    func value(of metric: HealthReview.Metric, on date: CivilDate) -> Double? {
        switch metric {
        case .sleep: recoveries[date]?.sleep?.totalSeconds
        case .restingHeartRate: recoveries[date]?.vitals?.restingHeartRateBpm?.value
        case .respiratoryRate: recoveries[date]?.vitals?.respiratoryRatePerMinute?.value
        case .practice: practiceSeconds[date]
        case .breathing: breathingSeconds[date]
        }
    }

    /// Returns the reason that a day does not have a figure; nil where it has one.
    func reason(noneOf metric: HealthReview.Metric, on date: CivilDate) -> MissingHealthValueReason?
    {
        guard value(of: metric, on: date) == nil else { return nil }
        switch metric {
        case .practice, .breathing: return date >= currentPracticeDay ? .dayNotOver : .noPractice
        case .sleep, .restingHeartRate, .respiratoryRate:
            if let exportDate, date > exportDate { return .afterExport }
            guard metric == .sleep else { return .noSamples }
            return recoveries[date]?.sleep == nil ? .noSleep : .inBedOnly
        }
    }
}
