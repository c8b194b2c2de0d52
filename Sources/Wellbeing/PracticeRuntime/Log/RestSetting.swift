package import PhysioTypes
package import PracticePlans
package import SessionHistory

extension SessionStore {
    /// Keeps these rests instead of all others.
    ///
    /// - Parameter rests: first and last days, in any order. One that is not kept yet has to be one that can be set today.
    /// - Parameter today: by the clock of the person.
    /// - Throws: `setting`, with the rule in words; then nothing changes.
    package func setRestDays(
        _ rests: [(first: CivilDate, last: CivilDate)], today: CivilDate
    ) throws(HistoryError) {
        let stored = try restDays()
        var next: [StoredRestDays] = []
        for (first, last) in rests {
            let rest = StoredRestDays(firstDay: first.dayNumber, lastDay: last.dayNumber)
            if !stored.contains(rest) {
                do throws(DaysError) {
                    _ = try RestRange(first: first, last: last, setOn: today)
                } catch {
                    throw .invalidSetting(error.text)
                }
            }
            next.append(rest)
        }
        try save(restDays: next)
    }
}

extension DaysError {
    /// One sentence for a person.
    package var text: String {
        switch self {
        case .outOfRange(let setting, let found, let allowed):
            "\(setting) lies in \(allowed.lowerBound) to \(allowed.upperBound), not \(found)"
        case .restEndsBeforeItBegins(let first, let last):
            "the rest ends on \(last.text), before it begins on \(first.text)"
        case .restTooLongAgo(_, let earliestDate):
            "a rest begins \(RestRange.maxDaysBack) days back at most: on \(earliestDate.text) or later"
        case .restTooLong(let days, let limit): "a rest has \(limit) days at most, not \(days)"
        }
    }
}
