import GRDB

/// The offset in which an export writes its dates.
struct ExportOffset {
    /// Min; nil for an export that writes several, of which each record keeps its own.
    let minutes: Int?

    /// Returns the offset of the newest complete export; of the first one where none is complete.
    /// Nil in a store without exports.
    ///
    /// Records that keep no offset are written in this one.
    static func latest(_ db: Database) throws -> ExportOffset? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT offset_min, is_cut = 0 AND is_partial = 0 AS is_complete FROM import
                WHERE origin = 'apple'
                ORDER BY is_complete DESC, CASE WHEN is_complete THEN export_ms END DESC, key
                LIMIT 1
                """)
        return row.map { ExportOffset(minutes: $0[0]) }
    }
}
