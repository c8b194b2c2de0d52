import FlyingFox
import Foundation
import HealthHistory
import HealthTimeline
import PhysioTypes

/// The health records of the page: what is there, days, one workout, one night, trends.
struct HealthFeature: PageFeature {
    let controller: HealthController
    let days: HealthDays
    /// True where no one between a browser and this machine can read along.
    let isPrivate: @Sendable (HTTPRequest) -> Bool

    var routes: [Route] {
        let basePath = "/api/health"
        return [
            Route(.GET, .pattern(basePath), .ownersOnly(state)),
            Route(.GET, .pattern(basePath + "/timeline"), .ownersOnly(timeline)),
            Route(.GET, .pattern(basePath + "/workouts/:id"), .ownersOnly(workout)),
            Route(.GET, .pattern(basePath + "/nights/:date"), .ownersOnly(night)),
            Route(.GET, .pattern(basePath + "/trends"), .ownersOnly(trends)),
            Route(.POST, .pattern(basePath + "/cancel"), .ownersOnly(cancel)),
        ]
    }

    private var store: HealthStore { controller.store }

    /// The longest range of days in one answer.
    private static let maxDays = 400

    // MARK: What is there

    private struct StateResponse: Encodable {
        let revision: Int
        let kinds: [String: Int]
        let newestDay: String?
        let updatedAt: String?
        let exportedOn: String?
        let isEncrypted: Bool
        let importing: HealthController.RunningImport?
        let refusals: [HealthController.Refusal]

        private enum CodingKeys: String, CodingKey {
            case revision, kinds, newestDay = "newest", updatedAt, exportedOn, isEncrypted,
                importing, refusals = "refused"
        }

        // What is missing is null, and not left out.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(revision, forKey: .revision)
            try values.encode(kinds, forKey: .kinds)
            try values.encode(newestDay, forKey: .newestDay)
            try values.encode(updatedAt, forKey: .updatedAt)
            try values.encode(exportedOn, forKey: .exportedOn)
            try values.encode(isEncrypted, forKey: .isEncrypted)
            try values.encode(importing, forKey: .importing)
            try values.encode(refusals, forKey: .refusals)
        }
    }

    @Sendable private func state(_ request: PageRequest) async throws -> HTTPResponse {
        let snapshot = await controller.snapshot(
            after: request.http.queryValue("after").flatMap { Int($0) })
        let homeZone = try store.homeZoneRules()
        func civilInstant(_ ms: Int64) -> CivilInstant {
            CivilInstant(unixMs: ms, offsetMinutes: homeZone.offsetMinutes(ms))
        }
        return try .json(
            StateResponse(
                revision: snapshot.revision,
                kinds: Dictionary(
                    uniqueKeysWithValues: HealthChangeKind.allCases.map {
                        ($0.name, snapshot.kinds[$0] ?? 0)
                    }),
                newestDay: try store.newestDay()?.text,
                updatedAt: civilInstant(Int64(Date().timeIntervalSince1970 * 1000)).clockText,
                exportedOn: try store.newestExportMs().map {
                    civilInstant($0).date.title(
                        today: civilInstant($0).date.dayOfAnotherYear, language(request))
                },
                isEncrypted: isPrivate(request.http), importing: snapshot.runningImport,
                refusals: snapshot.refusals))
    }

    @Sendable private func cancel(_: PageRequest) throws -> HTTPResponse {
        controller.cancel()
        return HTTPResponse(statusCode: .noContent)
    }

    // MARK: Days

    private struct TimelineResponse: Encodable {
        let sections: [DayResponse]
        let newestDay: String?

        private enum CodingKeys: String, CodingKey {
            case sections
            case newestDay = "newest"
        }
    }

    @Sendable private func timeline(_ request: PageRequest) throws -> HTTPResponse {
        let (first, last) = (try date(request, "from"), try date(request, "to"))
        let today = try date(request, "today")
        guard first <= last, last.dayNumber - first.dayNumber < Self.maxDays else {
            throw DashboardError.invalid("from to to are at most \(Self.maxDays) days")
        }
        let (options, language) = (try days.options(), language(request))
        let sections = TimelineBuilder.sections(
            of: try days.data(first...last, homeZone: options.homeZone), from: first, through: last,
            options: options)
        let responses = sections.map { section in
            DayResponse(
                id: section.date.text, title: section.date.title(today: today, language),
                entries: section.entries.map { EntryResponse($0, options, language) })
        }
        return try .json(
            TimelineResponse(sections: responses, newestDay: try store.newestDay()?.text))
    }

    @Sendable private func workout(_ request: PageRequest) throws -> HTTPResponse {
        let id = request.pathValues[0]
        guard let startMs = try store.workout(named: id)?.startMs else { throw Self.recordNotFound }
        let options = try days.options()
        let start = CivilInstant(
            unixMs: startMs, offsetMinutes: options.homeZone.offsetMinutes(startMs))
        let date = start.date
        let data = try days.data(date...date, homeZone: options.homeZone)
        guard let detail = TimelineBuilder.workout(id, in: data, options: options) else {
            throw Self.recordNotFound
        }
        return try .json(
            WorkoutResponse(detail, data, options, today: date.dayOfAnotherYear, language(request)))
    }

    @Sendable private func night(_ request: PageRequest) throws -> HTTPResponse {
        guard let date = CivilDate(request.pathValues[0]) else { throw Self.recordNotFound }
        let options = try days.options()
        let data = try days.data(date...date, homeZone: options.homeZone)
        guard let detail = TimelineBuilder.night(of: date, in: data, options: options) else {
            throw Self.recordNotFound
        }
        return try .json(
            NightResponse(detail, data, options, today: date.dayOfAnotherYear, language(request)))
    }

    private static let recordNotFound = DashboardError(
        status: .notFound,
        text: "there is no record of this: it may have been removed by a newer export")

    // MARK: Trends

    @Sendable private func trends(_ request: PageRequest) throws -> HTTPResponse {
        guard let count = Int(request.http.queryValue("days") ?? "30"),
            HealthTrends.trendLengthsDays.contains(count)
        else { throw DashboardError.invalid("days is 7, 30 or 90") }
        let last = try date(request, "today")
        let first = last.adding(days: 1 - count)
        let options = try days.options()
        let data = try days.data(first...last, homeZone: options.homeZone)
        let recoveries = TimelineBuilder.sections(
            of: data, from: first, through: last, options: options
        ).flatMap(\.entries).compactMap { entry -> RecoveryEntry? in
            if case .recovery(let recovery) = entry { recovery } else { nil }
        }
        return try .json(
            TrendsResponse(
                HealthTrends(recoveries, breathing: data.breathing, through: last, days: count)))
    }

    // MARK: Parts of a request

    private func date(_ request: PageRequest, _ name: String) throws -> CivilDate {
        guard let date = request.http.queryValue(name).flatMap({ CivilDate($0) }) else {
            throw DashboardError.invalid("\(name) is a date such as 2026-11-22")
        }
        return date
    }

    private func language(_ request: PageRequest) -> TimelineLanguage {
        request.http.queryValue("language").flatMap { TimelineLanguage(rawValue: $0) } ?? .english
    }
}

extension CivilDate {
    /// A day of another year: titles then name the year.
    fileprivate var dayOfAnotherYear: CivilDate { adding(days: 400) }
}

extension HealthChangeKind {
    /// The name that pages use.
    fileprivate var name: String {
        switch self {
        case .workouts: "workouts"
        case .sleep: "sleep"
        case .vitals: "vitals"
        }
    }
}
