public import Foundation

/// The checkout that the tests were compiled from.
public enum Repository {
    /// The folder of the package's manifest.
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Path of a file or folder of the checkout, such as `datasets/small`.
    public static func path(_ name: String) -> String { root.appendingPathComponent(name).path }
}
