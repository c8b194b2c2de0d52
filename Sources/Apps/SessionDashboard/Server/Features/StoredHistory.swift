import Foundation
import SessionHistory

/// The history as the page's features reach it.
struct StoredHistory: Sendable {
    /// nil where none is kept.
    let store: SessionStore?
    let logsFolder: String
    /// Lets other stores forget what they have of the hearts of these sessions, before the sessions go.
    var deleteHeartData: @Sendable (Set<UUID>) throws -> Void = { _ in }

    /// - Throws: `DashboardError` where none is kept.
    var requiredStore: SessionStore {
        get throws {
            guard let store else {
                throw DashboardError(
                    status: .notFound, text: "no history is kept: see the terminal")
            }
            return store
        }
    }

    /// Deletes a session, and first what other stores have of its heart.
    func delete(_ id: UUID) throws {
        let store = try requiredStore
        let session = try store.session(id)
        guard session.state != .running else { throw HistoryError.isRunning }
        try deleteHeartData([id])
        try store.delete(id, logsFolder: logsFolder)
    }

    /// Deletes every session, and first what other stores have of their hearts.
    func deleteEverything() throws {
        let store = try requiredStore
        try deleteHeartData(try store.deletableSessionIDs())
        try store.deleteEverything(logsFolder: logsFolder)
    }
}
