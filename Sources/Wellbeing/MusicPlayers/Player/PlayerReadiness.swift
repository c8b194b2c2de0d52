import Synchronization

/// Lets tasks wait until a player was reached, or could not be, for the first time.
final class PlayerReadiness: Sendable {
    private struct Content {
        var outcome: Result<Void, PlayerError>?
        var continuations: [CheckedContinuation<Result<Void, PlayerError>, Never>] = []
    }

    private let content = Mutex(Content())

    /// Sets the outcome; only the first one counts.
    func settle(_ outcome: Result<Void, PlayerError>) {
        let continuations = content.withLock { content in
            guard content.outcome == nil else {
                return [CheckedContinuation<Result<Void, PlayerError>, Never>]()
            }
            content.outcome = outcome
            defer { content.continuations = [] }
            return content.continuations
        }
        for continuation in continuations { continuation.resume(returning: outcome) }
    }

    func wait() async throws(PlayerError) {
        let outcome = await withCheckedContinuation { continuation in
            let known = content.withLock { content in
                if content.outcome == nil { content.continuations.append(continuation) }
                return content.outcome
            }
            if let known { continuation.resume(returning: known) }
        }
        try outcome.get()
    }
}
