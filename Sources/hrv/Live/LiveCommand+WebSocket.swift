import ArgumentParser
import Dispatch
import Foundation
import LiveSession
import SessionDashboard
import Synchronization

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
        let gate = try Self.wait {
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
            defer { try? Self.wait { await gate.close() } }
            return try serve(
                .unix(path: file), &session, printer, view, diagnostics, isAnnounced: false)
        }
    }

    private struct TooLong: Error {}

    /// What a task comes to; this command is no task.
    private static func wait<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let box = ResultBox<Value>()
        Task {
            let value = await work()
            box.value.withLock { $0 = value }
            done.signal()
        }
        guard done.wait(timeout: .now() + .seconds(10)) == .success,
            let value = box.value.withLock({ $0 })
        else { throw TooLong() }
        return value
    }
}

/// What a task came to.
private final class ResultBox<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
