import FlyingFox
import PracticeRuntime

/// The settings of the person for every practice.
struct PracticeSettingsFeature: PageFeature {
    let history: StoredHistory

    var routes: [Route] {
        [
            Route(.GET, "/api/practice/settings") { _ in
                try .json(try history.requiredStore.practiceSettings())
            },
            Route(.PUT, "/api/practice/settings", respond: save),
        ]
    }

    @Sendable private func save(_ request: PageRequest) async throws -> HTTPResponse {
        let settings = try await request.http.json(PracticeSettings.self)
        let store = try history.requiredStore
        try store.save(settings)
        return try .json(try store.practiceSettings())
    }
}
