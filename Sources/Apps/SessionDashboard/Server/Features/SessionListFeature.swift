import FlyingFox
import Foundation
import SessionHistory

/// Lists of kept sessions: the last one, trends, and all of them page by page.
struct SessionListFeature: PageFeature {
    let history: StoredHistory

    /// Sessions of one answer.
    private static let defaultSessionCount = 50
    private static let maxCount = 200
    private static let trendSessionCount = 30
    private static let trendDays: Set<Int> = [7, 30, 90]

    var routes: [Route] {
        [
            Route(.GET, "/api/home", respond: home),
            Route(.GET, "/api/trends", respond: trends),
            Route(.GET, "/api/sessions", respond: sessions),
        ]
    }

    // What is missing is null, and not left out.
    private struct HomeResponse: Encodable {
        let last: BreathingSession?
        let trend: [SessionTrendPoint]
        let count: Int

        private enum CodingKeys: String, CodingKey { case last, trend, count }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(last, forKey: .last)
            try container.encode(trend, forKey: .trend)
            try container.encode(count, forKey: .count)
        }
    }

    @Sendable private func home(_: PageRequest) throws -> HTTPResponse {
        guard let store = history.store else {
            return try .json(HomeResponse(last: nil, trend: [], count: 0))
        }
        return try .json(
            HomeResponse(
                last: try store.last(), trend: try store.trend(last: Self.trendSessionCount),
                count: try store.sessions(SessionQuery(limit: 0)).total))
    }

    private struct SessionTrendsResponse: Encodable { let trend: [SessionTrendPoint] }

    @Sendable private func trends(_ request: PageRequest) throws -> HTTPResponse {
        guard let days = Int(request.http.queryValue("days") ?? "30"), Self.trendDays.contains(days)
        else { throw DashboardError.invalid("days is 7, 30 or 90") }
        return try .json(SessionTrendsResponse(trend: try history.requiredStore.trend(days: days)))
    }

    private struct SessionsResponse: Encodable {
        let page: SessionPage

        private enum CodingKeys: String, CodingKey { case sessions, next, total }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(page.sessions, forKey: .sessions)
            try container.encode(page.next, forKey: .next)
            try container.encode(page.total, forKey: .total)
        }
    }

    @Sendable private func sessions(_ request: PageRequest) throws -> HTTPResponse {
        let http = request.http
        var query = SessionQuery(http.queryValue("apart") == "1" ? .excluded : .own)
        let limit = http.queryValue("limit").map { Int($0) } ?? Self.defaultSessionCount
        guard let limit, (1...Self.maxCount).contains(limit) else {
            throw DashboardError.invalid("limit is 1 to \(Self.maxCount)")
        }
        query.limit = limit
        query.cursor = http.queryValue("before")
        query.startedFrom = try day(http, "from")?.start
        query.startedBefore = try day(http, "to")?.end
        return try .json(SessionsResponse(page: try history.requiredStore.sessions(query)))
    }

    private func day(_ request: HTTPRequest, _ name: String) throws -> DateInterval? {
        guard let text = request.queryValue(name), !text.isEmpty else { return nil }
        guard let day = LocalTime.day(text) else {
            throw DashboardError.invalid("\(name) is a date such as 2026-11-22")
        }
        return day
    }
}
