import Foundation
public import Testing

/// The recordings that tests of real data need. They lie outside the repository.
public enum Datasets {
    /// Folder named by the environment variable `RESONANCE_DATASETS`.
    public static let folder: String? = ProcessInfo.processInfo.environment["RESONANCE_DATASETS"]

    /// Path of an item in the folder.
    public static func path(_ name: String) throws -> String {
        try #require(folder) + "/" + name
    }

    /// Text of an item in the folder.
    public static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .isoLatin1)
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs the test only where the recordings are at hand, and says so where they are not.
    public static var needsDatasets: Self {
        .enabled(
            if: Datasets.folder != nil,
            "skipped: set RESONANCE_DATASETS to the folder of real recordings")
    }
}
