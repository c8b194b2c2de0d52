import PhysioTypes

/// Intervals beside a column of times: where the two disagree, the times are right.
struct TimedIntervals {
    struct Row {
        let timeMs: Double
        let intervalMs: Double
        let line: Int
        /// Something unreadable stood before this row.
        let isBroken: Bool
    }

    /// What the time of a row stands for.
    enum Alignment: String {
        case intervalEnd = "end of each interval"
        case intervalStart = "start of each interval"
        /// The time at which a device handed the interval over: late by a changing delay.
        case arrival = "arrival"
    }

    let alignment: Alignment
    private(set) var notices: [Notice] = []
    private let rows: [Row]
    private let medianMs: Double
    private var overlapCount = 0

    /// Times are exact when half of the steps equal their intervals within this share.
    private static let exactShare = 0.05
    /// A step that differs from its interval by more than this share of the median is a gap.
    private static let gapShare = 0.25

    init(_ rows: [Row]) {
        self.rows = rows
        medianMs = Self.median(rows.map(\.intervalMs))
        let steps = zip(rows.dropFirst(), rows).map { $0.timeMs - $1.timeMs }
        let asEnd = Self.median(zip(steps, rows.dropFirst()).map { abs($0 - $1.intervalMs) })
        let asStart = Self.median(zip(steps, rows).map { abs($0 - $1.intervalMs) })
        if rows.count < 2 {
            alignment = .intervalEnd
        } else if min(asEnd, asStart) > Self.exactShare * medianMs
            || steps.count(where: { $0 == 0 }) * 20 > steps.count
        {
            // Beats have no time in common, but packets hold several.
            alignment = .arrival
        } else {
            alignment = asEnd <= asStart ? .intervalEnd : .intervalStart
        }
    }

    mutating func series() -> RRSeries {
        guard let first = rows.first else { return RRSeries() }
        switch alignment {
        case .arrival: return arrivalSeries(first)
        case .intervalEnd: return exactSeries(startMs: first.timeMs - first.intervalMs)
        case .intervalStart: return exactSeries(startMs: first.timeMs)
        }
    }

    // MARK: Exact times

    private mutating func exactSeries(startMs: Double) -> RRSeries {
        // A recording whose clock starts at its first R peak begins there, not before 0.
        let shiftMs = startMs < 0 ? -startMs : 0
        var builder = SeriesBuilder(startSeconds: (startMs + shiftMs) / 1000)
        var endMs = startMs + shiftMs
        var gapCount = 0
        var gapMs = 0.0
        var repeatedCount = 0
        for (index, row) in rows.enumerated() {
            if index > 0, row.timeMs == rows[index - 1].timeMs,
                row.intervalMs == rows[index - 1].intervalMs
            {
                repeatedCount += 1
                continue
            }
            let stepMs = index == 0 ? row.intervalMs : step(to: index)
            let excess = stepMs - row.intervalMs
            if abs(excess) <= Self.gapShare * medianMs {
                endMs += stepMs
                if row.isBroken { builder.breakChain() }
            } else {
                builder.breakChain()
                if excess > 0 {
                    endMs += stepMs
                    gapCount += 1
                    gapMs += excess
                } else {
                    endMs += row.intervalMs
                    noteOverlap(row)
                }
            }
            builder.append(intervalMs: row.intervalMs, endSeconds: endMs / 1000)
        }
        noteGaps(gapCount, seconds: gapMs / 1000)
        if overlapCount > RRInterpreter.namedRowLimit {
            notices.append(
                Notice(
                    .warning, code: "time_overlap",
                    "further steps shorter than their interval: "
                        + "\(overlapCount - RRInterpreter.namedRowLimit)"))
        }
        if repeatedCount > 0 {
            notices.append(
                Notice(
                    .note, code: "repeated_rows",
                    "rows that repeat the time and interval before them, dropped: "
                        + "\(repeatedCount)"))
        }
        return builder.series
    }

    /// Time between the ends of this interval and the one before.
    private func step(to index: Int) -> Double {
        switch alignment {
        case .intervalStart:
            rows[index].timeMs + rows[index].intervalMs - rows[index - 1].timeMs
                - rows[index - 1].intervalMs
        case .intervalEnd, .arrival:
            rows[index].timeMs - rows[index - 1].timeMs
        }
    }

    // MARK: Arrival times

    /// Beat times are sums of intervals; a loss shows as a lasting rise of arrival over sum.
    ///
    /// A stalled link catches up, so the least delay of the next seconds is compared with the
    /// least of the last minute.
    private mutating func arrivalSeries(_ first: Row) -> RRSeries {
        let holdMs = 5_000.0
        let memoryMs = 60_000.0
        let threshold = 0.8 * medianMs + 400
        var delays: [Double] = []
        var sumMs = 0.0
        for row in rows {
            sumMs += row.intervalMs
            delays.append(row.timeMs - sumMs)
        }
        var builder = SeriesBuilder(startSeconds: 0)
        var gapCount = 0
        var gapMs = 0.0
        var epoch = 0
        var addedMs = 0.0
        var elapsedMs = 0.0
        for (index, row) in rows.enumerated() {
            if row.isBroken { builder.breakChain() }
            if index > epoch {
                let past = leastDelay(delays, from: index - 1, until: epoch, back: memoryMs)
                let ahead = leastDelay(ahead: delays, from: index, for: holdMs)
                if ahead - past > threshold {
                    builder.breakChain()
                    addedMs += ahead - past
                    gapCount += 1
                    gapMs += ahead - past
                    epoch = index
                }
            }
            elapsedMs += row.intervalMs
            builder.append(
                intervalMs: row.intervalMs, endSeconds: (elapsedMs + addedMs) / 1000)
        }
        noteGaps(gapCount, seconds: gapMs / 1000)
        return builder.series
    }

    private func leastDelay(
        _ delays: [Double], from index: Int, until epoch: Int, back memoryMs: Double
    ) -> Double {
        var least = Double.infinity
        var position = index
        var spanMs = 0.0
        while position >= epoch, spanMs <= memoryMs {
            least = min(least, delays[position])
            spanMs += rows[position].intervalMs
            position -= 1
        }
        return least
    }

    private func leastDelay(ahead delays: [Double], from index: Int, for holdMs: Double) -> Double {
        var least = Double.infinity
        var position = index
        while position < rows.count, rows[position].timeMs - rows[index].timeMs <= holdMs {
            least = min(least, delays[position])
            position += 1
        }
        return least
    }

    // MARK: Notices

    private mutating func noteGaps(_ count: Int, seconds: Double) {
        guard count > 0 else { return }
        let rounded = (seconds * 10).rounded() / 10
        notices.append(
            Notice(
                .note, code: "time_gaps",
                "gaps in the times: \(count), \(rounded) s together"))
    }

    private mutating func noteOverlap(_ row: Row) {
        overlapCount += 1
        guard overlapCount <= RRInterpreter.namedRowLimit else { return }
        notices.append(
            Notice(
                .warning, code: "time_overlap",
                "the time steps by less than the interval beside it: the interval is placed after "
                    + "the one before, and the two are not taken for neighbours",
                line: row.line))
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .infinity : sorted[(sorted.count - 1) / 2]
    }
}
