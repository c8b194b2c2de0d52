import FlyingFox

/// The way in: the token of a link is traded for a key.
struct TokenExchangeFeature: PageFeature {
    let access: AccessKeys
    let cookie: KeyCookie
    let origin: @Sendable () -> AllowedOrigins

    var routes: [Route] {
        [
            Route(
                nil, .exact("/api/enter"),
                .everybody { request, _ in try await exchangeToken(request) })
        ]
    }

    private struct Token: Decodable { let token: String }

    private func exchangeToken(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.method == .POST else { throw DashboardError.notFound }
        let token = try await request.json(Token.self).token
        guard let key = access.redeem(token: token) else { throw DashboardError.badToken }
        var headers = HTTPHeaders()
        headers[.setCookie] = cookie.text(
            key: key, isEncrypted: origin().isEncrypted(request.headers))
        return HTTPResponse(statusCode: .noContent, headers: headers)
    }
}
