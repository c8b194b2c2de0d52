import Foundation

/// The recordings that tests of real data need. They lie outside the repository.
enum Recordings {
    /// Folder named by the environment variable `RESONANCE_DATASETS`.
    static let folder = ProcessInfo.processInfo.environment["RESONANCE_DATASETS"]
}
