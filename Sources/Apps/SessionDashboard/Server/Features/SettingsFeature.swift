import FlyingFox
import SessionHistory

/// The person's settings.
struct SettingsFeature: PageFeature {
    let history: KeptHistory

    var routes: [Route] {
        [
            Route(.GET, "/api/settings") { _ in try answer(try history.opened.settings()) },
            Route(.PUT, "/api/settings", answer: save),
        ]
    }

    @Sendable private func save(_ request: PageRequest) async throws -> HTTPResponse {
        let store = try history.opened
        var settings = try await request.http.json(UserSettings.self)
        settings.practice = try store.settings().practice
        try store.save(settings)
        return try answer(try store.settings())
    }

    /// Settings without those of practice, which have an address of their own.
    private func answer(_ settings: UserSettings) throws -> HTTPResponse {
        var settings = settings
        settings.practice = nil
        return try .json(settings)
    }
}
