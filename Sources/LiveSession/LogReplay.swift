public import PhysioRecordings

/// Gives a session the lines of a log again, each for the bridge that sent it.
///
/// ```swift
/// var replay = LogReplay()
/// framer.push(bytes) { replay.take($0, &session) }
/// ```
public struct LogReplay: Sendable {
    private var current = BridgeSession.onlyClient
    private var known: Set<Int> = []

    public init() {}

    public mutating func take(_ line: LineFramer.Line, _ session: inout BridgeSession) {
        switch BeatlineLogNote(line) {
        case .client(let client, let time):
            current = client
            if known.insert(client).inserted { session.join(client, atMicroseconds: time) }
        case .left(let client, let time):
            known.remove(client)
            session.leave(client, atMicroseconds: time)
        case .cut, .session: break
        case nil: session.take(line, from: current, arrivalMicroseconds: 0)
        }
    }
}
