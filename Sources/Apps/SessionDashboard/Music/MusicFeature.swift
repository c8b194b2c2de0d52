import FlyingFox
import MusicLibrary
import MusicSelection
import MusicSession

/// Music as a page begins it, leads it and ends it.
struct MusicFeature: PageFeature {
    let music: MusicHub

    static let basePath = "/api/music"

    var routes: [Route] {
        let actionRoutes: [(String, @Sendable (PageRequest) async throws -> HTTPResponse)] = [
            ("/end", end), ("/skip", { try await perform($0) { await $0.skip() } }),
            ("/previous", { try await perform($0) { await $0.previous() } }),
            ("/pause", { try await perform($0) { await $0.playOrPause() } }), ("/thumb", thumb),
            ("/nudge", nudge), ("/mood", mood), ("/context", context),
        ]
        return [
            Route(.GET, Self.basePath) { request in
                try await MusicRequestError.convertingErrors { try await state(request) }
            },
            Route(.POST, Self.basePath) { request in
                try await MusicRequestError.convertingErrors { try await begin(request) }
            },
        ]
            + actionRoutes.flatMap { path, action in
                [
                    Route(.POST, Self.basePath + path) { request in
                        try await MusicRequestError.convertingErrors { try await action(request) }
                    },
                    // No client acts by following a link.
                    Route(nil, .pattern(Self.basePath + path), .visitorsByRole(Self.refuseMethod)),
                ]
            }
    }

    @Sendable private static func refuseMethod(_: PageRequest) -> HTTPResponse {
        var headers = HTTPHeaders()
        headers[HTTPHeader("Allow")] = "POST"
        return HTTPResponse(statusCode: .methodNotAllowed, headers: headers)
    }

    private static let noContent = HTTPResponse(statusCode: .noContent)

    // MARK: What there is

    private struct StateResponse: Encodable {
        var music: MusicResponse?
        let songCount: Int
        /// Files that the scan which goes on has read; left out where none does.
        let scannedCount: Int?
        /// Every context that a person can say, with its name in each language.
        let contexts: [LocalizedName]
        let needs: [LocalizedName]

        private enum CodingKeys: String, CodingKey {
            case music
            case songCount = "songs"
            case scannedCount = "scanned"
            case contexts, needs
        }
    }

    private struct LocalizedName: Encodable {
        let id: String
        let en: String
        let de: String

        init(_ id: String, _ word: MusicTextKey) {
            self.id = id
            en = MusicTexts.text(word, .en)
            de = MusicTexts.text(word, .de)
        }
    }

    private func state(_ request: PageRequest) async throws -> HTTPResponse {
        let store = try await music.store
        return try .json(
            StateResponse(
                music: await music.response, songCount: try store.songCount(),
                scannedCount: try await music.scannedCount(),
                contexts: MusicContext.allCases.map { LocalizedName($0.rawValue, .nameKey($0)) },
                needs: MusicNeed.allCases.map { LocalizedName($0.rawValue, .naming($0)) }))
    }

    // MARK: Beginning and ending

    private struct BeginRequest: Decodable {
        let playlist: Int64?
    }

    private func begin(_ request: PageRequest) async throws -> HTTPResponse {
        try await music.begin(playlist: try await request.http.json(BeginRequest.self).playlist)
        return try await state(request)
    }

    @Sendable private func end(_: PageRequest) async throws -> HTTPResponse {
        await music.end()
        return Self.noContent
    }

    // MARK: Leading

    private func perform(
        _: PageRequest, _ action: @Sendable (MusicRun) async throws -> Void
    ) async throws -> HTTPResponse {
        try await music.perform(action)
        return Self.noContent
    }

    private struct ThumbRequest: Decodable {
        let thumb: ThumbRating?
    }

    @Sendable private func thumb(_ request: PageRequest) async throws -> HTTPResponse {
        let thumb = try await request.http.json(ThumbRequest.self).thumb
        return try await perform(request) { run in
            guard await run.setThumb(thumb) else { throw MusicRequestError.songNotInLibrary }
            if thumb == .down { await run.skip() }
        }
    }

    private struct NudgeRequest: Decodable {
        let direction: Int
    }

    @Sendable private func nudge(_ request: PageRequest) async throws -> HTTPResponse {
        let direction = try await request.http.json(NudgeRequest.self).direction
        guard abs(direction) == 1 else { throw DashboardError.invalid("direction is 1 or -1") }
        return try await perform(request) { await $0.nudgeEnergy(Double(direction)) }
    }

    private struct MoodRequest: Decodable {
        /// Mood, 1 to 5; left out where it stays as it is.
        let level: Int?
        let energy: Int?
    }

    @Sendable private func mood(_ request: PageRequest) async throws -> HTTPResponse {
        let moodRequest = try await request.http.json(MoodRequest.self)
        let levels = [moodRequest.level, moodRequest.energy].compactMap(\.self)
        guard !levels.isEmpty, levels.allSatisfy(MoodEntry.levels.contains) else {
            throw DashboardError.invalid("level and energy are 1 to 5, and one of them is given")
        }
        try await music.setMood(moodLevel: moodRequest.level, energyLevel: moodRequest.energy)
        return Self.noContent
    }

    private struct ContextRequest: Decodable {
        let context: MusicContext?
    }

    @Sendable private func context(_ request: PageRequest) async throws -> HTTPResponse {
        try await music.setContext(try await request.http.json(ContextRequest.self).context)
        return Self.noContent
    }
}

extension ThumbRating: Decodable {}
extension MusicContext: Decodable {}
