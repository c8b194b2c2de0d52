import FlyingFox
import HealthHistory
import LiveSession
import SessionHistory

/// Answers requests by the routes of its features: who may ask, what is found, what a refusal says.
struct DashboardSite: HTTPHandler {
    let routes: RouteTable
    let access: AccessKeys
    let cookie: KeyCookie
    let origin: @Sendable () -> AllowedOrigins

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
        response.addSecurityHeaders()
        return response
    }

    /// Hides from a client without a key which other paths there are; one that may only watch is refused before that.
    private func respond(_ request: HTTPRequest) async throws -> HTTPResponse {
        let routeMatch = routes.route(request.method, request.path)
        if case .everybody(let respond) = routeMatch?.route.handler {
            return try await respond(request, routeMatch?.pathValues ?? [])
        }
        guard let visitor = visitor(request) else { throw DashboardError.noKey }
        let pageRequest = PageRequest(
            http: request, pathValues: routeMatch?.pathValues ?? [], visitor: visitor)
        if case .visitors(let respond) = routeMatch?.route.handler {
            return try await respond(pageRequest)
        }
        guard request.method == .GET || visitor.role == .full else { throw DashboardError.viewOnly }
        switch routeMatch?.route.handler {
        case .visitorsByRole(let respond): return try await respond(pageRequest)
        case .ownersOnly(let respond):
            guard visitor.role == .full else { throw DashboardError.healthForbidden }
            return try await respond(pageRequest)
        default: throw DashboardError.notFound
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
