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
    private let begins: [Int]
    /// Seconds east of UTC, one for each of `begins`.
    private let offsets: [Int]

    /// 2100-01-01; s since 1970.
    private static let end = 4_102_444_800
    /// No zone changes its clock twice within this time; s.
    private static let step = 7 * 86_400

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
        let before = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", ":" + name, 1)
        tzset()
        defer {
            if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
            tzset()
        }
        var (begins, offsets) = ([Int.min], [Self.offset(0)])
        for time in stride(from: Self.step, through: Self.end, by: Self.step) {
            let offset = Self.offset(time)
            guard offset != offsets[offsets.count - 1] else { continue }
            var (low, high) = (time - Self.step, time)
            while high - low > 1 {
                let middle = (low + high) / 2
                if Self.offset(middle) == offset { high = middle } else { low = middle }
            }
            begins.append(high)
            offsets.append(offset)
        }
        (self.begins, self.offsets) = (begins, offsets)
    }

    /// The offset from UTC at a moment; s, east positive.
    package func offsetSeconds(unixMs: Int64) -> Int {
        let seconds = Int(unixMs.quotientAndRemainder(dividingBy: 1000).quotient)
        var (low, high) = (0, begins.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if begins[middle] <= seconds { low = middle } else { high = middle }
        }
        return offsets[low]
    }

    /// A file of another kind, or a folder, would be UTC to the C library.
    private static func isZoneFile(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var mark = [UInt8](repeating: 0, count: 4)
        return read(file, &mark, 4) == 4 && mark == Array("TZif".utf8)
    }

    private static func offset(_ seconds: Int) -> Int {
        var (time, parts) = (time_t(seconds), tm())
        localtime_r(&time, &parts)
        return parts.tm_gmtoff
    }
}
