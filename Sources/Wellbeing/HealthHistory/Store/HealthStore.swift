package import HealthTimeline

/// The kept health records of a person: a file of SQLite that only its owner may read.
///
/// The file is its own, apart from the history of sessions: an import holds the write lock as long as it takes, while a
/// session commits each second. What it holds can be imported again.
package final class HealthStore: Sendable {
    package let path: String

    init(path: String) { self.path = path }

    /// Opens the file, or makes it together with its folder.
    package static func open(path: String) throws(HealthStoreError) -> HealthStore {
        HealthStore(path: path)
    }

    /// Path of the health records that belong to a history: `health.sqlite` beside it.
    package static func defaultPath(folder: String) -> String { folder + "/health.sqlite" }

    /// Imports files, all in one transaction.
    ///
    /// - Parameter progress: called after each block; false ends the import.
    /// - Throws: `cancelled` where `progress` gave false, and what keeps the store from being written; the store is as
    ///   before then. A file that cannot be read is no error: its outcome says so, and the others are imported.
    package func importFiles(
        _ paths: [String], options: ImportOptions,
        progress: (ImportProgress) -> Bool = { _ in true }
    ) throws(HealthStoreError) -> ImportReport {
        ImportReport()
    }

    /// Every record that the days from `fromMs` to `toMs` may be made of: those that start in this time, and a margin of
    /// two days around it.
    ///
    /// - Parameter breathing: sessions of the history, which this store does not know.
    package func data(
        fromMs: Int64, toMs: Int64, breathing: [BreathingEntry] = []
    ) throws(HealthStoreError) -> HealthData {
        HealthData(breathing: breathing)
    }

    package func status() throws(HealthStoreError) -> HealthStatus { HealthStatus() }

    /// Sources of which records are kept, those that the person prefers first, then by name.
    package func sources() throws(HealthStoreError) -> [KeptSource] { [] }

    /// Makes these sources the first ones, in this order; all others have no rank afterwards.
    ///
    /// - Throws: `noSource` for a name that no source has.
    package func setPreferred(_ names: [String]) throws(HealthStoreError) {}

    /// The newest day with a record, by the clock of the home zone; nil for an empty store.
    package func newestDay() throws(HealthStoreError) -> CivilDate? { nil }

    /// Name of the home zone; nil before the first import.
    package func homeZone() throws(HealthStoreError) -> String? { nil }

    /// - Throws: `noZone` for a name that is not known.
    package func setHomeZone(_ name: String) throws(HealthStoreError) {}

    /// Every kind at once, then after each change the kinds whose records differ, joined over a second; changes that
    /// other processes make come within two seconds.
    package func changes() -> AsyncStream<Set<HealthChangeKind>> { AsyncStream { $0.finish() } }

    /// Files and folders that are watched, as absolute paths, sorted.
    package func watched() throws(HealthStoreError) -> [String] { [] }
    package func watch(_ path: String) throws(HealthStoreError) {}
    package func unwatch(_ path: String) throws(HealthStoreError) {}

    /// Takes every record, import, source, setting and watched path out, and overwrites them in the file.
    ///
    /// The store stays usable, and is empty. Exports and copies that were made elsewhere remain.
    package func deleteEverything() throws(HealthStoreError) {}
}
