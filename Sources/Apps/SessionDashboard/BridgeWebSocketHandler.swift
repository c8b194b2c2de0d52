import FlyingFox
import Foundation
import LiveSession
import SensorProtocol

/// One bridge behind a WebSocket: its messages are lines, and each reply is one text message.
struct BridgeWebSocketHandler: WSHandler {
    let bridges: WebSocketBridges

    func makeFrames(
        for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> {
        let outgoingFrames = OutgoingFrames()
        guard let number = bridges.join(outgoingFrames) else {
            return AsyncStream { await outgoingFrames.next() }
        }
        let bridges = bridges
        let receiveTask = Task {
            await Self.forward(client, of: number, to: bridges, outgoingFrames)
            bridges.removeClient(number)
        }
        return AsyncStream {
            if let frame = await outgoingFrames.next() { return frame }
            receiveTask.cancel()
            bridges.removeClient(number)
            return nil
        }
    }

    /// Messages as lines; until the client leaves or says what no bridge says.
    private static func forward(
        _ client: AsyncThrowingStream<WSFrame, any Error>, of number: Int,
        to bridges: WebSocketBridges,
        _ outgoingFrames: OutgoingFrames
    ) async {
        do {
            for try await frame in client {
                switch frame.opcode {
                case .text, .continuation:
                    guard try await bridges.receive(line(frame), from: number) else { return }
                case .ping: outgoingFrames.sendPong(frame)
                case .pong: break
                default: return
                }
            }
        } catch {
            // It left.
        }
    }

    /// A message ends a line, whether or not it ends in a line feed.
    private static func line(_ frame: WSFrame) -> [UInt8] {
        let lineFeed: UInt8 = 0x0A
        guard frame.fin, frame.payload.last != lineFeed else { return Array(frame.payload) }
        return Array(frame.payload) + [lineFeed]
    }
}
