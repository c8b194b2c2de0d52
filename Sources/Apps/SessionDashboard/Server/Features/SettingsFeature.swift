import FlyingFox
import SessionHistory

/// The person's settings.
struct SettingsFeature: PageFeature {
    let history: StoredHistory

    var routes: [Route] {
        [
            Route(.GET, "/api/settings") { _ in try response(try history.requiredStore.settings())
            },
            Route(.PUT, "/api/settings", respond: save),
        ]
    }

    @Sendable private func save(_ request: PageRequest) async throws -> HTTPResponse {
        let store = try history.requiredStore
        var settings = try await request.http.json(UserSettings.self)
        settings.practice = try store.settings().practice
        try store.save(settings)
        return try response(try store.settings())
    }

    /// Settings without those of practice, which have an address of their own.
    private func response(_ settings: UserSettings) throws -> HTTPResponse {
        var settings = settings
        settings.practice = nil
        return try .json(settings)
    }
}
