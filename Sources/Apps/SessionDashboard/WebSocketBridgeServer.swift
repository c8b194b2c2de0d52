import FlyingFox
import Foundation
package import LiveSession

/// Lets bridges of this machine come by WebSocket, at `/bridge`.
///
/// What each of them says goes to the session as it is read, and every reply is one text message. No client is waited
/// for: of what a bridge does not read, the session drops what is of least use.
///
/// Pages of other hosts are turned away by their `Origin`, and other names of this machine by `Host`.
package final class WebSocketBridgeServer: Sendable {
    /// Reason why no client can connect.
    package struct Failure: Error, Sendable {
        package let text: String
    }

    package static let path = "/bridge"

    /// The bridges that have come.
    package let bridges: WebSocketBridges
    private let server: GuardedServer

    private init(_ server: GuardedServer, _ bridges: WebSocketBridges) {
        self.server = server
        self.bridges = bridges
    }

    /// The address for bridges, with the port that was chosen.
    package var address: String { "ws://127.0.0.1:\(server.port)\(Self.path)" }

    /// Listens at 127.0.0.1.
    ///
    /// - Parameter port: 0 for any.
    /// - Parameter limit: bridges at the same time.
    /// - Parameter wake: of the host of the sessions.
    package static func open(
        port: UInt16, limit: Int = BridgeServer.maxClients, wake: WakeSignal
    ) async throws(Failure) -> WebSocketBridgeServer {
        let bridges = WebSocketBridges(limit: limit, wake: wake)
        let frames = WebSocketHTTPHandler(handler: BridgeWebSocketHandler(bridges: bridges))
        let handler = ClosureHTTPHandler { request in
            guard request.method == .GET, request.path == path else {
                return HTTPResponse(statusCode: .notFound)
            }
            guard LocalRequestCheck.isLocal(request.headers) else {
                return HTTPResponse(
                    statusCode: .forbidden, body: Data("only pages of this machine\n".utf8))
            }
            return try await frames.handleRequest(request)
        }
        do {
            return WebSocketBridgeServer(
                try await GuardedServer.open(host: "127.0.0.1", port: port, handler), bridges)
        } catch {
            throw Failure(text: "cannot listen at ws://127.0.0.1:\(port)\(path): \(error.text)")
        }
    }

    /// Disconnects all bridges, once they have what the session sent them.
    package func close() async { await server.close() }
}

/// A check that a request is of this machine: neither a page of another host, nor under another
/// name.
enum LocalRequestCheck {
    private static let names: Set<String> = ["127.0.0.1", "localhost", "[::1]"]

    static func isLocal(_ headers: HTTPHeaders) -> Bool {
        guard let host = headers[.host], names.contains(name(of: host)) else { return false }
        // Programs have none.
        guard let origin = headers[HTTPHeader("Origin")] else { return true }
        guard let scheme = ["http://", "https://"].first(where: origin.hasPrefix) else {
            return false
        }
        return names.contains(name(of: String(origin.dropFirst(scheme.count))))
    }

    /// Returns the host name without its port.
    private static func name(of authority: String) -> String {
        let lower = authority.lowercased()
        if lower.hasPrefix("["), let end = lower.firstIndex(of: "]") {
            return String(lower[...end])
        }
        return String(lower.prefix { $0 != ":" })
    }
}
