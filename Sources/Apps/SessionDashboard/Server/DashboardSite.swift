import FlyingFox
import HealthHistory
import LiveSession
import SessionHistory

/// Answers requests by the routes of its features: who may ask, what is found, what a refusal says.
struct DashboardSite: HTTPHandler {
    let routes: RouteTable
    let access: AccessKeys
    let cookie: KeyCookie
    let origin: @Sendable () -> PageOrigin

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        var response: HTTPResponse
        do {
            guard origin().admits(request.headers) else { throw DashboardError.wrongOrigin }
            response = try await respond(request)
        } catch let error as DashboardError {
            response = .failure(error)
        } catch let error as HistoryError {
            response = .failure(DashboardError(error))
        } catch let error as HealthStoreError {
            response = .failure(DashboardError(error))
        }
        response.protect()
        return response
    }

    /// Hides from a client without a key which other paths there are; one that may only watch is refused before that.
    private func respond(_ request: HTTPRequest) async throws -> HTTPResponse {
        let found = routes.route(request.method, request.path)
        if case .everybody(let respond) = found?.route.handler {
            return try await respond(request, found?.values ?? [])
        }
        guard let visitor = visitor(request) else { throw DashboardError.noKey }
        let own = PageRequest(http: request, values: found?.values ?? [], visitor: visitor)
        if case .visitors(let respond) = found?.route.handler { return try await respond(own) }
        guard request.method == .GET || visitor.role == .full else { throw DashboardError.viewOnly }
        switch found?.route.handler {
        case .byRole(let respond): return try await respond(own)
        case .owners(let respond):
            guard visitor.role == .full else { throw DashboardError.noHealth }
            return try await respond(own)
        default: throw DashboardError.nothingThere
        }
    }

    /// The browser whose key a request shows.
    private func visitor(_ request: HTTPRequest) -> Visitor? {
        for key in cookie.keys(request.headers) {
            if let role = access.role(key: key) { return Visitor(key: key, role: role) }
        }
        return nil
    }
}
