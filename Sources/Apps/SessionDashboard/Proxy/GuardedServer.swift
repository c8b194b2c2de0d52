import FlyingFox
import FlyingSocks
import Foundation

/// An HTTP server behind a ``LimitingProxy``.
final class GuardedServer: Sendable {
    let port: UInt16
    private let server: HTTPServer
    private let serverTask: Task<Void, any Error>
    private let proxy: LimitingProxy
    private let folder: String

    private init(
        _ server: HTTPServer, _ serverTask: Task<Void, any Error>, _ proxy: LimitingProxy,
        folder: String
    ) {
        self.server = server
        self.serverTask = serverTask
        self.proxy = proxy
        self.folder = folder
        port = proxy.port
    }

    private static let socketFile = "/page"
    /// The longest wait for the server to listen, which takes longer on a machine that is busy with
    /// other things.
    private static let listenTimeoutSeconds = 30.0
    /// Limit of one request; s. A player under load may need several seconds for each of its commands, and the server
    /// answers 500 at this limit.
    private static let requestTimeoutSeconds = 60.0

    /// - Parameter port: 0 for any.
    static func open(
        host: String, port: UInt16, _ handler: some HTTPHandler
    ) async throws(LimitingProxy.Failure) -> GuardedServer {
        let folder = NSTemporaryDirectory() + "/hrv-\(UUID().uuidString.prefix(8))"
        guard mkdir(folder, 0o700) == 0 else {
            throw LimitingProxy.Failure(text: "no folder can be made at \(folder)")
        }
        do throws(LimitingProxy.Failure) {
            let server = HTTPServer(
                address: .unix(path: folder + socketFile), timeout: requestTimeoutSeconds,
                logger: .disabled,
                handler: handler)
            let serverTask = Task { try await server.run() }
            do {
                try await server.waitUntilListening(timeout: listenTimeoutSeconds)
            } catch {
                serverTask.cancel()
                throw LimitingProxy.Failure(text: error.localizedDescription)
            }
            do throws(LimitingProxy.Failure) {
                let proxy = try LimitingProxy(
                    host: host, port: port, socketFile: folder + socketFile)
                return GuardedServer(server, serverTask, proxy, folder: folder)
            } catch {
                await server.stop()
                serverTask.cancel()
                throw error
            }
        } catch {
            remove(folder)
            throw error
        }
    }

    /// Timeout for what is still being sent to clients; s.
    private static let closeTimeoutSeconds = 1.0

    /// Lets everybody go.
    func close() async {
        await server.stop(timeout: Self.closeTimeoutSeconds)
        serverTask.cancel()
        proxy.close()
        Self.remove(folder)
    }

    private static func remove(_ folder: String) {
        unlink(folder + socketFile)
        rmdir(folder)
    }
}
