/// The reason why the history of sessions cannot be read or written.
package enum HistoryError: Error, Sendable, Equatable {
    /// The file at this path cannot be opened, or made.
    case cannotOpen(path: String, reason: String)
    /// The file, or the disk it lies on, may be read only.
    case readOnly(path: String)
    /// The disk has no space left.
    case diskFull(path: String)
    /// A file whose content is no longer a database, or contradicts itself.
    case damaged(path: String, reason: String)
    /// Another process wrote all the time that was waited.
    case busy(path: String)
    /// A later version of the toolkit made the file.
    case newerVersion(path: String)
    /// The file is a database of another program.
    case notAHistory(path: String)
    /// Writing or reading failed for another reason.
    case failed(path: String, reason: String)
    /// More waits to be written than is kept in memory.
    case diskTooSlow(path: String)
    /// No session has this id.
    case noSession(String)
    /// No practice has this id.
    case noPractice(String)
    /// The session that was to be deleted goes on.
    case isRunning
    /// Another program has taken the session's slot.
    case replaced
    /// A setting lies outside its range: the sentence to show.
    case invalidSetting(String)
    /// An import that is no session: the error, and its position.
    case notASession(String)
}

extension HistoryError: CustomStringConvertible {
    /// One sentence: what, where, and what to do.
    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "the history at \(path) cannot be opened: \(reason)"
        case .readOnly(let path):
            "the history at \(path) may not be written: choose another place with --database"
        case .diskFull(let path):
            "no room is left on the disk of the history at \(path): free some"
        case .damaged(let path, let reason):
            "the history at \(path) is damaged (\(reason)): move it away and run hrv history "
                + "rebuild, or use a backup with --database"
        case .busy(let path):
            "another process keeps writing to the history at \(path): try again"
        case .newerVersion(let path):
            "the history at \(path) is of a later version of hrv: update hrv"
        case .notAHistory(let path):
            "\(path) is a database, but no history of sessions: choose another with --database"
        case .failed(let path, let reason): "the history at \(path): \(reason)"
        case .diskTooSlow(let path):
            "the disk of the history at \(path) is too slow: too much waits to be written"
        case .noSession(let id):
            "no session \(id) in the history: hrv history list shows those there are"
        case .noPractice(let id):
            "no practice \(id) in the history: hrv practice list shows those there are"
        case .isRunning: "a session is running: end it first"
        case .replaced: "another program has taken this session's place"
        case .invalidSetting(let text), .notASession(let text): text
        }
    }
}
