import ArgumentParser
import CommandSupport
import Foundation
import PhysioTypes
import PracticePlans
import PracticeRuntime
import SessionHistory

/// `hrv practice streak`: how many days in a row.
struct PracticeStreakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streak", abstract: "Show how many days in a row, mindful and workout.",
        discussion: """
            A day counts from 2 minutes on, unless the settings say otherwise. Each seventh day in a row earns a \
            reward, of which three are held; a missed day costs a reward, or the streak. hrv practice rest sets days on which nothing is expected.
            """)

    @OptionGroup var options: HistoryOptions

    func run() throws {
        try options.run { store, _ in
            let log = try PracticeLog(store, clock: SystemPracticeClock())
            let streaks = PracticeMeasure.allCases.map {
                PracticeStreakRow(Streak(log.days, $0), log.days)
            }
            try options.write(PracticeStreakRow.text(streaks, options.shape))
        }
    }
}

/// A streak as a row.
struct PracticeStreakRow: Encodable {
    let measure: String
    let days: Int
    let run: Int
    let rewards: Int
    let best: Int
    let openUntil: String?
    let daysToReward: Int?

    private enum CodingKeys: String, CodingKey {
        case measure, days, run, rewards, best
        case openUntil = "open_until"
        case daysToReward = "days_to_reward"
    }

    init(_ streak: Streak, _ days: PracticeDays) {
        measure = streak.measure.rawValue
        self.days = streak.length
        run = streak.run
        rewards = streak.rewards
        best = streak.best
        openUntil = streak.openUntilMs.map {
            LocalTime.text(
                Date(timeIntervalSince1970: Double($0) / 1000),
                utcOffsetSeconds: 60 * days.zone.offsetMinutes($0))
        }
        daysToReward = streak.daysToNextReward
    }

    /// Encodes all values; nil is written as null.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(measure, forKey: .measure)
        try values.encode(days, forKey: .days)
        try values.encode(run, forKey: .run)
        try values.encode(rewards, forKey: .rewards)
        try values.encode(best, forKey: .best)
        try values.encode(openUntil, forKey: .openUntil)
        try values.encode(daysToReward, forKey: .daysToReward)
    }

    static func text(_ rows: [PracticeStreakRow], _ shape: HistoryShape) -> String {
        let names = ["measure", "days", "run", "rewards", "best", "open_until", "days_to_reward"]
        let cells = rows.map { row in
            [
                row.measure, "\(row.days)", "\(row.run)", "\(row.rewards)", "\(row.best)",
                row.openUntil ?? "", row.daysToReward.map(String.init) ?? "",
            ]
        }
        switch shape {
        case .csv: return PracticeTable.csv(names, cells)
        case .json: return PracticeJSON.text(rows, isPretty: true) + "\n"
        case .ndjson: return rows.map { PracticeJSON.text($0) + "\n" }.joined()
        case .table:
            return TextColumns.text(
                titles: ["", "days", "rewards", "best", "to the next reward", "open until"],
                rows: rows.map { row in
                    [
                        row.measure, "\(row.days)", "\(row.rewards)", "\(row.best)",
                        row.daysToReward.map(String.init) ?? "–",
                        row.openUntil.map {
                            String($0.prefix(16)).replacingOccurrences(of: "T", with: " ")
                        } ?? "–",
                    ]
                }, rightAligned: [false, true, true, true, true, false])
        }
    }
}

