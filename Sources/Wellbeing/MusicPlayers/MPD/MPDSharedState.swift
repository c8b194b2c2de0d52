import Synchronization

/// The state that the thread that watches MPD shares with the tasks that command it.
final class MPDSharedState: Sendable {
    let tracker: Mutex<MPDTracker>
    let musicFolder = Mutex<String?>(nil)
    let hub = PlayerEventHub()
    let readiness = PlayerReadiness()
    let wake = PlayerWakePipe()
    private let closing = Mutex(false)

    init(isControlling: Bool) { tracker = Mutex(MPDTracker(isControlling: isControlling)) }

    var isClosed: Bool { closing.withLock(\.self) }

    func events() -> AsyncStream<PlayerEvent> {
        tracker.withLock { hub.stream(status: $0.status) }
    }

    /// Reports events. The watcher and the commands report from tasks of their own: each status is the newest one, so
    /// that an older one never comes last.
    func send(_ events: [PlayerEvent]) {
        tracker.withLock { tracker in
            hub.send(
                events.map { event in
                    if case .status = event { .status(tracker.status) } else { event }
                })
        }
    }

    func close() {
        let isFirst = closing.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        wake.signal()
        readiness.settle(.failure(.closed))
        hub.close()
    }
}
