import FlyingFox
import Foundation

/// Lets bridges of this machine come by WebSocket, at `/bridge`.
///
/// What each of them says goes, line by line, to a socket file at which a session listens, and what that
/// answers comes back as one text message a line. Nobody is waited for: a bridge that does not read makes
/// its own socket full, and the session drops what is of least use.
///
/// Pages of other hosts are turned away by their `Origin`, and other names of this machine by `Host`.
package final class WebSocketGate: Sendable {
    /// Why nobody can come.
    package struct Failure: Error, Sendable {
        package let text: String
    }

    package static let path = "/bridge"

    /// The port that was chosen.
    package let port: UInt16
    private let server: GuardedServer

    private init(_ server: GuardedServer) {
        self.server = server
        port = server.port
    }

    /// Listens at 127.0.0.1.
    ///
    /// - Parameter port: 0 for any.
    /// - Parameter file: socket at which a session listens.
    package static func open(
        port: UInt16, forwardingTo file: String
    ) async throws(Failure) -> WebSocketGate {
        let frames = WebSocketHTTPHandler(handler: BridgeFrames(file: file))
        let handler = ClosureHTTPHandler { request in
            guard request.method == .GET, request.path == path else {
                return HTTPResponse(statusCode: .notFound)
            }
            guard LocalOrigin.isLocal(request.headers) else {
                return HTTPResponse(
                    statusCode: .forbidden, body: Data("only pages of this machine\n".utf8))
            }
            return try await frames.handleRequest(request)
        }
        do {
            return WebSocketGate(
                try await GuardedServer.open(host: "127.0.0.1", port: port, handler))
        } catch {
            throw Failure(text: "cannot listen at ws://127.0.0.1:\(port)\(path): \(error.text)")
        }
    }

    /// Lets everybody go, once they have what the session told them.
    package func close() async { await server.close() }
}

/// Whether a request is of this machine: neither a page of another host, nor under another name.
enum LocalOrigin {
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

    /// Without its port.
    private static func name(of authority: String) -> String {
        let lower = authority.lowercased()
        if lower.hasPrefix("["), let end = lower.firstIndex(of: "]") {
            return String(lower[...end])
        }
        return String(lower.prefix { $0 != ":" })
    }
}
