import FlyingFox
import FlyingSocks
import Foundation

/// Lets bridges of this machine come by WebSocket, at `/bridge`.
///
/// What each of them says goes, line by line, to a socket file at which a session listens, and what that
/// answers comes back as one text message a line. Nobody is waited for: a bridge that does not read makes
/// its own socket full, and the session drops what is of least use.
///
/// Pages of other hosts are turned away by their `Origin`, and other names of this machine by `Host`.
public final class WebSocketGate: Sendable {
    /// Why nobody can come.
    public struct Failure: Error, Sendable {
        public let text: String
    }

    public static let path = "/bridge"

    /// The port that was chosen.
    public let port: UInt16
    private let server: HTTPServer
    private let running: Task<Void, any Error>

    private init(_ server: HTTPServer, _ running: Task<Void, any Error>, port: UInt16) {
        self.server = server
        self.running = running
        self.port = port
    }

    /// Listens at 127.0.0.1.
    ///
    /// - Parameter port: 0 for any.
    /// - Parameter file: socket at which a session listens.
    public static func open(
        port: UInt16, forwardingTo file: String
    ) async throws(Failure) -> WebSocketGate {
        do {
            let server = HTTPServer(
                address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
            let frames = WebSocketHTTPHandler(handler: BridgeFrames(file: file))
            await server.appendRoute(HTTPRoute("GET \(path)")) { request in
                guard LocalOrigin.isLocal(request.headers) else {
                    return HTTPResponse(
                        statusCode: .forbidden, body: Data("only pages of this machine\n".utf8))
                }
                return try await frames.handleRequest(request)
            }
            let running = Task { try await server.run() }
            try await server.waitUntilListening()
            guard case .ip4(_, let chosen) = await server.listeningAddress else {
                throw Failure(text: "no socket")
            }
            return WebSocketGate(server, running, port: chosen)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                text:
                    "cannot listen at ws://127.0.0.1:\(port)\(path): \(error.localizedDescription)")
        }
    }

    /// What a client is still sent may take so long; s.
    private static let farewellSeconds = 1.0

    /// Lets everybody go, once they have what the session told them.
    public func close() async {
        await server.stop(timeout: Self.farewellSeconds)
        running.cancel()
    }
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