/// `hrv practice minutes`: sums by day, week or month.
struct PracticeMinutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "minutes", abstract: "Add up time by day, week or month.")

    @Option(help: "day, week or month.")
    var by = PracticePeriod.week

    @Flag(help: "Weeks begin on Sunday, whatever the settings say.")
    var sunday = false

    @OptionGroup var filter: PracticeFilterOptions

    @OptionGroup var options: HistoryOptions

    /// The number of days before the last that are shown if no dates are asked for, by period.
    private static let defaultDayCounts = [PracticePeriod.day: 13, .week: 83, .month: 364]

    func run() throws {
        try options.run { store, _ in
            // A day of practice may continue after midnight, so days are separated by the log, not by the query.
            var query = filter.query
            (query.startedFrom, query.startedBefore) = (nil, nil)
            let log = try PracticeLog(store, query, clock: SystemPracticeClock())
            let last = filter.dates.to.flatMap { CivilDate($0) } ?? log.days.today
            let first =
                filter.dates.from.flatMap { CivilDate($0) }
                ?? last.adding(days: -(Self.defaultDayCounts[by] ?? 0))
            let totals = PracticeTotal.totals(
                log.days, by: by, in: min(first, last)...last,
                weeksFrom: sunday ? .sunday : log.settings.weekStart
            )
            try options.write(text(totals))
        }
    }

    private struct Row: Encodable {
        let firstDay: String
        let mindfulSeconds: Double
        let workoutSeconds: Double

        private enum CodingKeys: String, CodingKey {
            case firstDay = "from"
            case mindfulSeconds = "mindful_s"
            case workoutSeconds = "workout_s"
        }
    }

    private func text(_ totals: [PracticeTotal]) -> String {
        let rows = totals.map {
            Row(
                firstDay: $0.first.text, mindfulSeconds: Double($0.mindfulMs) / 1000,
                workoutSeconds: Double($0.workoutMs) / 1000)
        }
        switch options.shape {
        case .json: return PracticeJSON.text(rows, isPretty: true) + "\n"
        case .ndjson: return rows.map { PracticeJSON.text($0) + "\n" }.joined()
        case .csv:
            return PracticeTable.csv(
                ["from", "mindful_s", "workout_s"],
                totals.map {
                    [
                        $0.first.text, PracticeTable.secondsText($0.mindfulMs),
                        PracticeTable.secondsText($0.workoutMs),
                    ]
                })
        case .table:
            return TextColumns.text(
                titles: [by.rawValue, "mindful", "workout"],
                rows: totals.map {
                    [
                        $0.first.text, ClockText.text(Double($0.mindfulMs) / 1000),
                        ClockText.text(Double($0.workoutMs) / 1000),
                    ]
                }, rightAligned: [false, true, true])
        }
    }
}

extension PracticePeriod: ExpressibleByArgument {}

