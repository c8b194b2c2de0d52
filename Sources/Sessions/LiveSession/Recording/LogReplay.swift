package import LiveProtocol
package import SensorProtocol

/// Gives a session the lines of a log again, each for the bridge that sent it.
///
/// ```swift
/// var replay = LogReplay()
/// framer.push(bytes) { replay.take($0, &session) }
/// ```
package struct LogReplay: Sendable {
    private var current = BridgeSession.onlyClient
    private var known: Set<Int> = []

    package init() {}

    package mutating func apply(_ line: LineFramer.Line, _ session: inout BridgeSession) {
        switch event(of: line) {
        case .joined(let client, let time): session.join(client, atMicroseconds: time ?? 0)
        case .left(let client, let time): session.leave(client, atMicroseconds: time ?? 0)
        case .line(let line, let client):
            session.receive(line, from: client, arrivalMicroseconds: 0)
        case .value, .notice, .over, nil: break
        }
    }

    /// What a line of the log says.
    mutating func event(of line: LineFramer.Line) -> LiveSourceEvent? {
        switch BeatlineLogNote(line) {
        case .client(let client, let time):
            current = client
            return known.insert(client).inserted ? .joined(client, atMicroseconds: time) : nil
        case .left(let client, let time):
            known.remove(client)
            return .left(client, atMicroseconds: time)
        case .cut, .session: return nil
        case nil: return .line(line, from: current)
        }
    }
}
