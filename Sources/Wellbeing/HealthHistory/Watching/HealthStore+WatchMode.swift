import Foundation

extension HealthStore {
    /// Files and folders that are watched, as absolute paths, sorted.
    package func watchedPaths() throws(HealthStoreError) -> [String] {
        try read(WatchedTable.listedPaths)
    }

    /// Puts a file or a folder on the list of those that are watched; a relative path begins at the folder of the process.
    package func watch(_ path: String) throws(HealthStoreError) {
        let path = Self.absolute(path)
        try write { try WatchedTable.addPath(path, $0) }
    }

    /// Takes a path off the list; the records that came from it stay.
    package func unwatch(_ path: String) throws(HealthStoreError) {
        let path = Self.absolute(path)
        try write { try WatchedTable.removePath(path, $0) }
    }

    package static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}
