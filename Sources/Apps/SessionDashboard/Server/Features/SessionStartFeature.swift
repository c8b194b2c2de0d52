import FlyingFox

/// The beginning of a session, as a page requests it.
struct SessionStartFeature: PageFeature {
    /// nil where none can be begun.
    let starter: (any SessionStarter)?

    var routes: [Route] { [Route(.POST, "/api/session", respond: begin)] }

    @Sendable private func begin(_ request: PageRequest) async throws -> HTTPResponse {
        guard let starter else {
            throw DashboardError(
                status: .conflict,
                text: "this session was begun in the terminal: hrv dashboard offers more")
        }
        let body = try await request.http.json(SessionRequest.self)
        do throws(SessionRequestError) {
            try await starter.begin(body)
        } catch {
            switch error {
            case .running(let holder):
                return try .json(
                    Conflict(
                        error: "a session is running: end it before another begins", holder: holder),
                    .conflict)
            case .invalid(let text): throw DashboardError.invalid(text)
            }
        }
        return try .json([String: String](), .created)
    }

    /// The session that prevents another one.
    private struct Conflict: Encodable {
        let error: String
        let holder: RunningActivityInfo?
    }
}
