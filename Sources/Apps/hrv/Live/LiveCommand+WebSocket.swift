import ArgumentParser
import Foundation
import LiveSession
import SessionDashboard
import TerminalView

extension LiveCommand {
    /// A session with the bridges that come by WebSocket: they are led to a socket file of this process.
    ///
    /// - Returns: as ``serve(_:_:_:_:_:isAnnounced:)``.
    func serveWebSockets(
        _ port: UInt16, _ session: inout BridgeSession, _ printer: LivePrinter,
        _ view: LiveView?, _ diagnostics: Diagnostics
    ) throws -> ExitCode? {
        let folder = NSTemporaryDirectory() + "/hrv-\(UUID().uuidString.prefix(8))"
        guard mkdir(folder, 0o700) == 0 else {
            diagnostics.error("cannot make a folder at \(folder)", code: "listen")
            throw ExitStatus.cannotCreate.exitCode
        }
        defer { rmdir(folder) }
        let file = folder + "/bridge"
        let gate = try Blocking.wait {
            do throws(WebSocketGate.Failure) {
                return Result<WebSocketGate, WebSocketGate.Failure>.success(
                    try await WebSocketGate.open(port: port, forwardingTo: file))
            } catch {
                return .failure(error)
            }
        }
        switch gate {
        case .failure(let failure):
            diagnostics.error(failure.text, code: "listen")
            throw ExitStatus.unavailable.exitCode
        case .success(let gate):
            diagnostics.summary("listening at ws://127.0.0.1:\(gate.port)\(WebSocketGate.path)")
            defer { try? Blocking.wait { await gate.close() } }
            return try serve(
                .unix(path: file), &session, printer, view, diagnostics, isAnnounced: false)
        }
    }
}
