#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension RecordingError {
    /// Returns the reason that a file could not be opened, by the code of the C library.
    static func openingFailed(_ path: String, _ code: Int32) -> RecordingError {
        switch code {
        case ENOENT, ENOTDIR:
            .cannotRead("no such file" + PathSuggestion.phrase(for: path), .notFound)
        case EACCES, EPERM: .cannotRead("no permission to read this file", .notPermitted)
        case ELOOP: .cannotRead("this is a link, which is not followed here", .notAFile)
        case ENXIO, ENODEV: .cannotRead("this is a device, not a file", .notAFile)
        default: .cannotRead("opening failed: \(String(cString: strerror(code)))", .failed)
        }
    }
}
