import FlyingFox
import Foundation
import LiveProtocol
import LiveSession
import SensorProtocol
import Synchronization

/// The frames to one bridge behind a WebSocket, removed when they can be sent: replies, and pongs.
///
/// The session never waits: beyond the limit of ``ReplyQueue`` the reply that matters least is dropped.
final class OutgoingFrames: Sendable {
    private struct State {
        var pongs: [WSFrame] = []
        var replies = ReplyQueue()
        var hasEnded = false
        var hasSentCloseFrame = false
        /// The caller that waits for the next frame.
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Limit of answers: no client waits for more.
    private static let maxPongs = 8

    /// True if nothing waits to be sent any more.
    var isDrained: Bool {
        state.withLock { $0.hasEnded || ($0.replies.isEmpty && $0.waiting != nil) }
    }

    /// - Returns: false for one who asks and asks and never reads.
    func push(_ reply: BeatlineReply) -> Bool {
        change { state in
            guard !state.hasEnded else { return true }
            state.replies.push(reply)
            return state.replies.count <= ReplyQueue.maxPendingReplies
        }
    }

    func sendPong(_ ping: WSFrame) {
        change { state in
            guard state.pongs.count < Self.maxPongs else { return }
            state.pongs.append(
                WSFrame(fin: true, opcode: .pong, mask: nil, payload: ping.payload))
        }
    }

    /// Nothing follows but a goodbye.
    func end() { change { $0.hasEnded = true } }

    private func change<Value>(_ action: (inout State) -> Value) -> Value {
        let (value, waiting) = state.withLock { state in
            let value = action(&state)
            defer { state.waiting = nil }
            return (value, state.waiting)
        }
        waiting?.resume()
        return value
    }

    /// - Returns: nil after the goodbye.
    func next() async -> WSFrame? {
        while true {
            let (frame, isComplete) = dequeue()
            if let frame { return frame }
            if isComplete { return nil }
            await withCheckedContinuation { continuation in
                let hasFrame = state.withLock { state in
                    let isEmpty = state.pongs.isEmpty && state.replies.isEmpty && !state.hasEnded
                    if isEmpty { state.waiting = continuation }
                    return !isEmpty
                }
                if hasFrame { continuation.resume() }
            }
        }
    }

    /// Returns the frame that can be sent at once, and true if nothing more will follow.
    private func dequeue() -> (WSFrame?, isComplete: Bool) {
        state.withLock { state in
            if !state.pongs.isEmpty { return (state.pongs.removeFirst(), false) }
            if let line = state.replies.next() {
                let text = WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(line.utf8))
                return (text, false)
            }
            guard state.hasEnded else { return (nil, false) }
            if state.hasSentCloseFrame { return (nil, true) }
            state.hasSentCloseFrame = true
            return (.close(code: .normalClosure), false)
        }
    }
}
