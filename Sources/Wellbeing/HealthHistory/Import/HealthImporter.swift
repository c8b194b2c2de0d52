/// Imports one file, as ``HealthStore/importFiles(_:options:progress:)`` does; tests bring another one.
package typealias HealthImporter =
    @Sendable (
        _ path: String, _ options: ImportOptions,
        _ progress: @escaping (ImportProgress) -> Bool
    ) throws(HealthStoreError) -> ImportReport

extension HealthStore {
    /// Imports one file into this store.
    package var importer: HealthImporter {
        { [self] path, options, progress throws(HealthStoreError) in
            try importFiles([path], options: options, progress: progress)
        }
    }
}
