/// The reason that the music library cannot be read or written.
package enum MusicStoreError: Error, Sendable, Equatable {
    /// The file at this path cannot be opened, or made.
    case cannotOpen(path: String, reason: String)
    /// The file, or the disk it lies on, may be read only.
    case readOnly(path: String)
    /// The disk has no space left.
    case diskFull(path: String)
    /// A file that is no longer a database, or contradicts itself.
    case damaged(path: String, reason: String)
    /// Another process wrote all the time that was waited.
    case busy(path: String)
    /// A later version of the toolkit made the file.
    case newerVersion(path: String)
    /// The file is a database of another program.
    case notAMusicStore(path: String)
    /// Writing or reading failed for another reason.
    case failed(path: String, reason: String)
    /// No song has this number, or this file.
    case noSuchSong(String)
    /// A path without a folder or file to scan.
    case noSuchFolder(String)
}

extension MusicStoreError: CustomStringConvertible {
    /// One sentence: what, where, and what to do.
    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "the music library at \(path) cannot be opened: \(reason)"
        case .readOnly(let path):
            "the music library at \(path) may not be written: choose another place with --music"
        case .diskFull(let path):
            "no room is left on the disk of the music library at \(path): free some; what was "
                + "kept stays"
        case .damaged(let path, let reason):
            "the music library at \(path) is damaged (\(reason)): move the file away and scan again"
        case .busy(let path):
            "another process keeps writing to the music library at \(path): try again"
        case .newerVersion(let path):
            "the music library at \(path) is of a later version of hrv: update hrv"
        case .notAMusicStore(let path):
            "\(path) is a database, but no music library: choose another with --music"
        case .failed(let path, let reason): "the music library at \(path): \(reason)"
        case .noSuchSong(let word):
            "there is no song \(word): hrv music songs lists those there are, with their numbers"
        case .noSuchFolder(let path): "there is no folder \(path)"
        }
    }
}
