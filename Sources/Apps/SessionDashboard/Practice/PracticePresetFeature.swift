import FlyingFox
import PracticePlans
import PracticeRuntime
import ResonanceBreathing
import SessionHistory

/// Plans with a name: those that every installation has, and the person's own.
struct PracticePresetFeature: PageFeature {
    let history: StoredHistory

    private static let path = "/api/practice/presets"

    var routes: [Route] {
        [
            Route(.GET, Self.path, respond: list),
            Route(.POST, Self.path) { request in
                try await PracticeRequestError.convertingErrors { try await savePreset(request) }
            },
            Route(.DELETE, Self.path + "/:kind/:id", respond: delete),
        ]
    }

    private struct Name: Codable {
        let en: String
        let de: String
    }

    private struct PresetResponse: Encodable {
        let id: String
        let kind: String
        let name: Name
        let plan: PracticePlan
        let isOwn: Bool

        init(_ preset: PracticePreset, isOwn: Bool) {
            id = preset.id
            kind = preset.plan.kind.rawValue
            name = Name(en: preset.name.en, de: preset.name.de)
            plan = preset.plan
            self.isOwn = isOwn
        }
    }

    @Sendable private func list(_: PageRequest) throws -> HTTPResponse {
        let ownPresets = try PracticeKind.allCases.flatMap {
            try history.store?.practicePresets($0) ?? []
        }
        let responses =
            ownPresets.map { PresetResponse($0, isOwn: true) }
            + PracticePreset.builtIn.map { PresetResponse($0, isOwn: false) }
        return try .json(["presets": responses])
    }

    private struct RequestBody: Decodable {
        /// nil: one of the name.
        let id: String?
        let name: Name
        let plan: PracticePlan
    }

    private func savePreset(_ request: PageRequest) async throws -> HTTPResponse {
        let store = try history.requiredStore
        let body = try await request.http.json(RequestBody.self)
        let name = PresetName(en: body.name.en, de: body.name.de)
        let preset =
            try body.id.map { try PracticePreset(id: $0, name: name, plan: body.plan) }
            ?? store.makePreset(name, body.plan)
        try store.save(items: [StoredPreset.item(preset)])
        return try .json(PresetResponse(preset, isOwn: true), .created)
    }

    @Sendable private func delete(_ request: PageRequest) throws -> HTTPResponse {
        guard let kind = PracticeKind(rawValue: request.pathValues[0]),
            try history.requiredStore.deleteItem(kind: kind.rawValue, id: request.pathValues[1])
        else {
            throw DashboardError(
                status: .notFound, text: "no preset of your own is called \(request.pathValues[1])")
        }
        return HTTPResponse(statusCode: .noContent)
    }
}
