package import MusicPlayers
import Synchronization

/// The events that a player reports, kept as they come.
package final class EventLog: Sendable {
    private let events = Mutex<[PlayerEvent]>([])

    /// Listens until the player is closed. What the player did since it was made may be missing.
    package init(_ player: any Player) {
        let stream = player.events()
        Task { [weak self] in
            for await event in stream {
                guard let self else { return }
                self.events.withLock { $0.append(event) }
            }
        }
    }

    package var all: [PlayerEvent] { events.withLock(\.self) }

    /// Addresses of songs that began.
    package var began: [String] {
        all.compactMap { if case .songBegan(let song, _) = $0 { song.uri } else { nil } }
    }

    package var ended: [SongEnding] {
        all.compactMap { if case .songEnded(let ending) = $0 { ending } else { nil } }
    }

    package var ends: [SongEndReason] { ended.map(\.reason) }

    package var withdrawals: [WithdrawalReason] {
        all.compactMap { if case .withdrawn(_, let reason) = $0 { reason } else { nil } }
    }

    /// True if the player was found after it was lost.
    package var isFoundAgain: Bool {
        let isLost: (PlayerEvent) -> Bool = { if case .disconnected = $0 { true } else { false } }
        guard let lost = all.lastIndex(where: isLost) else { return false }
        return all[lost...].contains(.connected)
    }

    package var errors: [PlayerError] {
        all.compactMap { if case .disconnected(let error) = $0 { error } else { nil } }
    }
}

/// An event that was waited for and did not happen in time.
package struct NeverSeen: Error {
    package let what: String
    package let seen: [PlayerEvent]
}

/// Waits, without holding a thread, until something is so; far longer than a busy machine needs.
package func until(
    _ what: String, _ log: EventLog? = nil, within seconds: Double = 90,
    _ isSo: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try await !isSo() {
        guard ContinuousClock.now < end else {
            throw NeverSeen(what: what, seen: log?.all ?? [])
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
