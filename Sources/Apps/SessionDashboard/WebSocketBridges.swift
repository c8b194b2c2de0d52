package import Foundation
package import LiveProtocol
package import LiveSession
package import SensorProtocol
import Synchronization

/// The bridges that came by WebSocket, from one session to the next.
package final class WebSocketBridges: BridgeTransport {
    private struct Client {
        let outgoingFrames: OutgoingFrames
        var framer = LineFramer()
    }

    private struct State {
        var clients: [Int: Client] = [:]
        var lastNumber = 0
        var events: [BridgeServer.Event] = []
        var introductions = BridgeIntroductions()
    }

    private let state = Mutex(State())
    private let limit: Int
    private let wake: WakeSignal

    /// The number of lines waiting for the session from which on no more are read.
    private static let maxPendingEvents = 1024
    private static let pollInterval = Duration.milliseconds(5)
    /// The time between two checks that all was sent; ms.
    private static let drainPollMs: Int32 = 1

    /// - Parameter limit: bridges at the same time.
    /// - Parameter wake: of the host of the sessions.
    init(limit: Int, wake: WakeSignal) {
        self.limit = limit
        self.wake = wake
    }

    // MARK: The side of the sockets

    /// - Returns: the bridge's number; nil where there is one too many, which was notified.
    func join(_ outgoingFrames: OutgoingFrames) -> Int? {
        let number = state.withLock { state -> Int? in
            guard state.clients.count < limit else {
                state.events.append(.refused)
                return nil
            }
            state.lastNumber += 1
            state.clients[state.lastNumber] = Client(outgoingFrames: outgoingFrames)
            state.events.append(.joined(state.lastNumber))
            return state.lastNumber
        }
        if number == nil {
            _ = outgoingFrames.push(.warning(BridgeServer.refusal(limit)))
            outgoingFrames.end()
        }
        wake.signal()
        return number
    }

    /// Takes bytes of a bridge, which need not end a line; waits until the session has read what came before.
    ///
    /// - Returns: false for one that is gone.
    func receive(_ bytes: [UInt8], from number: Int) async throws -> Bool {
        while state.withLock({
            $0.clients[number] != nil && $0.events.count >= Self.maxPendingEvents
        }) {
            try await Task.sleep(for: Self.pollInterval)
        }
        let isConnected = state.withLock { state -> Bool in
            guard state.clients[number] != nil else { return false }
            var lines: [LineFramer.Line] = []
            state.clients[number]?.framer.push(bytes) { lines.append($0) }
            state.events += lines.map { .line($0, from: number) }
            return true
        }
        wake.signal()
        return isConnected
    }

    /// The bridge is gone.
    func removeClient(_ number: Int) {
        state.withLock { state in
            guard var client = state.clients.removeValue(forKey: number) else { return }
            client.framer.finish { state.events.append(.line($0, from: number)) }
            client.outgoingFrames.end()
            state.events.append(.left(number))
        }
        wake.signal()
    }

    // MARK: The side of the session

    package var descriptors: [pollfd] { [] }

    package func events() -> [BridgeServer.Event] {
        state.withLock { state in
            defer { state.events.removeAll() }
            return state.introductions.receive(state.events)
        }
    }

    package func introductionEvents() -> [LiveSourceEvent] {
        state.withLock { $0.introductions.introductionEvents() }
    }

    package func send(_ addressed: BridgeSession.AddressedOutput) {
        let clients = state.withLock { $0.clients }
        for (number, client) in clients {
            guard let reply = addressed.reply(for: number) else { continue }
            if !client.outgoingFrames.push(reply) { removeClient(number) }
        }
    }

    package func broadcast(_ reply: BeatlineReply) {
        for (number, client) in state.withLock({ $0.clients })
        where !client.outgoingFrames.push(reply) {
            removeClient(number)
        }
    }

    package func disconnect(_ client: Int) {
        state.withLock { state in
            state.clients.removeValue(forKey: client)?.outgoingFrames.end()
            state.events.removeAll { if case .line(_, client) = $0 { true } else { false } }
            state.introductions.receive(.left(client))
        }
    }

    package func drainReplies(milliseconds: Int32) -> Bool {
        var remainingMs = milliseconds
        while true {
            if state.withLock({ $0.clients.values.allSatisfy(\.outgoingFrames.isDrained) }) {
                return true
            }
            guard remainingMs > 0 else { return false }
            usleep(UInt32(1000 * Self.drainPollMs))
            remainingMs -= Self.drainPollMs
        }
    }
}
