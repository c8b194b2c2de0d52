package import HealthRecords

/// The content of the store, in numbers.
package struct HealthStoreStatus: Sendable, Hashable {
    /// Size of the file and of the log beside it; bytes.
    package var byteCount: Int64 = 0
    /// Records by kind: together they are what imports called new, less what they removed.
    package var sampleCount = 0
    package var sleepCount = 0
    package var workoutCount = 0
    /// Segments of beats; each belongs to a sample of SDNN, which counts as the record.
    package var beatSegmentCount = 0
    /// R-R intervals of FIT files; they belong to workouts.
    package var activityIntervalCount = 0
    /// First and last start of a record; ms since 1970; nil where there is none.
    package var firstMs: Int64?
    package var lastMs: Int64?
    /// Moment of the newest export that was imported; ms since 1970.
    package var exportedMs: Int64?
    /// The time at which the newest import was made; ms since 1970.
    package var importedMs: Int64?
    package var homeZone: String?
    package var imports: [StoredImport] = []
    package var watchedPaths: [String] = []

    package init() {}

    /// True if nothing was ever imported.
    package var isEmpty: Bool { imports.isEmpty }
}

/// An import that was made.
package struct StoredImport: Sendable, Hashable {
    /// Name of the file, without its folder.
    package var name: String
    package var origin: HealthSource.Origin
    package var importedMs: Int64
    package var exportedMs: Int64?
    package var isIncomplete: Bool
    package var readCount: Int
    package var newCount: Int
    package var removedCount: Int
}

/// A source of the store, and what is kept of it.
package struct StoredSource: Sendable, Hashable {
    package var source: HealthSource
    /// The label that replaces its name: its model, with a number where several have the same.
    package var label: String
    /// Position in the person's order, from 1; nil where the rules decide.
    package var rank: Int?
    package var sampleCount: Int
    package var sleepCount: Int
    package var beatSegmentCount: Int
    package var workoutCount: Int
    /// First and last start of a record; ms since 1970.
    package var firstMs: Int64?
    package var lastMs: Int64?
}
