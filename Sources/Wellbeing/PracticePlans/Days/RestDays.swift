package import PhysioTypes

/// Days from the first to the last on which a person rests: a streak neither grows nor suffers.
package struct RestRange: Sendable, Hashable {
    /// The largest number of days before today at which a rest that is set today may begin.
    package static let maxDaysBack = 7
    /// The largest number of days of one rest.
    package static let maxDays = 366

    package let first: CivilDate
    package let last: CivilDate

    /// A rest that a person sets.
    ///
    /// - Parameter today: the day on which it is set.
    /// - Throws: `DaysError` where it begins more than seven days before today, ends before it
    ///   begins, or is longer than a year.
    package init(
        first: CivilDate, last: CivilDate, setOn today: CivilDate
    ) throws(DaysError) {
        let earliest = today.adding(days: -Self.maxDaysBack)
        guard first >= earliest else { throw .restTooLongAgo(first: first, earliest: earliest) }
        try self.init(stored: first, last: last)
    }

    /// A rest that was set before and is read back.
    ///
    /// - Throws: `DaysError` where it ends before it begins, or is longer than a year.
    package init(stored first: CivilDate, last: CivilDate) throws(DaysError) {
        guard first <= last else { throw .restEndsBeforeItBegins(first: first, last: last) }
        let days = last.dayNumber - first.dayNumber + 1
        guard days <= Self.maxDays else { throw .restTooLong(days: days, limit: Self.maxDays) }
        self.first = first
        self.last = last
    }
}

/// All days of rest.
package struct RestDays: Sendable, Hashable {
    /// Numbers of days; a span of them stands where `TimeSpans` has milliseconds.
    private let spans: [Range<Int64>]
    /// The number of days in the spans before each, and at the end in all of them.
    private let counts: [Int]

    /// The union of any rests.
    ///
    /// - Complexity: O(n log n).
    package init(_ ranges: [RestRange] = []) {
        spans =
            TimeSpans(ranges.map { Int64($0.first.dayNumber)..<Int64($0.last.dayNumber) + 1 })
            .spans
        counts = spans.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
    }

    /// - Complexity: O(log n).
    package func contains(_ date: CivilDate) -> Bool { dayAfterRest(date) != nil }

    /// Returns the number of days of rest strictly between two days.
    ///
    /// - Complexity: O(log n).
    package func count(between first: CivilDate, and last: CivilDate) -> Int {
        max(0, count(before: last) - count(before: first.adding(days: 1)))
    }

    /// The first day from `date` on that is no rest.
    ///
    /// - Complexity: O(log n).
    package func firstDayWithoutRest(from date: CivilDate) -> CivilDate {
        dayAfterRest(date) ?? date
    }

    /// The day after the rest that a day lies in; nil where it lies in none.
    private func dayAfterRest(_ date: CivilDate) -> CivilDate? {
        let day = Int64(date.dayNumber)
        let next = spans.partitioningIndex { $0.lowerBound > day }
        guard next > 0, day < spans[next - 1].upperBound else { return nil }
        return CivilDate(dayNumber: Int(spans[next - 1].upperBound))
    }

    private func count(before date: CivilDate) -> Int {
        let day = Int64(date.dayNumber)
        let next = spans.partitioningIndex { $0.lowerBound >= day }
        guard next > 0 else { return 0 }
        return counts[next] - Int(max(0, spans[next - 1].upperBound - day))
    }
}
