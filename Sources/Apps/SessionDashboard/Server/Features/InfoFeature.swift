import FlyingFox
import LiveSession
import ResonanceBreathing

/// The facts that a page needs before it shows anything: sources, pacers, and the rights of this
/// browser.
struct InfoFeature: PageFeature {
    let hub: SessionHub
    /// True if sessions are stored in a history.
    let keepsHistory: Bool
    let starter: (any SessionStarter)?
    let version: String

    var routes: [Route] { [Route(.GET, "/api/info", respond: info)] }

    private struct Info: Encodable {
        struct PacerInfo: Encodable {
            let id: String
            let summary: String
        }

        let version: String
        let role: WatcherRole
        let isRunning: Bool
        let keepsHistory: Bool
        let sources: [SessionSourceOption]
        let pacers: [PacerInfo]
        let presets: [String]

        private enum CodingKeys: String, CodingKey {
            case version, role
            case isRunning = "running"
            case keepsHistory = "keeps"
            case sources, pacers, presets
        }
    }

    @Sendable private func info(_ request: PageRequest) throws -> HTTPResponse {
        try .json(
            Info(
                version: version, role: request.visitor.role, isRunning: hub.isRunning,
                keepsHistory: keepsHistory,
                sources: starter?.sourceOptions ?? [],
                pacers: PacerName.allCases.map { .init(id: $0.rawValue, summary: $0.summary) },
                presets: BreathPreset.builtIn.map(\.id)))
    }
}
