package import Foundation
import GRDB
import StoreFiles

extension SessionStore {
    /// Adds a session that came from elsewhere, in one transaction.
    ///
    /// - Returns: whether it is new: one whose id is there already stays as it is.
    @discardableResult
    package func add(_ details: SessionDetails) throws(HistoryError) -> Bool {
        try write { db in
            let id = details.session.id.uuidString
            let isThere = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM session WHERE id = ?)", arguments: [id])
            guard isThere == false else { return false }
            let key = try SessionRow.save(details.session, db)
            let batch = SessionRows.Batch(
                points: details.points, beats: details.beats, marks: details.marks,
                decisions: details.decisions, resonanceDensityCurve: details.resonanceDensityCurve)
            try SessionRows.append(
                batch, after: SessionRows.Counts(), toSession: key, db)
            return true
        }
    }

    /// Sessions whose id begins so.
    ///
    /// - Parameter text: hexadecimal digits and `-`, in either case; nothing else finds any.
    package func ids(beginningWith text: String) throws(HistoryError) -> [UUID] {
        guard !text.isEmpty, text.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return [] }
        return try read { db in
            try String.fetchAll(
                db, sql: "SELECT id FROM session WHERE id LIKE ? ORDER BY started_ms",
                arguments: [text.uppercased() + "%"]
            ).compactMap { UUID(uuidString: $0) }
        }
    }

    /// Writes the whole history, as it is at this moment, to another file; sessions may go on meanwhile.
    ///
    /// The file appears when it is complete, for its owner alone.
    ///
    /// - Parameter target: must not be there yet.
    package func backUp(to target: String) throws(HistoryError) {
        do {
            try StoreFile.copy(pool, to: target)
        } catch {
            throw HistoryError(error, path: target)
        }
    }

    /// Size of the file with what waits beside it; bytes.
    package var fileSizeBytes: Int {
        Int(StoreFile.byteCount(path))
    }
}
