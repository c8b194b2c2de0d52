import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Frames of a WebSocket as lines of a socket file, and back.
struct BridgeFrames: WSHandler {
    /// At which a session listens.
    let file: String

    func makeFrames(
        for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> {
        let socket = BridgeSocket(try await AsyncSocket.connected(to: .unix(path: file)))
        let outgoing = OutgoingFrames(socket)
        let incoming = Task {
            await Self.forward(client, to: socket, outgoing)
            // The client has left: what waits for the session ends.
            socket.shutdown()
        }
        return AsyncStream {
            if let frame = await outgoing.next() { return frame }
            incoming.cancel()
            return nil
        }
    }

    /// Messages as lines; until the client leaves or says what no bridge says.
    private static func forward(
        _ client: AsyncThrowingStream<WSFrame, any Error>, to socket: BridgeSocket,
        _ outgoing: OutgoingFrames
    ) async {
        do {
            for try await frame in client {
                switch frame.opcode {
                case .text, .continuation: try await socket.write(line(frame))
                case .ping: outgoing.answer(frame)
                case .pong: break
                default: return
                }
            }
        } catch {
            // It left, or the session did.
        }
    }

    /// A message ends a line, whether or not it ends in a line feed.
    private static func line(_ frame: WSFrame) -> Data {
        let lineFeed: UInt8 = 0x0A
        guard frame.fin, frame.payload.last != lineFeed else { return frame.payload }
        return frame.payload + [lineFeed]
    }
}

/// A connection to the session. It is closed when nobody holds it any more, and so only once: its number may
/// be another's a moment later.
final class BridgeSocket: Sendable {
    private let socket: AsyncSocket

    init(_ socket: AsyncSocket) { self.socket = socket }

    deinit { try? socket.close() }

    func write(_ data: Data) async throws { try await socket.write(data) }
    func read() async throws -> [UInt8] { try await socket.read(atMost: 4096) }

    /// Ends what is read and written, also by those who wait.
    func shutdown() { _ = Foundation.shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) }
}

/// What goes to a client, taken when it can be sent: lines of the session, and answers to its pings.
final class OutgoingFrames: Sendable {
    private struct State {
        var pongs: [WSFrame] = []
        /// Read from the session, and not yet sent.
        var received: [UInt8] = []
        var hasEnded = false
        var hasSaidGoodbye = false
    }

    private let socket: BridgeSocket
    private let state = Mutex(State())

    /// More answers than that are of nobody who waits for them.
    private static let mostPongs = 8
    private static let lineFeed: UInt8 = 0x0A

    init(_ socket: BridgeSocket) { self.socket = socket }

    /// Goes out with the next line, within a second while a session runs.
    func answer(_ ping: WSFrame) {
        state.withLock { state in
            guard state.pongs.count < Self.mostPongs else { return }
            state.pongs.append(
                WSFrame(fin: true, opcode: .pong, mask: nil, payload: ping.payload))
        }
    }

    /// - Returns: nil after the goodbye.
    func next() async -> WSFrame? {
        while true {
            let (frame, isOver) = take()
            if let frame { return frame }
            if isOver { return nil }
            do {
                let bytes = try await socket.read()
                state.withLock { $0.received += bytes }
            } catch {
                state.withLock { $0.hasEnded = true }
            }
        }
    }

    /// What can be sent at once, and whether nothing more will be.
    private func take() -> (WSFrame?, isOver: Bool) {
        state.withLock { state in
            if !state.pongs.isEmpty { return (state.pongs.removeFirst(), false) }
            if let end = state.received.firstIndex(of: Self.lineFeed) {
                let line = Data(state.received[..<end])
                state.received.removeFirst(end + 1)
                return (WSFrame(fin: true, opcode: .text, mask: nil, payload: line), false)
            }
            guard state.hasEnded else { return (nil, false) }
            if state.hasSaidGoodbye { return (nil, true) }
            state.hasSaidGoodbye = true
            return (.close(code: .normalClosure), false)
        }
    }
}
