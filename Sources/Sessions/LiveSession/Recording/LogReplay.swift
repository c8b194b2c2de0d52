package import LiveProtocol
package import SensorProtocol

/// Gives a session the lines of a log again, each for the bridge that sent it.
///
/// ```swift
/// var replay = LogReplay()
/// framer.push(bytes) { replay.take($0, &session) }
/// ```
package struct LogReplay: Sendable {
    private var currentClient = BridgeSession.defaultClient
    private var knownClients: Set<Int> = []

    package init() {}

    package mutating func apply(_ line: LineFramer.Line, _ session: inout BridgeSession) {
        switch event(of: line) {
        case .joined(let client, let time): session.join(client, atMicroseconds: time ?? 0)
        case .left(let client, let time): session.leave(client, atMicroseconds: time ?? 0)
        case .line(let line, let client):
            session.receive(line, from: client, arrivalMicroseconds: 0)
        case .parsedLine, .notice, .ended, nil: break
        }
    }

    /// Returns the event of a line of the log.
    mutating func event(of line: LineFramer.Line) -> LiveSourceEvent? {
        switch BeatlineLogNote(line) {
        case .client(let client, let time):
            currentClient = client
            return knownClients.insert(client).inserted
                ? .joined(client, atMicroseconds: time) : nil
        case .disconnected(let client, let time):
            knownClients.remove(client)
            return .left(client, atMicroseconds: time)
        case .truncatedLine, .session: return nil
        case nil: return .line(line, from: currentClient)
        }
    }
}
