import ArgumentParser
import CommandSupport
import LiveSession
import SessionDashboard

/// An address at which bridges come, as the options of a command name it.
struct BridgeDoor {
    let bridges: any BridgeEntrance
    /// Lets everybody go.
    var close: @Sendable () async -> Void = {}

    /// Whether bridges can come to an address.
    static func isAddress(_ text: String) -> Bool {
        BridgeAddress(text) != nil || BridgeAddress.webSocketPort(text) != nil
    }

    /// Listens at an address, and tells which it is.
    ///
    /// - Parameter limit: bridges at the same time.
    /// - Returns: nil for a text that is no address.
    static func open(
        _ text: String, limit: Int = BridgeGate.mostClients, bell: SessionBell,
        _ diagnostics: Diagnostics
    ) async throws -> BridgeDoor? {
        if let port = BridgeAddress.webSocketPort(text) {
            return try await open(webSockets: port, limit, bell, diagnostics)
        }
        guard let address = BridgeAddress(text) else { return nil }
        do throws(BridgeListener.Failure) {
            let gate = BridgeGate(try BridgeListener(address), limit: limit)
            diagnostics.summary("listening at \(gate.address.text)")
            let shared = SharedGate(gate)
            return BridgeDoor(bridges: shared) { shared.leaveAddress() }
        } catch {
            diagnostics.error(error.text, code: "listen")
            throw error.exitStatus.exitCode
        }
    }

    private static func open(
        webSockets port: UInt16, _ limit: Int, _ bell: SessionBell, _ diagnostics: Diagnostics
    ) async throws -> BridgeDoor {
        do throws(WebSocketGate.Failure) {
            let gate = try await WebSocketGate.open(port: port, limit: limit, bell: bell)
            diagnostics.summary("listening at \(gate.address)")
            return BridgeDoor(bridges: gate.guests) { await gate.close() }
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
