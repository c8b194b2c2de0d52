import FlyingFox
import PhysioTypes
import PracticePlans
import PracticeRuntime

/// The log by days: streaks, a month, sums.
struct PracticeDaysFeature: PageFeature {
    let logReader: PracticeLogReader

    /// Longest span of days that is added up; days.
    static let maxDays = 3660
    /// The numbers of days shown where none is requested.
    private static let defaultDayCounts = [PracticePeriod.day: 14, .week: 84, .month: 365]

    var routes: [Route] {
        [
            Route(.GET, "/api/practice/streaks", respond: streaks),
            Route(.GET, "/api/practice/calendar", respond: calendar),
            Route(.GET, "/api/practice/minutes", respond: minutes),
        ]
    }

    @Sendable private func streaks(_: PageRequest) throws -> HTTPResponse {
        try .json(StreaksResponse(try logReader.readLog().days))
    }

    @Sendable private func calendar(_ request: PageRequest) throws -> HTTPResponse {
        let log = try logReader.readLog()
        var day = log.days.today
        if let text = request.http.queryValue("month") {
            guard let first = CivilDate(text + "-01") else {
                throw DashboardError.invalid("month is one such as 2026-11")
            }
            day = first
        }
        let weekStart = log.settings.weekStart
        let response = MonthResponse(
            year: day.year, month: day.month, days: log.days, weeksFrom: weekStart)
        guard let response else { throw DashboardError.invalid("month is one such as 2026-11") }
        return try .json(response)
    }

    private struct PracticeTotalsResponse: Encodable {
        struct Total: Encodable {
            let first: String
            let mindfulSeconds: Double
            let workoutSeconds: Double
        }

        let by: String
        let totals: [Total]
    }

    @Sendable private func minutes(_ request: PageRequest) throws -> HTTPResponse {
        guard let period = PracticePeriod(rawValue: request.http.queryValue("by") ?? "week") else {
            throw DashboardError.invalid("by is day, week or month")
        }
        let log = try logReader.readLog()
        let last = try PracticeLogReader.day(request, "to") ?? log.days.today
        let first =
            try PracticeLogReader.day(request, "from")
            ?? last.adding(days: 1 - (Self.defaultDayCounts[period] ?? 1))
        guard first <= last, last.dayNumber - first.dayNumber < Self.maxDays else {
            throw DashboardError.invalid("from to to are 1 to \(Self.maxDays) days")
        }
        let totals = PracticeTotal.totals(
            log.days, by: period, in: first...last, weeksFrom: log.settings.weekStart)
        return try .json(
            PracticeTotalsResponse(
                by: period.rawValue,
                totals: totals.map {
                    .init(
                        first: $0.first.text, mindfulSeconds: Double($0.mindfulMs) / 1000,
                        workoutSeconds: Double($0.workoutMs) / 1000)
                }))
    }
}
