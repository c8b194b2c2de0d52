import RecordingFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `12 of 40 files, 3.1 files/s, 9 s leftText` on a terminal, once the work lasts longer than a second.
package struct ProgressLine {
    private let total: Int
    private let unit: String
    private let isShown: Bool
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var lastShownInstant: ContinuousClock.Instant?

    /// - Parameter unit: what is counted, in the plural.
    package init(total: Int, unit: String = "files", isWanted: Bool) {
        self.total = total
        self.unit = unit
        isShown = isWanted && isatty(STDERR_FILENO) == 1
        start = clock.now
    }

    package mutating func update(done: Int) {
        let now = clock.now
        guard isShown, done < total, start.duration(to: now) > .seconds(1) else { return }
        if let lastShownInstant, lastShownInstant.duration(to: now) < .milliseconds(200) { return }
        lastShownInstant = now
        let elapsed = start.duration(to: now) / .seconds(1)
        let rate = Double(done) / elapsed
        let remainingTimeText =
            rate > 0 ? "\(Int((Double(total - done) / rate).rounded(.up))) s left" : ""
        let perSecond = (rate * 10).rounded() / 10
        write("\r\u{1B}[K\(done) of \(total) \(unit), \(perSecond) \(unit)/s, \(remainingTimeText)")
    }

    /// Takes the line away before anything else is written.
    package mutating func clear() {
        guard lastShownInstant != nil else { return }
        lastShownInstant = nil
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        POSIXFiles.writeToStandardError(text)
    }
}
