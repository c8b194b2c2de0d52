/// The reason why the store of health records cannot be read or written.
package enum HealthStoreError: Error, Sendable, Equatable {
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
    case notAHealthStore(path: String)
    /// Writing or reading failed for another reason.
    case failed(path: String, reason: String)
    /// The caller ended an import; the store is as it was before.
    case cancelled
    /// No source has this name.
    case noSuchSource(String)
    /// The name of a time zone is not known on this machine.
    case noSuchZone(String)
}

extension HealthStoreError: CustomStringConvertible {
    /// One sentence: what, where, and what to do.
    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "the health records at \(path) cannot be opened: \(reason)"
        case .readOnly(let path):
            "the health records at \(path) may not be written: choose another place with --health"
        case .diskFull(let path):
            "no room is left on the disk of the health records at \(path): free some"
        case .damaged(let path, let reason):
            "the health records at \(path) are damaged (\(reason)): move the file away and import "
                + "the export again"
        case .busy(let path):
            "another process keeps writing to the health records at \(path): try again"
        case .newerVersion(let path):
            "the health records at \(path) are of a later version of hrv: update hrv"
        case .notAHealthStore(let path):
            "\(path) is a database, but holds no health records: choose another with --health"
        case .failed(let path, let reason): "the health records at \(path): \(reason)"
        case .cancelled: "the import was cancelled; the health records are as before"
        case .noSuchSource(let name):
            "no source \(name) in the health records: hrv health sources --names shows those there are"
        case .noSuchZone(let name): "no time zone \(name): name one such as Europe/Berlin"
        }
    }
}
