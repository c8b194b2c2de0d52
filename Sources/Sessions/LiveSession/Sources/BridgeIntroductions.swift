import SensorProtocol

/// Bridges that are there, and how each has introduced itself and its devices.
///
/// A bridge says once who it is, what its devices are called, whether it is subscribed to them and how full their
/// batteries are. A session that begins later is told all of that as if it came now.
package struct BridgeIntroductions: Sendable {
    private struct Introduction: Sendable {
        /// Of a hello, and of each device its name, its state and its battery.
        var lines: [(topic: Topic, line: LineFramer.Line)] = []
    }

    /// What a line is about: the newest one counts.
    private struct Topic: Sendable, Equatable {
        let kind: Kind
        let device: String
    }

    /// In the order in which a bridge says them.
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
    private static let mostLines = 64

    package init() {}

    package mutating func take(_ event: BridgeGate.Event) {
        switch event {
        case .joined(let client): bridges[client] = Introduction()
        case .line(let line, let client): take(line, from: client)
        case .left(let client): bridges[client] = nil
        case .refused: break
        }
    }

    private mutating func take(_ line: LineFramer.Line, from client: Int) {
        guard case .text(let text) = line, Self.mayIntroduce(text) else { return }
        var faults: [BeatlineFault] = []
        guard let read = try? BeatlineLine(parsing: text, faults: &faults),
            let kind = Kind(read.message)
        else { return }
        let topic = Topic(kind: kind, device: read.deviceKey)
        if let place = bridges[client]?.lines.firstIndex(where: { $0.topic == topic }) {
            bridges[client]?.lines[place].line = line
        } else if bridges[client]?.lines.count ?? 0 < Self.mostLines {
            bridges[client]?.lines.append((topic, line))
        }
    }

    private static let words = ["hello", "device", "state", "battery"].map {
        Array("\"\($0)\"".utf8)
    }

    /// Whether one of the four types stands in a line, which is worth the time to read it: nearly all lines are beats.
    private static func mayIntroduce(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.indices.contains { place in
                bytes[place] == UInt8(ascii: "\"")
                    && words.contains { bytes[place...].starts(with: $0) }
            }
        }
    }

    /// All of them, as if they came now.
    package var present: [LiveSourceEvent] {
        bridges.sorted { $0.key < $1.key }.flatMap { client, introduction in
            [.joined(client, atMicroseconds: nil)]
                + introduction.lines.sorted { $0.topic.kind.rawValue < $1.topic.kind.rawValue }
                .map { .line($0.line, from: client) }
        }
    }
}
