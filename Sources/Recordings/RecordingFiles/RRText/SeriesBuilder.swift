import PhysioTypes

/// Lays intervals one after the other and keeps the clock.
struct SeriesBuilder {
    private(set) var series: RRSeries
    private let startSeconds: Double
    /// Time since the start; ms. Whole milliseconds add up without rounding.
    private var elapsedMs = 0.0
    private var nextIsBroken = false

    init(startSeconds: Double) {
        self.startSeconds = startSeconds
        series = RRSeries(startSeconds: startSeconds)
    }

    /// The next interval does not follow the last one.
    mutating func breakChain() { nextIsBroken = true }

    /// The next interval, ending its own length after the last.
    mutating func append(intervalMs: Double, marks: RRSeries.Marks = []) {
        elapsedMs += intervalMs
        append(
            intervalMs: intervalMs, endSeconds: startSeconds + elapsedMs / 1000, marks: marks)
    }

    /// The next interval, ending at a known time.
    mutating func append(intervalMs: Double, endSeconds: Double, marks: RRSeries.Marks = []) {
        var marks = marks
        if nextIsBroken, series.count > 0 { marks.insert(.afterGap) }
        series.append(
            intervalMs: intervalMs, endSeconds: max(endSeconds, series.endSeconds), marks: marks)
        nextIsBroken = false
    }
}
