/// Version of the toolkit, as every result states it.
public enum ToolkitVersion {
    /// Semantic version; raised together with CHANGELOG.md.
    public static let current = "0.1.0"
}
