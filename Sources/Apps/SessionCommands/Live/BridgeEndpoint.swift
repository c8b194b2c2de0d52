import ArgumentParser
import CommandSupport
import LiveSession
import SessionDashboard

/// An address at which bridges come, as the options of a command name it.
struct BridgeEndpoint {
    let bridges: any BridgeTransport
    /// Lets everybody go.
    var close: @Sendable () async -> Void = {}

    /// Returns true if bridges can connect to an address.
    static func isAddress(_ text: String) -> Bool {
        BridgeAddress(text) != nil || BridgeAddress.webSocketPort(text) != nil
    }

    /// Listens at an address, and reports which it is.
    ///
    /// - Parameter limit: bridges at the same time.
    /// - Returns: nil for a text that is no address.
    static func open(
        _ text: String, limit: Int = BridgeServer.maxClients, wake: WakeSignal,
        _ diagnostics: Diagnostics
    ) async throws -> BridgeEndpoint? {
        if let port = BridgeAddress.webSocketPort(text) {
            return try await open(webSocketPort: port, limit, wake, diagnostics)
        }
        guard let address = BridgeAddress(text) else { return nil }
        do throws(BridgeListener.Failure) {
            let server = BridgeServer(try BridgeListener(address), limit: limit)
            diagnostics.summary("listening at \(server.address.text)")
            let sharedServer = SharedBridgeServer(server)
            return BridgeEndpoint(bridges: sharedServer) { sharedServer.removeSocketFile() }
        } catch {
            diagnostics.error(error.text, code: "listen")
            throw error.exitStatus.exitCode
        }
    }

    private static func open(
        webSocketPort port: UInt16, _ limit: Int, _ wake: WakeSignal, _ diagnostics: Diagnostics
    ) async throws -> BridgeEndpoint {
        do throws(WebSocketBridgeServer.Failure) {
            let server = try await WebSocketBridgeServer.open(port: port, limit: limit, wake: wake)
            diagnostics.summary("listening at \(server.address)")
            return BridgeEndpoint(bridges: server.bridges) { await server.close() }
        } catch {
            diagnostics.error(error.text, code: "listen")
            throw ExitStatus.unavailable.exitCode
        }
    }
}

extension BridgeListener.Failure {
    fileprivate var exitStatus: ExitStatus {
        switch self {
        case .notLoopback: .usage
        case .inUse: .unavailable
        case .occupied, .failed: .cannotCreate
        case .notPermitted: .noPermission
        }
    }
}
