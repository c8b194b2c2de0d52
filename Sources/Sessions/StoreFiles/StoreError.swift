import Foundation
import GRDB

/// The reason why a file of SQLite cannot be opened, read or written. Each store says it in its own
/// words.
package enum StoreError: Error, Sendable, Equatable {
    /// The file cannot be opened, or made.
    case cannotOpen(reason: String)
    /// The file, or the disk it lies on, may be read only.
    case readOnly
    /// The disk has no space left.
    case diskFull
    /// A file whose content is no longer a database, or contradicts itself.
    case damaged(reason: String)
    /// Another process wrote all the time that was waited.
    case busy
    /// A later version of the toolkit made the file.
    case newerVersion
    /// The file is a database of another program.
    case foreignDatabase
    /// Writing or reading failed for another reason.
    case failed(reason: String)

    /// Converts an error of the database; a ``StoreError`` stays as it is.
    package init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self.init(error)
        case is RowDecodingError: self = .damaged(reason: "\(error)")
        default: self = .failed(reason: "\(error)")
        }
    }

    private init(_ error: DatabaseError) {
        let reason = error.message ?? error.resultCode.description
        self =
            switch error.resultCode {
            // The index beside the log is made in its whole size, and SQLite has a code of its own where that fails.
            case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .diskFull
            case .SQLITE_FULL: .diskFull
            case .SQLITE_READONLY: .readOnly
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(reason: reason)
            case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .cannotOpen(reason: reason)
            default: .failed(reason: reason)
            }
    }

    /// Converts the system's error number of a call that failed.
    init(errno code: Int32) {
        switch code {
        case EROFS, EACCES, EPERM: self = .readOnly
        case ENOSPC, EDQUOT: self = .diskFull
        default: self = .cannotOpen(reason: String(cString: strerror(code)))
        }
    }

    /// True if another process may be the cause.
    var mayBeTransient: Bool {
        switch self {
        case .busy, .cannotOpen, .failed: true
        default: false
        }
    }
}
