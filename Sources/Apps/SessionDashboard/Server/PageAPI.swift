import FlyingFox
import Foundation
import LiveSession
import ResonanceBreathing
import SessionHistory

/// What a page asks for, and changes, beside the running session: as JSON.
struct PageAPI: Sendable {
    let room: SessionRoom
    /// nil where none is kept.
    let store: SessionStore?
    let logsFolder: String
    let starter: (any SessionStarter)?
    let version: String

    /// Sessions of one answer.
    private static let usualCount = 50
    private static let mostCount = 200
    private static let trendCount = 30
    private static let trendDays: Set<Int> = [7, 30, 90]

    func answer(_ request: HTTPRequest, _ role: WatcherRole) async throws -> HTTPResponse {
        let parts = request.path.split(separator: "/").map(String.init)
        let method = request.method
        if method != .GET, role != .full { throw DashboardError.viewOnly }
        do {
            switch (method, parts) {
            case (.GET, ["api", "info"]): return try info(role)
            case (.GET, ["api", "home"]): return try home()
            case (.GET, ["api", "trends"]): return try trends(request)
            case (.GET, ["api", "sessions"]): return try sessions(request)
            case (.GET, ["api", "settings"]): return try .json(try history.settings())
            case (.PUT, ["api", "settings"]): return try await save(request)
            case (.POST, ["api", "session"]): return try await begin(request)
            case (.DELETE, ["api", "history"]): return try await deleteEverything(request)
            case (.GET, _) where parts.count == 3 && parts[1] == "sessions":
                return try .json(DetailsAnswer(try history.details(try id(parts[2]))))
            case (.DELETE, _) where parts.count == 3 && parts[1] == "sessions":
                try history.delete(try id(parts[2]), logsFolder: logsFolder)
                return HTTPResponse(statusCode: .noContent)
            case (.GET, _) where parts.count == 4 && parts[1] == "sessions" && parts[3] == "export":
                return try export(try id(parts[2]), request, role)
            default: throw DashboardError.nothingThere
            }
        } catch let error as HistoryError {
            throw DashboardError(status: Self.status(error), text: error.description)
        }
    }

    private static func status(_ error: HistoryError) -> HTTPStatusCode {
        switch error {
        case .noSession: .notFound
        case .isRunning: .conflict
        case .setting, .notASession: .unprocessableContent
        case .busy: .serviceUnavailable
        default: .internalServerError
        }
    }

    private var history: SessionStore {
        get throws {
            guard let store else {
                throw DashboardError(
                    status: .notFound, text: "no history is kept: see the terminal")
            }
            return store
        }
    }

    private func id(_ text: String) throws -> UUID {
        guard let id = UUID(uuidString: text) else { throw HistoryError.noSession(text) }
        return id
    }

    // MARK: The state of things
    // What is missing is null, and not left out.

    private struct Info: Encodable {
        struct PacerInfo: Encodable {
            let id: String
            let summary: String
        }

        let version: String
        let role: WatcherRole
        let running: Bool
        let keeps: Bool
        let sources: [SourceOffer]
        let pacers: [PacerInfo]
        let presets: [String]
    }

    private func info(_ role: WatcherRole) throws -> HTTPResponse {
        try .json(
            Info(
                version: version, role: role, running: room.isRunning, keeps: store != nil,
                sources: starter?.offers ?? [],
                pacers: PacerName.allCases.map { .init(id: $0.rawValue, summary: $0.summary) },
                presets: BreathPreset.allCases.map(\.rawValue)))
    }

    private struct Home: Encodable {
        let last: BreathingSession?
        let trend: [SessionTrendPoint]
        let count: Int

        private enum CodingKeys: String, CodingKey { case last, trend, count }

        func encode(to encoder: any Encoder) throws {
            var home = encoder.container(keyedBy: CodingKeys.self)
            try home.encode(last, forKey: .last)
            try home.encode(trend, forKey: .trend)
            try home.encode(count, forKey: .count)
        }
    }

