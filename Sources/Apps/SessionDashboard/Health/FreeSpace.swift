import Foundation

/// Space on a disk.
enum FreeSpace {
    /// Bytes that this process may still write below a folder; nil where the system does not say.
    ///
    /// The folder may not exist yet: then the nearest folder above it that does is asked.
    static func byteCount(_ folder: String) -> Int? {
        var url = URL(fileURLWithPath: folder)
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" {
            url.deleteLastPathComponent()
        }
        var disk = statvfs()
        guard statvfs(url.path, &disk) == 0 else { return nil }
        let (count, overflow) = UInt64(disk.f_bavail)
            .multipliedReportingOverflow(by: UInt64(disk.f_frsize))
        return overflow ? .max : Int(clamping: count)
    }
}
