package import PhysioTypes

extension CivilDate {
    /// The title of a day: `Today`, `Yesterday`, else `Sunday, Dec 28`, with the year if it is not that
    /// of today: `Sunday, Dec 28, 2025`. In German `Heute`, `Gestern`, `Sonntag, 28. Dez.`,
    /// `Sonntag, 28. Dez. 2025`.
    ///
    /// - Parameter today: the day by the viewer's clock.
    package func title(today: CivilDate, _ language: TimelineLanguage) -> String {
        if self == today { return language.pick("Today", "Heute") }
        if self == today.adding(days: -1) { return language.pick("Yesterday", "Gestern") }
        let (year, month) = (self.year, self.month)
        let isThisYear = year == today.year
        switch language {
        case .english:
            let text =
                "\(Self.englishNames.days[weekday]), \(Self.englishNames.months[month - 1]) \(day)"
            return isThisYear ? text : "\(text), \(year)"
        case .german:
            let text =
                "\(Self.germanNames.days[weekday]), \(day). \(Self.germanNames.months[month - 1])"
            return isThisYear ? text : "\(text) \(year)"
        }
    }

    private typealias Names = (days: [String], months: [String])

    private static let englishNames: Names = (
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    )
    private static let germanNames: Names = (
        ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
        [
            "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.",
            "Dez.",
        ]
    )
}
