#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The terminal that results are shown on.
package enum Terminal {
    /// True if standard output is a terminal.
    package static var isStandardOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Its columns; 100 where there is none, or a very narrow one.
    package static var width: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else {
            return 100
        }
        return Int(size.ws_col)
    }
}