/// `hrv practice calendar`: a month.
struct PracticeCalendarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar", abstract: "Show a month: minutes, rest days, rewards.",
        discussion: "* a reward was earned; - one was spent; r a day of rest.")

    @Argument(help: ArgumentHelp("Such as 2026-11 (default: this month).", valueName: "month"))
    var month: String?

    @Flag(help: "Weeks begin on Sunday, whatever the settings say.")
    var sunday = false

    @Option(help: "mindful or workout.")
    var measure = PracticeMeasure.mindful

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        if let month, CivilDate(month + "-01") == nil {
            throw ValidationError("\(month): no month such as 2026-11")
        }
    }

    func run() throws {
        try options.run { store, _ in
            let log = try PracticeLog(store, clock: SystemPracticeClock())
            let day = month.flatMap { CivilDate($0 + "-01") } ?? log.days.today
            let found = PracticeMonth(
                year: day.year, month: day.month, days: log.days,
                streak: Streak(log.days, measure),
                weeksFrom: sunday ? .sunday : log.settings.weekStart)
            guard let found else { return }
            try options.write(text(found))
        }
    }

    private struct Row: Encodable {
        let date: String
        let mindfulSeconds: Double
        let workoutSeconds: Double
        let isRest: Bool
        let reward: String?

        private enum CodingKeys: String, CodingKey {
            case date, reward
            case mindfulSeconds = "mindful_s"
            case workoutSeconds = "workout_s"
            case isRest = "is_rest"
        }

        /// Encodes all values; nil is written as null.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(date, forKey: .date)
            try values.encode(mindfulSeconds, forKey: .mindfulSeconds)
            try values.encode(workoutSeconds, forKey: .workoutSeconds)
            try values.encode(isRest, forKey: .isRest)
            try values.encode(reward, forKey: .reward)
        }
    }

    private func text(_ month: PracticeMonth) -> String {
        let days = month.weeks.flatMap { $0 }.filter(\.isInMonth)
        let rows = days.map { day in
            Row(
                date: day.date.text,
                mindfulSeconds: Double(day.practiceDay?.timeMs(.mindful) ?? 0) / 1000,
                workoutSeconds: Double(day.practiceDay?.timeMs(.workout) ?? 0) / 1000,
                isRest: day.isRestDay,
                reward: day.reward.map { $0 == .earned ? "earned" : "spent" })
        }
        switch options.shape {
        case .json: return PracticeJSON.text(rows, isPretty: true) + "\n"
        case .ndjson: return rows.map { PracticeJSON.text($0) + "\n" }.joined()
        case .csv:
            return PracticeTable.csv(
                ["date", "mindful_s", "workout_s", "is_rest", "reward"],
                rows.map {
                    [
                        $0.date, "\($0.mindfulSeconds)", "\($0.workoutSeconds)", "\($0.isRest)",
                        $0.reward ?? "",
                    ]
                })
        case .table: return table(month)
        }
    }

    private static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    private static let cellWidth = 9

    private func table(_ month: PracticeMonth) -> String {
        func padded(_ text: String) -> String {
            String(repeating: " ", count: max(0, Self.cellWidth - text.count)) + text
        }
        let first = month.weeks.first?.first?.date.weekday ?? 0
        let names = Self.weekdays[first...] + Self.weekdays[..<first]
        var lines = ["\(month.year)-\(twoDigits(month.month))", names.map(padded).joined()]
        for week in month.weeks {
            lines.append(
                week.map { day in
                    guard day.isInMonth else { return padded("") }
                    let minutes = (day.practiceDay?.timeMs(measure) ?? 0) / 60_000
                    let sign = day.reward.map { $0 == .earned ? "*" : "-" } ?? ""
                    let text = minutes > 0 ? "\(minutes)m" : day.isRestDay ? "r" : "·"
                    return padded("\(day.date.day) \(text)\(sign)")
                }.joined())
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension PracticeMeasure: ExpressibleByArgument {}

/// `hrv practice rest`: days on which nothing is expected.
struct PracticeRestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rest",
        abstract: "Set days on which nothing is expected, or list them.",
        discussion: """
            hrv practice rest 2026-12-24 2026-12-26
            hrv practice rest --remove 2026-12-24
            """)

    @Argument(help: ArgumentHelp("The first day.", valueName: "first"))
    var first: String?

    @Argument(help: ArgumentHelp("The last day (default: the first).", valueName: "last"))
    var last: String?

    @Option(help: ArgumentHelp("Remove the rest that begins on this day.", valueName: "date"))
    var remove: String?

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        for text in [first, last, remove].compactMap(\.self) where CivilDate(text) == nil {
            throw ValidationError("\(text): no date such as 2026-12-24")
        }
        guard first == nil || remove == nil else {
            throw ValidationError("choose between setting and removing")
        }
    }

    func run() throws {
        try options.run { store, diagnostics in
            let clock = SystemPracticeClock()
            var stored = try store.restDays()
            if let remove, let day = CivilDate(remove) {
                let previousCount = stored.count
                stored.removeAll { $0.firstDay == day.dayNumber }
                guard stored.count < previousCount else {
                    diagnostics.error("no rest begins on \(remove)", code: "not_found")
                    throw ExitStatus.noInput.exitCode
                }
                try store.save(restDays: stored)
            }
            if let first, let firstDay = CivilDate(first) {
                let lastDay = last.flatMap { CivilDate($0) } ?? firstDay
                let today = try PracticeLog(store, clock: clock).days.today
                stored.append(
                    StoredRestDays(firstDay: firstDay.dayNumber, lastDay: lastDay.dayNumber))
                try store.setRestDays(
                    stored.map {
                        (CivilDate(dayNumber: $0.firstDay), CivilDate(dayNumber: $0.lastDay))
                    }, today: today)
            }
            try options.write(
                text(stored.sorted { ($0.firstDay, $0.lastDay) < ($1.firstDay, $1.lastDay) }))
        }
    }

    private func text(_ ranges: [StoredRestDays]) -> String {
        let rows = ranges.map {
            [CivilDate(dayNumber: $0.firstDay).text, CivilDate(dayNumber: $0.lastDay).text]
        }
        let objects = rows.map { ["first": $0[0], "last": $0[1]] }
        switch options.shape {
        case .csv: return PracticeTable.csv(["first", "last"], rows)
        case .json: return PracticeJSON.text(objects, isPretty: true) + "\n"
        case .ndjson: return objects.map { PracticeJSON.text($0) + "\n" }.joined()
        case .table:
            return rows.isEmpty
                ? "No days of rest.\n"
                : rows.map { $0[0] == $0[1] ? "\($0[0])\n" : "\($0[0]) to \($0[1])\n" }.joined()
        }
    }
}
