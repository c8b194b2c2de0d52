package import SensorProtocol

/// Replies that wait for a slow reader: bounded, and what is dropped is what matters least.
///
/// Beyond ``capacity`` lines the oldest metric is dropped, where there is none the oldest beat, haptic or
/// warning. Pace, stop and all other lines are never dropped: they are few.
package struct ReplyQueue: Sendable {
    package static let capacity = 256
    /// The number of unread lines at which a reader is disconnected: lines that are never dropped
    /// would wait without end.
    package static let maxPendingReplies = 4096

    /// Lines dropped so far.
    package private(set) var droppedCount = 0
    private var waitingReplies: [(reply: BeatlineReply, text: String)] = []

    package init() {}

    package var isEmpty: Bool { waitingReplies.isEmpty }
    package var count: Int { waitingReplies.count }

    package mutating func push(_ reply: BeatlineReply) {
        waitingReplies.append((reply, reply.text))
        guard waitingReplies.count > Self.capacity else { return }
        guard
            let index = waitingReplies.firstIndex(where: { Self.priority($0.reply) == 0 })
                ?? waitingReplies.firstIndex(where: { Self.priority($0.reply) == 1 })
        else { return }
        waitingReplies.remove(at: index)
        droppedCount += 1
    }

    /// The next line, without its line feed; it waits no longer.
    package mutating func next() -> String? {
        waitingReplies.isEmpty ? nil : waitingReplies.removeFirst().text
    }

    private static func priority(_ reply: BeatlineReply) -> Int {
        switch reply {
        case .metric: 0
        case .beat, .haptic, .warning: 1
        case .hello, .pace, .command, .pong, .bye, .go, .breath, .workout: 2
        }
    }
}
