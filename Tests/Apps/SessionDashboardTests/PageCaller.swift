import FlyingFox
import Foundation
import LiveSession
import Testing

@testable import SessionDashboard

/// Browsers of both roles at a server's features, without a network between.
struct PageCaller {
    private let site: DashboardSite
    private let keys: [WatcherRole: String]
    /// The text before each path.
    private let stem: String

    /// - Parameter make: the features, of these parts.
    init(
        stem: String,
        _ make: (AccessKeys, KeyCookie, @escaping @Sendable () -> AllowedOrigins) -> PageFeatures
    ) {
        let access = AccessKeys(path: nil)
        var keys: [WatcherRole: String] = [:]
        for role in [WatcherRole.full, .view] {
            keys[role] = access.redeem(token: access.makeLink(role))
        }
        let cookie = KeyCookie(name: { "key" })
        let origin = { @Sendable in AllowedOrigins(["http://here"]) }
        self.keys = keys
        self.stem = stem
        site = DashboardSite(
            routes: RouteTable(make(access, cookie, origin).all), access: access, cookie: cookie,
            origin: origin)
    }

    struct Response {
        let status: Int
        let headers: HTTPHeaders
        let body: Data

        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
        }
    }

    func call(
        _ method: HTTPMethod, _ address: String, _ body: String = "{}",
        as role: WatcherRole = .full, _ more: [HTTPHeader: String] = [:]
    ) async throws -> Response {
        let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
        let query = parts.dropFirst().flatMap { $0.split(separator: "&") }.map { pair in
            let sides = pair.split(separator: "=").map(String.init)
            return HTTPRequest.QueryItem(name: sides[0], value: sides[1])
        }
        var headers = HTTPHeaders()
        headers[.host] = "here"
        headers[HTTPHeader("Cookie")] = "key=\(try #require(keys[role]))"
        headers[.contentType] = "application/json"
        for (name, value) in more { headers[name] = value }
        let request = HTTPRequest(
            method: method, version: .http11, path: stem + (parts.first ?? ""), query: query,
            headers: headers, body: HTTPBodySequence(data: Data(body.utf8)))
        let response = try await site.handleRequest(request)
        return Response(
            status: response.statusCode.code, headers: response.headers,
            body: try await response.bodyData)
    }
}
