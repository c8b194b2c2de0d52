import FlyingFox
import MusicLibrary
import MusicSelection

/// The settings of a person for choosing songs, with what each preference does; for those who may
/// act.
struct MusicSettingsFeature: PageFeature {
    let music: MusicHub

    private static let path = MusicFeature.basePath + "/settings"

    var routes: [Route] {
        [
            Route(
                .GET, .pattern(Self.path),
                .ownersOnly { _ in
                    try await MusicRequestError.convertingErrors {
                        try response(try await music.store.settings())
                    }
                }),
            Route(.POST, Self.path) { request in
                try await MusicRequestError.convertingErrors { try await save(request) }
            },
        ]
    }

    private struct Preference: Encodable {
        let id: String
        /// The person's own value; left out where the usual one holds.
        let value: Double?
        let usual: Double
        let min: Double
        let max: Double
        let isWhole: Bool
        /// Effect of the preference, in each language.
        let en: String
        let de: String
    }

    private struct SettingsResponse: Encodable {
        let preferences: [Preference]
    }

    private func response(_ settings: MusicSettings) throws -> HTTPResponse {
        try .json(
            SettingsResponse(
                preferences: SelectionPreference.allCases.map { preference in
                    Preference(
                        id: preference.rawValue, value: settings.preferences[preference],
                        usual: preference.standard, min: preference.range.lowerBound,
                        max: preference.range.upperBound, isWhole: preference.isWhole,
                        en: preference.text(.en), de: preference.text(.de))
                }))
    }

    private struct ChangeRequest: Decodable {
        let id: String
        /// nil for the usual one.
        let value: Double?
    }

    private func save(_ request: PageRequest) async throws -> HTTPResponse {
        let change = try await request.http.json(ChangeRequest.self)
        guard let preference = SelectionPreference(rawValue: change.id) else {
            throw DashboardError.invalid("id is the name of a preference")
        }
        if let value = change.value, !preference.accepts(value) {
            throw DashboardError.invalid(
                "\(preference.isWhole ? "a whole number " : "")from "
                    + "\(Int(preference.range.lowerBound)) to \(Int(preference.range.upperBound))")
        }
        let store = try await music.writableStore
        var settings = try store.settings()
        settings.preferences[preference] = change.value
        if settings.hasNoWeight { throw DashboardError.invalid("one of the weights is above 0") }
        try store.save(settings)
        return try response(settings)
    }
}
