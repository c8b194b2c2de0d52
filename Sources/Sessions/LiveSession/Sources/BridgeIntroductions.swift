import SensorProtocol

/// Bridges that are there, and how each has introduced itself and its devices.
///
/// A bridge says once who it is, what its devices are called, whether it is subscribed to them and how full their
/// batteries are. A session that begins later is notified at once who it is, and of the rest with the time of the first
/// line that comes then: a log of the session begins when the session does.
package struct BridgeIntroductions: Sendable {
    private struct Introduction: Sendable {
        /// The lines of a hello, and of each device its name, its state and its battery.
        var lines: [(topic: Topic, line: BeatlineLine)] = []
        /// Indicates whether the devices are still to be reported to a session.
        var isPending = false
    }

    /// The subject of a line: the newest line on it counts.
    private struct Topic: Sendable, Equatable {
        let kind: Kind
        let device: String
    }

    /// The kinds of lines, in the order in which a bridge sends them.
    private enum Kind: Int, Sendable {
        case hello, device, state, battery

        init?(_ message: BeatlineMessage) {
            switch message {
            case .hello: self = .hello
            case .device: self = .device
            case .state: self = .state
            case .battery: self = .battery
            default: return nil
            }
        }
    }

    private var bridges: [Int: Introduction] = [:]

    /// More are not kept of a bridge: one that names ever new devices costs no memory.
    private static let maxLines = 64

    package init() {}

    /// Takes what came, and puts before it what is still to be reported to a session.
    package mutating func receive(_ events: [BridgeServer.Event]) -> [BridgeServer.Event] {
        events.flatMap { event in
            guard case .line(let line, let client) = event, bridges[client]?.isPending == true
            else {
                receive(event)
                return [event]
            }
            let lines = pending(of: client, before: line)
            receive(event)
            return lines.map { .line(.text($0.text), from: client) } + [event]
        }
    }

    /// The devices, at the time of the line that they are reported before.
    private mutating func pending(of client: Int, before line: LineFramer.Line) -> [BeatlineLine] {
        bridges[client]?.isPending = false
        var time: Int?
        var errors: [BeatlineError] = []
        if case .text(let text) = line {
            time = (try? BeatlineLine(parsing: text, errors: &errors))?.timeMicroseconds
        }
        let lines = bridges[client]?.lines ?? []
        return lines.filter { $0.topic.kind != .hello }
            .sorted { $0.topic.kind.rawValue < $1.topic.kind.rawValue }
            .map { Self.restamped($0.line, atMicroseconds: time) }
    }

    /// The same line, said now.
    private static func restamped(_ line: BeatlineLine, atMicroseconds time: Int?) -> BeatlineLine {
        var line = line
        (line.timeMicroseconds, line.utcMicroseconds, line.sequence) = (time, nil, nil)
        return line
    }

    package mutating func receive(_ event: BridgeServer.Event) {
        switch event {
        case .joined(let client): bridges[client] = Introduction()
        case .line(let line, let client): receive(line, from: client)
        case .left(let client): bridges[client] = nil
        case .refused: break
        }
    }

    private mutating func receive(_ line: LineFramer.Line, from client: Int) {
        guard case .text(let text) = line, Self.mayIntroduce(text) else { return }
        var errors: [BeatlineError] = []
        guard let read = try? BeatlineLine(parsing: text, errors: &errors),
            let kind = Kind(read.message)
        else { return }
        let topic = Topic(kind: kind, device: read.deviceKey)
        if let index = bridges[client]?.lines.firstIndex(where: { $0.topic == topic }) {
            bridges[client]?.lines[index].line = read
        } else if bridges[client]?.lines.count ?? 0 < Self.maxLines {
            bridges[client]?.lines.append((topic, read))
        }
    }

    private static let quotedTypes = ["hello", "device", "state", "battery"].map {
        Array("\"\($0)\"".utf8)
    }

    /// Returns true if a line contains one of the four types, and so is worth the time to read it:
    /// nearly all lines are beats.
    private static func mayIntroduce(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.indices.contains { index in
                bytes[index] == UInt8(ascii: "\"")
                    && quotedTypes.contains { bytes[index...].starts(with: $0) }
            }
        }
    }

    /// All of them, as if they came now; the first lines of their devices report these.
    package mutating func introductionEvents() -> [LiveSourceEvent] {
        bridges.keys.sorted().flatMap { client -> [LiveSourceEvent] in
            bridges[client]?.isPending = true
            let hello = bridges[client]?.lines.first { $0.topic.kind == .hello }?.line
            return [.joined(client, atMicroseconds: nil)]
                + (hello.map {
                    [.line(.text(Self.restamped($0, atMicroseconds: nil).text), from: client)]
                } ?? [])
        }
    }
}
