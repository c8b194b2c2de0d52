package import PhysioTypes

/// Days of the week.
package struct Weekdays: Sendable, Hashable {
    package static let allowedValuesText =
        "days such as mon-fri or tue,thu, of mon, tue, wed, thu, fri, sat, sun; or daily"

    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Indices in the week; 0 is Monday. Never empty.
    private let indices: Set<Int>

    /// Every day.
    package static let daily = Weekdays(indices: Set(0..<7))

    private init(indices: Set<Int>) { self.indices = indices }

    /// `mon-fri`, `tue,thu`, `mon-wed,sat`, `sat-mon` over the end of the week, or `daily`; capital
    /// letters count as small ones.
    ///
    /// - Throws: `ReminderError.invalidDays` for any other text.
    package init(_ text: String) throws(ReminderError) {
        let lowered = text.lowercased()
        if lowered == "daily" {
            self = .daily
            return
        }
        var indices: Set<Int> = []
        for part in lowered.split(separator: ",", omittingEmptySubsequences: false) {
            let bounds = part.split(separator: "-", omittingEmptySubsequences: false)
                .map { Self.names.firstIndex(of: String($0)) }
            guard (1...2).contains(bounds.count), let first = bounds[0],
                let last = bounds[bounds.count - 1]
            else { throw .invalidDays(found: text, allowed: Self.allowedValuesText) }
            indices.formUnion((first...(last < first ? last + 7 : last)).map { $0 % 7 })
        }
        self.indices = indices
    }

    package func contains(_ date: CivilDate) -> Bool { indices.contains(date.weekday) }

    /// The days as `init(_:)` reads them: `daily`, or runs of days from Monday on.
    package var text: String {
        if indices.count == 7 { return "daily" }
        var parts: [String] = []
        var day = 0
        while day < 7 {
            guard indices.contains(day) else {
                day += 1
                continue
            }
            let end = (day..<7).prefix { indices.contains($0) }.last ?? day
            let joint = end - day > 1 ? "-" : ","
            parts.append(day == end ? Self.names[day] : Self.names[day] + joint + Self.names[end])
            day = end + 1
        }
        return parts.joined(separator: ",")
    }
}
