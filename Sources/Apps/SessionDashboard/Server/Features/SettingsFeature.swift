import FlyingFox
import SessionHistory

/// The person's settings.
struct SettingsFeature: PageFeature {
    let history: KeptHistory

    var routes: [Route] {
        [
            Route(.GET, "/api/settings") { _ in try .json(try history.opened.settings()) },
            Route(.PUT, "/api/settings", answer: save),
        ]
    }

    @Sendable private func save(_ request: PageRequest) async throws -> HTTPResponse {
        let store = try history.opened
        try store.save(try await request.http.json(UserSettings.self))
        return try .json(try store.settings())
    }
}
