#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The offsets of a named time zone from UTC, as the C library knows them.
///
/// They are asked for once, from 1970 to 2100, and kept as a table: the library has one zone at a time, for all threads.
/// Foundation's own zones would bring a library of 30 MB.
package struct NamedZone: Sendable {
    /// Times from which an offset holds; s since 1970, ascending, the first below all others.
    private let beginSeconds: [Int]
    /// Seconds east of UTC, one for each of `beginSeconds`.
    private let offsetsSeconds: [Int]

    /// 2100-01-01; s since 1970.
    private static let endSeconds = 4_102_444_800
    /// No zone changes its clock twice within this time; s.
    private static let stepSeconds = 7 * 86_400

    /// Reads a zone by its name. Called before threads begin that ask for local time.
    ///
    /// - Parameter name: such as `Europe/Berlin`.
    /// - Returns: nil where the system has no zone of that name.
    package init?(_ name: String) {
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
        guard !name.isEmpty, !name.hasPrefix("/"), !name.contains(".."),
            access("\(folder)/\(name)", R_OK) == 0,
            Self.isZoneFile("\(folder)/\(name)")
        else { return nil }
        let savedZone = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", ":" + name, 1)
        tzset()
        defer {
            if let savedZone { setenv("TZ", savedZone, 1) } else { unsetenv("TZ") }
            tzset()
        }
        var (beginSeconds, offsetsSeconds) = ([Int.min], [Self.offset(0)])
        for unixSeconds in stride(
            from: Self.stepSeconds, through: Self.endSeconds, by: Self.stepSeconds)
        {
            let offset = Self.offset(unixSeconds)
            guard offset != offsetsSeconds[offsetsSeconds.count - 1] else { continue }
            var (low, high) = (unixSeconds - Self.stepSeconds, unixSeconds)
            while high - low > 1 {
                let middle = (low + high) / 2
                if Self.offset(middle) == offset { high = middle } else { low = middle }
            }
            beginSeconds.append(high)
            offsetsSeconds.append(offset)
        }
        (self.beginSeconds, self.offsetsSeconds) = (beginSeconds, offsetsSeconds)
    }

    /// The offset from UTC at a moment; s, east positive.
    package func offsetSeconds(unixMs: Int64) -> Int {
        let seconds = Int(unixMs.quotientAndRemainder(dividingBy: 1000).quotient)
        var (low, high) = (0, beginSeconds.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if beginSeconds[middle] <= seconds { low = middle } else { high = middle }
        }
        return offsetsSeconds[low]
    }

    /// A file of another kind, or a folder, would be UTC to the C library.
    private static func isZoneFile(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var fileMagic = [UInt8](repeating: 0, count: 4)
        return read(file, &fileMagic, 4) == 4 && fileMagic == Array("TZif".utf8)
    }

    private static func offset(_ seconds: Int) -> Int {
        var (unixSeconds, parts) = (time_t(seconds), tm())
        localtime_r(&unixSeconds, &parts)
        return parts.tm_gmtoff
    }
}
