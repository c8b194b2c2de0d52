package import Foundation
package import LiveProtocol
package import SensorProtocol

/// The bridges that are connected to a listener.
///
/// ```swift
/// let gate = BridgeServer(try BridgeListener(.unix(path: path)))
/// for event in gate.wait(milliseconds: 100) { ... }
/// gate.send(reply)
/// ```
package final class BridgeServer {
    package enum Event: Sendable, Equatable {
        /// Bridges are numbered from 1; no number comes twice.
        case joined(Int)
        case line(LineFramer.Line, from: Int)
        case left(Int)
        /// One more than there may be; it was notified, and disconnected.
        case refused
    }

    /// Bridges at the same time.
    package static let maxClients = 8

    package var address: BridgeAddress { listener.address }

    private let listener: BridgeListener
    private let limit: Int
    private var connections: [Int: BridgeConnection] = [:]
    private var lastNumber = 0

    /// - Parameter limit: bridges at the same time.
    package init(_ listener: BridgeListener, limit: Int = maxClients) {
        self.listener = listener
        self.limit = limit
    }

    /// Descriptors for the wait of a caller: the listener, and then the bridges by their numbers.
    package var descriptors: [pollfd] {
        [pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)]
            + connections.sorted { $0.key < $1.key }.map { _, connection in
                let wanted = POLLIN | (connection.hasUnsentReplies ? POLLOUT : 0)
                return pollfd(fd: connection.descriptor, events: Int16(wanted), revents: 0)
            }
    }

    /// Waits until something happens, or so long.
    ///
    /// - Returns: what happened, of each bridge in its order; none after the time has passed, and sometimes
    ///   before.
    package func pollEvents(milliseconds: Int32) -> [Event] {
        let numbers = connections.keys.sorted()
        var watched = descriptors
        let count = poll(&watched, nfds_t(watched.count), milliseconds)
        var events: [Event] = []
        if count > 0 {
            for (number, state) in zip(numbers, watched.dropFirst()) where state.revents != 0 {
                guard let connection = connections[number] else { continue }
                if state.revents & Int16(POLLOUT) != 0 { connection.flush() }
                guard state.revents & ~Int16(POLLOUT) != 0 else { continue }
                events += connection.read().map { .line($0, from: number) }
            }
            if watched[0].revents != 0 { accept(&events) }
        }
        events += removeBrokenConnections()
        return events
    }

    private func accept(_ events: inout [Event]) {
        while true {
            let descriptor = systemAccept(listener.descriptor)
            guard descriptor >= 0 else { return }
            let connection = BridgeConnection(descriptor)
            guard connections.count < limit else {
                connection.send(.warning(Self.refusal(limit)))
                // What it said is taken, or else the end would come before the warning.
                _ = connection.read()
                events.append(.refused)
                continue
            }
            lastNumber += 1
            connections[lastNumber] = connection
            events.append(.joined(lastNumber))
        }
    }

    package static func refusal(_ limit: Int) -> BeatlineReply.Warning {
        let limitText = limit == 1 ? "one bridge" : "\(limit) bridges"
        return BeatlineReply.Warning(
            line: nil, code: "too_many", text: "\(limitText) at most: this one is let go")
    }

    private func removeBrokenConnections() -> [Event] {
        connections.filter { $0.value.isBroken }.keys.sorted().map { number in
            connections[number] = nil
            return .left(number)
        }
    }

    /// - Parameter client: nil for all.
    package func send(_ reply: BeatlineReply, to client: Int? = nil) {
        if let client {
            connections[client]?.send(reply)
        } else {
            for connection in connections.values { connection.send(reply) }
        }
    }

    /// Sends the replies of a session of several bridges to those that they are for, each in its own time.
    package func send(_ addressed: BridgeSession.AddressedOutput) {
        for (client, connection) in connections {
            if let reply = addressed.reply(for: client) { connection.send(reply) }
        }
    }

    /// Removes the address, so that no new client finds it; connected ones stay.
    package func removeSocketFile() { listener.removeFile() }

    /// Disconnects a bridge; no event reports it.
    package func close(_ client: Int) {
        connections[client]?.flush()
        connections[client] = nil
    }

    /// Waits until every bridge has taken what is for it, is gone, or so long.
    ///
    /// - Returns: whether nothing waits any more.
    package func drainReplies(milliseconds: Int32) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(Int(milliseconds))
        while true {
            for connection in connections.values { connection.flush() }
            let waiting = connections.values.filter { $0.hasUnsentReplies && !$0.isBroken }
            guard !waiting.isEmpty else { return true }
            let left = end - clock.now
            guard left > .zero else { return false }
            var pollRequests = waiting.map {
                pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0)
            }
            poll(&pollRequests, nfds_t(pollRequests.count), Int32(left / .milliseconds(1)) + 1)
        }
    }
}

/// `accept(2)`; inside the class the name means its own method.
private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
