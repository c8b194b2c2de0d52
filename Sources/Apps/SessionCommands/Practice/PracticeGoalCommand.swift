import ArgumentParser
import CommandSupport
import PracticePlans
import PracticeRuntime
import SessionHistory

/// `hrv practice goal`: what one wants to do, and how much of it is done.
struct PracticeGoalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goal",
        abstract: "Show or set a goal: mindful minutes a day, days a week.",
        discussion: """
            hrv practice goal --minutes 20 --days 5
            hrv practice goal

            Without minutes a day is met as it counts for a streak. A goal costs nothing where it is missed.
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Mindful minutes that meet a day, 1 to 1440.", valueName: "min"))
    var minutes: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Days of a week that are to be met, 1 to 7.", valueName: "n"))
    var days: Int?

    @Flag(help: "Have no goal any more.")
    var none = false

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        guard minutes.map(PracticeGoal.minutesPerDayRange.contains) ?? true else {
            throw ValidationError("--minutes lies in 1 to 1440")
        }
        guard days.map(PracticeGoal.daysPerWeekRange.contains) ?? true else {
            throw ValidationError("--days lies in 1 to 7")
        }
        guard !none || minutes == nil && days == nil else {
            throw ValidationError("--none goes with neither --minutes nor --days")
        }
    }

    func run() throws {
        try options.run { store, diagnostics in
            let previousSettings = try store.practiceSettings()
            var settings = previousSettings
            if none { (settings.goalMinutes, settings.goalDays) = (nil, nil) }
            if let minutes { settings.goalMinutes = minutes }
            if let days { settings.goalDays = days }
            if settings != previousSettings {
                try store.save(settings)
                diagnostics.summary(none ? "there is no goal any more" : "the goal is kept")
            }
            let log = try PracticeLog(store, clock: SystemPracticeClock())
            let status = log.settings.goal.map {
                PracticeGoalStatus(
                    $0, $0.progress(log.days, weeksFrom: log.settings.weekStart), log.days.settings)
            }
            try options.write(PracticeGoalStatus.text(status, options.shape))
        }
    }
}

/// A goal and what has been done of it, as a row.
struct PracticeGoalStatus: Encodable {
    let minutesPerDay: Double
    let todayMinutes: Double
    let isTodayMet: Bool
    let daysPerWeek: Int?
    let weekFrom: String
    let metDayCount: Int
    let isWeekMet: Bool?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case minutesPerDay = "goal_min"
        case todayMinutes = "today_min"
        case isTodayMet = "today_met"
        case daysPerWeek = "goal_days"
        case weekFrom = "week_from"
        case metDayCount = "week_days"
        case isWeekMet = "week_met"
    }

    init(_ goal: PracticeGoal, _ progress: PracticeGoal.Progress, _ settings: DaySettings) {
        minutesPerDay = Double(goal.requiredMs(settings)) / 60_000
        todayMinutes = (Double(progress.todayMs) / 6000).rounded(.down) / 10
        isTodayMet = progress.isTodayGoalMet
        daysPerWeek = goal.daysPerWeek
        weekFrom = progress.weekFirstDay.text
        metDayCount = progress.goalMetDayCount
        isWeekMet = progress.isWeekGoalMet
    }

    /// Encodes all values; nil is written as null.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(minutesPerDay, forKey: .minutesPerDay)
        try values.encode(todayMinutes, forKey: .todayMinutes)
        try values.encode(isTodayMet, forKey: .isTodayMet)
        try values.encode(daysPerWeek, forKey: .daysPerWeek)
        try values.encode(weekFrom, forKey: .weekFrom)
        try values.encode(metDayCount, forKey: .metDayCount)
        try values.encode(isWeekMet, forKey: .isWeekMet)
    }

    static func text(_ status: PracticeGoalStatus?, _ shape: HistoryShape) -> String {
        switch shape {
        case .json: return PracticeJSON.text(status, isPretty: true) + "\n"
        case .ndjson: return status.map { PracticeJSON.text($0) + "\n" } ?? ""
        case .csv:
            let rows = status.map { row in
                [
                    "\(row.minutesPerDay)", "\(row.todayMinutes)", "\(row.isTodayMet)",
                    row.daysPerWeek.map(String.init) ?? "", row.weekFrom, "\(row.metDayCount)",
                    row.isWeekMet.map { "\($0)" } ?? "",
                ]
            }
            return PracticeTable.csv(
                CodingKeys.allCases.map(\.rawValue), [rows].compactMap(\.self))
        case .table:
            guard let status else {
                return "No goal: hrv practice goal --minutes 20 --days 5 sets one.\n"
            }
            func number(_ value: Double) -> String {
                value == value.rounded() ? "\(Int(value))" : "\(value)"
            }
            let weekText = status.daysPerWeek.map { "\(status.metDayCount) of \($0)" }
            return "Today \(number(status.todayMinutes)) of \(number(status.minutesPerDay)) min"
                + ", this week \(weekText ?? "\(status.metDayCount)") days\n"
        }
    }
}
