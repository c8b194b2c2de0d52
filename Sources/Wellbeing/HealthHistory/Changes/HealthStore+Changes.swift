import Foundation
import GRDB

extension HealthStore {
    /// Every kind at once, then after each change the kinds whose records differ, joined over a second; changes that
    /// other processes make come within two seconds.
    ///
    /// The stream looks once a second whether the file was written to, which takes no lock and reads one page; it ends when
    /// its task is cancelled, or when the store cannot be read any more.
    package func changes() -> AsyncStream<Set<HealthChangeKind>> {
        let path = path
        return AsyncStream { continuation in
            let task = Task.detached {
                try? await Self.watchChanges(path) { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func watchChanges(
        _ path: String, _ deliver: @Sendable (Set<HealthChangeKind>) -> Void
    ) async throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(timeoutSeconds)
        // `data_version` counts the writes of other connections: this one writes nothing.
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        var (version, finder) = try await queue.read { db in
            (try Self.version(db), try HealthChangeFinder(db))
        }
        deliver(Set(HealthChangeKind.allCases))
        while true {
            try await Task.sleep(for: .seconds(1))
            let (previousVersion, previousFinder) = (version, finder)
            let update = try await queue.read { db in
                var finder = previousFinder
                let version = try Self.version(db)
                let changes = version == previousVersion ? [] : try finder.changes(db)
                return (version, finder, changes)
            }
            (version, finder) = (update.0, update.1)
            if !update.2.isEmpty { deliver(update.2) }
        }
    }

    private static func version(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
    }
}
