package import SensorProtocol

/// Replies that wait for a slow reader: bounded, and what is dropped is what matters least.
///
/// Beyond ``limit`` lines the oldest metric is dropped, where there is none the oldest beat, haptic or
/// warning. Pace, stop and all other lines are never dropped: they are few.
package struct ReplyQueue: Sendable {
    package static let limit = 256
    /// Who leaves so many unread is to be let go: lines that are never dropped would wait without end.
    package static let maxPending = 4096

    /// Lines dropped so far.
    package private(set) var droppedCount = 0
    private var waiting: [(reply: BeatlineReply, text: String)] = []

    package init() {}

    package var isEmpty: Bool { waiting.isEmpty }
    package var count: Int { waiting.count }

    package mutating func push(_ reply: BeatlineReply) {
        waiting.append((reply, reply.text))
        guard waiting.count > Self.limit else { return }
        guard
            let index = waiting.firstIndex(where: { Self.importance($0.reply) == 0 })
                ?? waiting.firstIndex(where: { Self.importance($0.reply) == 1 })
        else { return }
        waiting.remove(at: index)
        droppedCount += 1
    }

    /// The next line, without its line feed; it waits no longer.
    package mutating func next() -> String? {
        waiting.isEmpty ? nil : waiting.removeFirst().text
    }

    private static func importance(_ reply: BeatlineReply) -> Int {
        switch reply {
        case .metric: 0
        case .beat, .haptic, .warning: 1
        case .hello, .pace, .command, .pong, .bye, .go, .breath, .workout: 2
        }
    }
}
