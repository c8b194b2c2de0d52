import FlyingFox
import Foundation
import LiveSession

/// Answers requests: the page, its key, its session, and what it asks of the history.
struct DashboardSite: HTTPHandler {
    let access: AccessKeys
    let room: SessionRoom
    let api: PageAPI
    let cookieName: @Sendable () -> String
    let origin: @Sendable () -> PageOrigin

    private static let assets = "/app/"

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        var response: HTTPResponse
        do {
            guard origin().admits(request.headers) else { throw DashboardError.wrongPlace }
            response = try await answer(request)
        } catch let error as DashboardError {
            response = .failure(error)
        }
        response.protect()
        return response
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = request.path
        if request.method == .GET, PageFile.screens.contains(where: { Self.is(path, at: $0) }) {
            return try .asset("index.html")
        }
        if request.method == .GET, path.hasPrefix(Self.assets) {
            return try .asset(String(path.dropFirst(Self.assets.count)))
        }
        if path == "/api/enter" { return try await enter(request) }
        guard let (key, role) = grant(request) else { throw DashboardError.noKey }
        if path == "/live" {
            // A page of another place is refused above; a program has no page.
            let messages = WatcherMessages(room: room, role: role) { [access] in
                access.role(key: key) == role
            }
            return try await WebSocketHTTPHandler(
                handler: MessageFrameWSHandler(handler: messages)
            ).handleRequest(request)
        }
        return try await api.answer(request, role)
    }

    /// Whether a path is a screen's address; what comes after `:` is any.
    private static func `is`(_ path: String, at address: String) -> Bool {
        guard let part = address.firstIndex(of: ":") else { return path == address }
        return path.hasPrefix(address[..<part])
    }

    private struct Token: Decodable { let token: String }

    /// As long as a key that is not used.
    private static let cookieSeconds = Int(AccessKeys.deviceDays * 86_400)

    private func enter(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.method == .POST else { throw DashboardError.nothingThere }
        let token = try await request.json(Token.self).token
        guard let key = access.enter(token: token) else { throw DashboardError.badToken }
        var headers = HTTPHeaders()
        headers[.setCookie] =
            "\(cookieName())=\(key); HttpOnly; SameSite=Strict; Path=/; Max-Age=\(Self.cookieSeconds)"
            + (origin().isEncrypted(request.headers) ? "; Secure" : "")
        return HTTPResponse(statusCode: .noContent, headers: headers)
    }

    /// The key that a request shows, and what it opens.
    private func grant(_ request: HTTPRequest) -> (key: String, role: WatcherRole)? {
        let name = cookieName()
        for part in (request.headers[.cookie] ?? "").split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces) == name else {
                continue
            }
            let key = pair[1].trimmingCharacters(in: .whitespaces)
            if let role = access.role(key: key) { return (key, role) }
        }
        return nil
    }
}

extension HTTPResponse {
    /// What a browser may do with anything that comes from here: nothing but this page, from here.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    mutating func protect() {
        headers[HTTPHeader("Content-Security-Policy")] = Self.policy
        headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
        headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
        headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
        headers[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }

    private struct Fault: Encodable { let error: String }

    static func failure(_ error: DashboardError) -> HTTPResponse {
        (try? json(Fault(error: error.text), error.status))
            ?? HTTPResponse(statusCode: error.status)
    }

    static func json(
        _ value: some Encodable, _ status: HTTPStatusCode = .ok
    ) throws -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return HTTPResponse(
            statusCode: status, headers: [.contentType: "application/json; charset=utf-8"],
            body: try encoder.encode(value))
    }

    static func asset(_ name: String) throws -> HTTPResponse {
        guard let file = PageFile.all[name] else { throw DashboardError.nothingThere }
        return HTTPResponse(
            statusCode: .ok,
            headers: [.contentType: file.contentType, .cacheControl: "no-cache"],
            body: Data(file.text.utf8))
    }
}
