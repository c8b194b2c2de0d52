#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folder in which a person's data lie.
package enum DataFolder {
    /// The folder under `XDG_DATA_HOME`, or what the platform has instead.
    ///
    /// - Parameter environment: the environment of the process.
    package static func path(environment: [String: String]) -> String {
        let home = environment["HOME"] ?? accountHomeFolder
        #if os(macOS)
            let base = home + "/Library/Application Support"
        #else
            let base =
                environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
                ?? home + "/.local/share"
        #endif
        return base + "/resonance"
    }

    private static var accountHomeFolder: String {
        guard let account = getpwuid(getuid()), let folder = account.pointee.pw_dir else {
            return "/"
        }
        return String(cString: folder)
    }
}
