import FlyingFox
import PhysioTypes
import PracticePlans
import PracticeRuntime

/// Days on which nothing is expected.
struct PracticeRestFeature: PageFeature {
    let logReader: PracticeLogReader

    var routes: [Route] {
        [
            Route(.GET, "/api/practice/rest") { _ in try response() },
            Route(.PUT, "/api/practice/rest", respond: save),
        ]
    }

    private struct DateRange: Codable {
        let first: String
        let last: String
    }

    private struct RestResponse: Encodable {
        let rest: [DateRange]
        let today: String
        /// The first day on which a rest can begin that is set today.
        let earliestStart: String
        let maxDays: Int

        private enum CodingKeys: String, CodingKey {
            case rest, today, earliestStart = "earliest"
            case maxDays = "mostDays"
        }
    }

    private func response() throws -> HTTPResponse {
        let store = try logReader.history.requiredStore
        let today = logReader.today(try store.practiceSettings())
        return try .json(
            RestResponse(
                rest: try store.restDays().map {
                    DateRange(
                        first: CivilDate(dayNumber: $0.firstDay).text,
                        last: CivilDate(dayNumber: $0.lastDay).text)
                }, today: today.text,
                earliestStart: today.adding(days: -RestRange.maxDaysBack).text,
                maxDays: RestRange.maxDays))
    }

    private struct RequestBody: Decodable { let rest: [DateRange] }

    @Sendable private func save(_ request: PageRequest) async throws -> HTTPResponse {
        let body = try await request.http.json(RequestBody.self)
        let store = try logReader.history.requiredStore
        let restRanges = try body.rest.map { range in
            guard let first = CivilDate(range.first), let last = CivilDate(range.last) else {
                throw DashboardError.invalid("first and last are dates such as 2026-12-24")
            }
            return (first, last)
        }
        try store.setRestDays(restRanges, today: logReader.today(try store.practiceSettings()))
        return try response()
    }
}
