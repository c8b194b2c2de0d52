/// The options of an import of files.
package struct ImportOptions: Sendable {
    /// The choice for an import that would remove over half of the stored workouts or nights.
    package enum MissingRecordsPolicy: Sendable {
        /// The file is refused with the code `other_person`.
        case refuse
        /// The kept records go; for a person who has deleted them, or for another person's file.
        case remove
        /// Nothing is removed, now.
        case keep
    }

    /// Records that start earlier are not read, and nothing is removed; ms since 1970.
    package var sinceMs: Int64?
    package var missingRecordsPolicy = MissingRecordsPolicy.refuse
    /// True if only the report is made, and the store stays as it is.
    package var isDryRun = false
    /// Name of the zone that becomes the home zone; nil keeps the one there is.
    package var homeZone: String?
    /// Name of the zone that becomes the home zone at the first import where none is given.
    package var systemZone: String
    /// The largest size to which a file may unpack; bytes; nil for the reader's own limit.
    package var maxByteCount: Int64?
    /// The moment that the import is noted under; ms since 1970.
    package var nowMs: Int64

    package init(systemZone: String, nowMs: Int64) {
        self.systemZone = systemZone
        self.nowMs = nowMs
    }
}

/// The progress of an import.
package struct ImportProgress: Sendable, Hashable {
    /// Name of the file that is read, without its folder.
    package var name: String
    /// Index of the file among those to import, from 0, and how many there are.
    package var fileIndex: Int
    package var fileCount: Int
    /// True if the file is read to find out if it is known; its records are read after that. The
    /// fingerprints of all files are taken before the first one is read.
    package var isFingerprinting = false
    /// Bytes of the file that have been read, unpacked.
    package var bytesRead: Int64
    /// Bytes of the file, unpacked; nil where it is not known.
    package var byteCount: Int64?
    /// Records of the file that have been read.
    package var recordCount: Int

    /// Share of the file that has been read; 0 to 1; nil where the size is not known.
    package var fractionRead: Double? {
        guard let byteCount, byteCount > 0 else { return nil }
        return min(1, Double(bytesRead) / Double(byteCount))
    }
}
