import PhysioTypes

extension PracticeDays {
    /// The number of days that a suggestion looks at, today among them.
    package static let suggestionWindowDays = 28

    /// The time at which a person usually starts: the median of the starts of the last 28 days.
    ///
    /// Times are counted from the start of the day on, so that starts before and after midnight
    /// stay together where a day begins later.
    ///
    /// - Returns: nil without any start.
    package func suggestedTime() -> ClockTime? {
        let first = today.adding(days: 1 - Self.suggestionWindowDays)
        let minutes = entries.filter { (first...today).contains(settings.day(of: $0.start)) }
            .map { (Int($0.start.secondsOfDay) / 60 + 1440 - settings.dayStartMinutes) % 1440 }
            .sorted()
        guard !minutes.isEmpty else { return nil }
        let middle = (minutes[(minutes.count - 1) / 2] + minutes[minutes.count / 2]) / 2
        return try? ClockTime(minute: (middle + settings.dayStartMinutes) % 1440)
    }
}
