package import Foundation
import RecordingFiles

/// Reads the play history of another program; the content decides which.
package enum PlayHistoryFile {
    /// The reason that a file is no play history.
    package enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        case unknown
        case tooLarge

        package var description: String {
            switch self {
            case .unknown:
                "this is no play history that hrv knows: last.fm as CSV, or ListenBrainz as JSON"
            case .tooLarge: "this file is larger than 1 GiB: no play history is"
            }
        }
    }

    private static let maxByteCount = 1 << 30

    /// - Parameter bytes: UTF-8; what is none is read with replacement characters.
    /// - Parameter nowMs: ms since 1970; what is later has not happened.
    package static func read(_ bytes: Data, nowMs: Int64) throws(Failure) -> PlayHistory {
        guard bytes.count <= maxByteCount else { throw .tooLarge }
        var text = String(decoding: bytes, as: UTF8.self)
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
        if first == "{" || first == "[" {
            guard let rows = ListenBrainz.rows(text, isArray: first == "[") else { throw .unknown }
            return PlayHistory(.listenBrainz, rows, nowMs: nowMs)
        }
        guard let rows = LastFM.rows(CSVText.rows(text)) else { throw .unknown }
        return PlayHistory(.lastFM, rows, nowMs: nowMs)
    }
}
