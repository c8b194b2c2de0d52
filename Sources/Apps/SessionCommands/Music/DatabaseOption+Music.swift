import CommandSupport
import Foundation
import MusicLibrary
import SessionHistory

extension DatabaseOption {
    /// The music library of this history forgets what it has of the hearts of sessions; to be called before they go.
    ///
    /// Where there is no library, none is made.
    ///
    /// - Throws: `MusicStoreError`: the sessions are to stay then.
    var deleteMusicHeartData: @Sendable (Set<UUID>) throws -> Void {
        deleteMusicHeartData(in: musicPath)
    }

    /// The same of a library at another path.
    func deleteMusicHeartData(in path: String) -> @Sendable (Set<UUID>) throws -> Void {
        return { sessions in
            guard FileManager.default.fileExists(atPath: path) else { return }
            try MusicStore.open(path: path).deleteHeartData(ofSessions: sessions)
        }
    }
}

extension MusicStore {
    /// Takes out what came from the heart of sessions that the history does not have any more.
    ///
    /// The history is opened only where a value names a session. One that cannot be read has lost nothing yet: that is
    /// said, and all stays.
    func forgetDeletedSessions(of history: DatabaseOption, _ diagnostics: Diagnostics) throws {
        var openedStore: SessionStore?
        var failure: HistoryError?
        let historyExists = FileManager.default.fileExists(atPath: history.path)
        try deleteHeartData { id in
            guard historyExists, failure == nil else { return historyExists }
            do throws(HistoryError) {
                if openedStore == nil { openedStore = try SessionStore(path: history.path) }
                _ = try openedStore?.session(id)
                return true
            } catch .noSession {
                return false
            } catch {
                failure = error
                return true
            }
        }
        if let failure {
            diagnostics.summary(
                "\(failure); whether a session was deleted is not known, so its heart values stay")
        }
    }
}
