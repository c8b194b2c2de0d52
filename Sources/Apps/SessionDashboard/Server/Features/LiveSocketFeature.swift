import FlyingFox
import LiveSession

/// The WebSocket at which a page hears of the running session, and leads it.
struct LiveSocketFeature: PageFeature {
    let hub: SessionHub
    let access: AccessKeys

    var routes: [Route] { [Route(nil, .exact("/live"), .visitors(join))] }

    @Sendable private func join(_ request: PageRequest) async throws -> HTTPResponse {
        // A page of another origin is refused before; a program has no page.
        let visitor = request.visitor
        let messages = WatcherMessageHandler(hub: hub, role: visitor.role) { [access] in
            access.role(key: visitor.key) == visitor.role
        }
        return try await WebSocketHTTPHandler(handler: MessageFrameWSHandler(handler: messages))
            .handleRequest(request.http)
    }
}