    private func home() throws -> HTTPResponse {
        guard let store else { return try .json(Home(last: nil, trend: [], count: 0)) }
        return try .json(
            Home(
                last: try store.last(), trend: try store.trend(last: Self.trendCount),
                count: try store.sessions(SessionQuery(limit: 0)).total))
    }

    // MARK: The history

    private struct Trends: Encodable { let trend: [SessionTrendPoint] }

    private func trends(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let days = Int(request.value("days") ?? "30"), Self.trendDays.contains(days) else {
            throw DashboardError.unsound("days is 7, 30 or 90")
        }
        return try .json(Trends(trend: try history.trend(days: days)))
    }

    private struct Sessions: Encodable {
        let page: SessionPage

        private enum CodingKeys: String, CodingKey { case sessions, next, total }

        func encode(to encoder: any Encoder) throws {
            var answer = encoder.container(keyedBy: CodingKeys.self)
            try answer.encode(page.sessions, forKey: .sessions)
            try answer.encode(page.next, forKey: .next)
            try answer.encode(page.total, forKey: .total)
        }
    }

    private func sessions(_ request: HTTPRequest) throws -> HTTPResponse {
        var query = SessionQuery(request.value("apart") == "1" ? .apart : .own)
        let limit = request.value("limit").map { Int($0) } ?? Self.usualCount
        guard let limit, (1...Self.mostCount).contains(limit) else {
            throw DashboardError.unsound("limit is 1 to \(Self.mostCount)")
        }
        query.limit = limit
        query.cursor = request.value("before")
        query.from = try day(request, "from")?.start
        query.to = try day(request, "to")?.end
        return try .json(Sessions(page: try history.sessions(query)))
    }

    private func day(_ request: HTTPRequest, _ name: String) throws -> DateInterval? {
        guard let text = request.value(name), !text.isEmpty else { return nil }
        guard let day = LocalTime.day(text) else {
            throw DashboardError.unsound("\(name) is a date such as 2026-11-22")
        }
        return day
    }

    private func export(
        _ id: UUID, _ request: HTTPRequest, _ role: WatcherRole
    ) throws -> HTTPResponse {
        guard role == .full else { throw DashboardError.viewOnly }
        guard let format = SessionExport(rawValue: request.value("format") ?? "") else {
            let names = SessionExport.allCases.map(\.rawValue).joined(separator: ", ")
            throw DashboardError.unsound("format is one of \(names)")
        }
        let details = try history.details(id)
        var headers = HTTPHeaders()
        headers[.contentType] = format.mediaType + "; charset=utf-8"
        headers[.contentDisposition] =
            "attachment; filename=\"\(format.fileName(of: details.session))\""
        return HTTPResponse(
            statusCode: .ok, headers: headers, body: Data(format.text(of: details).utf8))
    }

    private struct Confirmation: Decodable { let confirm: String }

    private func deleteEverything(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard try await request.json(Confirmation.self).confirm == "everything" else {
            throw DashboardError.unsound("confirm has to be \"everything\"")
        }
        guard !room.isRunning else { throw HistoryError.isRunning }
        try history.deleteEverything(logsFolder: logsFolder)
        return HTTPResponse(statusCode: .noContent)
    }

    // MARK: Settings and sessions

    private func save(_ request: HTTPRequest) async throws -> HTTPResponse {
        try history.save(try await request.json(UserSettings.self))
        return try .json(try history.settings())
    }

    private func begin(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let starter else {
            throw DashboardError(
                status: .conflict,
                text: "this session was begun in the terminal: hrv dashboard offers more")
        }
        let wish = try await request.json(SessionRequest.self)
        do throws(SessionRefusal) {
            try starter.begin(wish)
        } catch {
            switch error {
            case .running:
                throw DashboardError(
                    status: .conflict, text: "a session is running: end it before another begins")
            case .unsound(let text): throw DashboardError.unsound(text)
            }
        }
        return try .json([String: String](), .created)
    }
}
