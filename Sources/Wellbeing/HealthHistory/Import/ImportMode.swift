/// The effect of the records of a file on those that are stored.
struct ImportMode {
    /// True if stored records that the file does not have are removed.
    var removesMissing: Bool
    /// True if a record that is stored with other values takes those of the file.
    var updatesStored: Bool
    /// Kept records that start up to here would be in the file if it were of the same person; ms since 1970; nil for
    /// a file that says nothing of what it does not hold.
    var comparisonEndMs: Int64?

    /// Returns true if a stored record that is not in the file is a sign of another person.
    func countsAsMissing(startMs: Int64) -> Bool { comparisonEndMs.map { startMs <= $0 } ?? false }
}

/// The result of comparing a table with the file's records.
struct TableDifference {
    var newCount = 0
    var knownCount = 0
    var removedCount = 0
    var repeatedCount = 0
    /// The kinds of records that change.
    var changes: Set<HealthChangeKind> = []
}

/// The sources and clocks that records refer to once the import is done.
struct ReferencedKeys {
    private(set) var sources: Set<Int64> = []
    private(set) var clocks: Set<Int64> = []
    private var last: (source: Int64, clock: Int64)?

    /// - Parameter clock: nil or 0 for a silent one.
    mutating func add(source: Int64, clock: Int64?) {
        let clock = clock ?? 0
        if let last, last == (source, clock) { return }
        last = (source, clock)
        sources.insert(source)
        if clock != 0 { clocks.insert(clock) }
    }
}
