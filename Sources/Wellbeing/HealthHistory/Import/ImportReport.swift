package import HealthRecords

/// The outcomes of the files of an import, in their order.
package struct ImportReport: Sendable, Hashable {
    package var files: [ImportedFile]
    /// The kinds of records that are not the same as before.
    package var changes: Set<HealthChangeKind>

    package init(files: [ImportedFile] = [], changes: Set<HealthChangeKind> = []) {
        self.files = files
        self.changes = changes
    }

    /// Counts of all files together.
    package var counts: ImportCounts {
        files.reduce(into: ImportCounts()) { $0.add($1.counts) }
    }
}

/// Records of an import by what became of them.
///
/// A record is a sample, a piece of sleep or a workout. The beats of an SDNN sample, and the laps, points and beats of a
/// workout, belong to their record and are not counted again. ``readCount`` = ``new`` + ``known`` + ``repeated`` + ``skippedCounts``.
package struct ImportCounts: Sendable, Hashable {
    /// Records of the kinds that are kept, without those that are too old for `sinceMs`.
    package var readCount = 0
    /// Records that the store did not have.
    package var new = 0
    /// Records that the store had before.
    package var known = 0
    /// Records that the store had and the file has no more.
    package var removed = 0
    /// Records that came more than once in the file.
    package var repeated = 0
    /// Records that were left out, by reason; `repeated` is counted separately.
    package var skippedCounts: [HealthRecordError: Int] = [:]

    package init() {}

    package mutating func add(_ other: ImportCounts) {
        readCount += other.readCount
        new += other.new
        known += other.known
        removed += other.removed
        repeated += other.repeated
        skippedCounts.merge(other.skippedCounts, uniquingKeysWith: +)
    }
}

/// The outcome of one file.
package struct ImportedFile: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        /// The records are in the store.
        case imported
        /// The same file was imported before: nothing was read.
        case unchanged
        /// The file was refused; the store is as if it had not been named.
        case refused(ImportFileError)
    }

    /// Path as given.
    package var path: String
    package var outcome: Outcome
    package var origin: HealthSource.Origin?
    /// Moment of the export; nil where the file does not say.
    package var exportedMs: Int64?
    /// The reason why the data read may not be the whole file, as one clause; nil where nothing is
    /// wrong. The data read are in the store.
    package var damageText: String?
    package var isIncomplete: Bool { damageText != nil }
    /// True if a newer export was imported before: nothing was removed.
    package var isOlder = false
    /// The sentence of the warning `zone`: the home zone's offset is not the file's; nil where they agree.
    package var zoneWarning: String?
    package var counts = ImportCounts()

    package init(path: String, outcome: Outcome) {
        self.path = path
        self.outcome = outcome
    }
}

/// The reason why a file was refused.
package struct ImportFileError: Sendable, Hashable {
    /// The code for programs: `other_person`, or the raw value of a `HealthFileErrorCode`.
    package var code: String
    /// One sentence for a person: what, where, and what to do.
    package var text: String

    package init(code: String, text: String) {
        self.code = code
        self.text = text
    }

    /// The code of a file that seems to be another person's.
    package static let otherPersonCode = "other_person"
}
