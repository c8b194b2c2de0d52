import FlyingFox
import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory

/// A practice as a page begins it, leads it and takes it up again.
struct PracticeFeature: PageFeature {
    let practice: PracticeHub

    private static let basePath = "/api/practice"

    var routes: [Route] {
        let actionRoutes: [(String, @Sendable (PageRequest) async throws -> HTTPResponse)] = [
            ("/pause", { try await apply(.pause, $0) }), ("/next", { try await apply(.next, $0) }),
            ("/end", { try await apply(.end, $0) }), ("/cancel", { try await apply(.cancel, $0) }),
            ("/extend", extend), ("/mute", mute), ("/resume", resume),
        ]
        return [
            Route(.GET, Self.basePath, respond: state),
            Route(.POST, Self.basePath) { request in
                try await PracticeRequestError.convertingErrors { try await begin(request) }
            },
            Route(.GET, Self.basePath + "/resumable", respond: resumablePractice),
        ]
            + actionRoutes.flatMap { path, action in
                [
                    Route(.POST, Self.basePath + path) { request in
                        try await PracticeRequestError.convertingErrors {
                            try await action(request)
                        }
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

    // MARK: What there is

    private struct StateResponse: Encodable {
        let now: Double
        let practice: PracticeResponse?

        private enum Keys: String, CodingKey { case now, practice }

        // What is missing is null, and not left out.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Keys.self)
            try values.encode(now, forKey: .now)
            try values.encode(practice, forKey: .practice)
        }
    }

    @Sendable private func state(_: PageRequest) throws -> HTTPResponse { try .json(response) }

    private var response: StateResponse {
        StateResponse(
            now: practice.resources.clock.seconds, practice: practice.now.map(practice.response))
    }

    private func response(_ snapshot: PracticeSnapshot) throws -> HTTPResponse {
        try .json(
            StateResponse(
                now: practice.resources.clock.seconds, practice: practice.response(snapshot)),
            .created)
    }

    // MARK: Beginning

    private func begin(_ request: PageRequest) async throws -> HTTPResponse {
        let body = try await request.http.json(PracticeRequest.self)
        let start = try body.start(practice.resources)
        let heart = try body.heart.map(practice.resources.choice)
        return try response(
            try await practice.begin(start, heart: heart, isForced: body.force == true))
    }

    private struct InterruptedPractice: Encodable {
        let id: String
        let title: String
        let kind: String
        let startedAt: String
        let lastSeenAt: String
        let endsAt: String?

        init(_ stored: StoredPractice) {
            let entry = stored.entry
            func text(_ date: Date) -> String {
                LocalTime.text(date, utcOffsetSeconds: entry.utcOffsetSeconds)
            }
            id = entry.id.uuidString
            title = entry.title
            kind = entry.kind
            startedAt = text(entry.startedAt)
            lastSeenAt = text(entry.endedAt)
            endsAt = stored.plannedEnd.map(text)
        }

        private enum CodingKeys: String, CodingKey {
            case id, title, kind, startedAt
            case lastSeenAt = "seenAt"
            case endsAt
        }
    }

    private struct ResumablePracticeResponse: Encodable {
        let practice: InterruptedPractice?

        private enum Keys: String, CodingKey { case practice }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Keys.self)
            try values.encode(practice, forKey: .practice)
        }
    }

    @Sendable private func resumablePractice(_: PageRequest) throws -> HTTPResponse {
        try .json(
            ResumablePracticeResponse(
                practice: try practice.resumablePractice().map(InterruptedPractice.init)))
    }

    private struct ResumeRequest: Decodable {
        let force: Bool?
        let language: String?
    }

    /// Goes on after a pause, or with a practice that was interrupted.
    @Sendable private func resume(_ request: PageRequest) async throws -> HTTPResponse {
        let body = try await request.http.json(ResumeRequest.self)
        if body.force != true {
            do {
                return try await apply(.resume, request)
            } catch PracticeRequestError.notRunning {}
        }
        guard let stored = try practice.resumablePractice() else {
            throw PracticeRequestError.notRunning
        }
        let language = body.language.flatMap { PracticeLanguage(rawValue: $0) } ?? .en
        let start = practice.resources.start(stored.plan, title: stored.entry.title, language)
        return try response(
            try await practice.begin(start, resumed: stored, isForced: body.force == true))
    }

    // MARK: Leading

    private func apply(_ input: PracticeInput, _: PageRequest) async throws -> HTTPResponse {
        try await practice.apply(input)
        return HTTPResponse(statusCode: .noContent)
    }

    private struct ExtendRequest: Decodable { let minutes: Double }

    @Sendable private func extend(_ request: PageRequest) async throws -> HTTPResponse {
        let minutes = try await request.http.json(ExtendRequest.self).minutes
        return try await apply(.extend(minutes: minutes), request)
    }

    private struct MuteRequest: Decodable { let muted: Bool }

    @Sendable private func mute(_ request: PageRequest) async throws -> HTTPResponse {
        try practice.mute(try await request.http.json(MuteRequest.self).muted)
        return HTTPResponse(statusCode: .noContent)
    }
}
