import PhysioDSP
import PhysioTypes

/// Intervals beside a column of times: where the two disagree, the times are right.
struct TimedIntervals {
    struct Row {
        let timeMs: Double
        let intervalMs: Double
        let line: Int
        /// Something unreadable stood before this row.
        let isBroken: Bool
        /// A cell that is no counter differs from the line before.
        let differsFromLineBefore: Bool
        let marks: RRSeries.Marks

        /// Returns true if the row may be the one before written again.
        func mayRepeat(_ previous: Row) -> Bool {
            timeMs == previous.timeMs && intervalMs == previous.intervalMs && !differsFromLineBefore
        }
    }

    /// The moment that the time of a row means.
    enum Alignment: String {
        case intervalEnd = "end of each interval"
        case intervalStart = "start of each interval"
        /// The time at which a device handed the interval over: late by a changing delay.
        case arrival = "arrival"
    }

    let alignment: Alignment
    private(set) var notices: [Notice] = []
    /// Time of the rows at which the recording's second 0 lies; ms; known once the series is.
    private(set) var startMs = 0.0
    private let rows: [Row]
    private let medianMs: Double
    private var overlapCount = 0

    /// Times are exact when half of the steps equal their intervals within this share.
    private static let maxExactDeviationShare = 0.05
    /// A step that differs from its interval by more than this share of the median is a gap.
    private static let minGapDeviationShare = 0.25

    init(_ rows: [Row]) {
        self.rows = rows
        medianMs = Self.median(rows.map(\.intervalMs))
        let steps = zip(rows.dropFirst(), rows).map { $0.timeMs - $1.timeMs }
        let endDeviationMs = Self.median(
            zip(steps, rows.dropFirst()).map { abs($0 - $1.intervalMs) })
        let startDeviationMs = Self.median(zip(steps, rows).map { abs($0 - $1.intervalMs) })
        if rows.count < 2 {
            alignment = .intervalEnd
        } else if min(endDeviationMs, startDeviationMs) > Self.maxExactDeviationShare * medianMs
            || min(endDeviationMs, startDeviationMs) > Self.maxExactDeviationMs
                && Self.areInPackets(rows)
            || (steps.count(where: { $0 == 0 }) * 20 > steps.count && !Self.repeatsRows(rows))
        {
            // Beats have no time in common, but packets hold several.
            alignment = .arrival
        } else {
            alignment = endDeviationMs <= startDeviationMs ? .intervalEnd : .intervalStart
        }
    }

    /// Times that differ from the intervals by no more than this are no packets'; ms.
    private static let maxExactDeviationMs = 2.0
    /// One row of so many must share the time of the row before in packets.
    static let rowsPerSharedTime = 200

    /// Returns true if several rows have the time of the row before and another interval, as beats of one
    /// packet have: of these beats two that are equal are no row written twice.
    private static func areInPackets(_ rows: [Row]) -> Bool {
        let sharedTimeCount = zip(rows.dropFirst(), rows).count { row, previous in
            row.timeMs == previous.timeMs && row.intervalMs != previous.intervalMs
        }
        return sharedTimeCount > 1 && sharedTimeCount * rowsPerSharedTime > rows.count
    }

    /// Returns true if rows with the time and interval of the row before are that row written
    /// again: then the others fill the time better than all of them.
    private static func repeatsRows(_ rows: [Row]) -> Bool {
        var sumMs = 0.0
        var repeatedMs = 0.0
        for (row, previous) in zip(rows.dropFirst(), rows) {
            sumMs += row.intervalMs
            if row.mayRepeat(previous) { repeatedMs += row.intervalMs }
        }
        let spanMs = (rows.last?.timeMs ?? 0) - (rows.first?.timeMs ?? 0)
        return abs(spanMs - (sumMs - repeatedMs)) < abs(spanMs - sumMs)
    }

    mutating func series() -> RRSeries {
        guard let first = rows.first else { return RRSeries() }
        switch alignment {
        case .arrival: return arrivalSeries()
        case .intervalEnd: return exactSeries(startMs: first.timeMs - first.intervalMs)
        case .intervalStart: return exactSeries(startMs: first.timeMs)
        }
    }

    // MARK: Exact times

    private mutating func exactSeries(startMs: Double) -> RRSeries {
        // A recording whose clock starts at its first R peak begins there, not before 0.
        let shiftMs = startMs < 0 ? -startMs : 0
        self.startMs = -shiftMs
        var builder = SeriesBuilder(startSeconds: (startMs + shiftMs) / 1000)
        var endMs = startMs + shiftMs
        var gapCount = 0
        var gapMs = 0.0
        var repeatedCount = 0
        let repeats = Self.repeatsRows(rows)
        for (index, row) in rows.enumerated() {
            // Equal beats of one packet are no repeats.
            if repeats, index > 0, row.mayRepeat(rows[index - 1]) {
                repeatedCount += 1
                continue
            }
            let stepMs = index == 0 ? row.intervalMs : step(to: index)
            let excess = stepMs - row.intervalMs
            if abs(excess) <= Self.minGapDeviationShare * medianMs {
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
            builder.append(
                intervalMs: row.intervalMs, endSeconds: endMs / 1000, marks: row.marks)
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

    /// The time that a delay must last to be a loss; ms.
    private static let minLossDurationMs = 5_000.0
    /// The time before a row in which the least delay is searched; ms.
    private static let lookbackMs = 60_000.0

    /// Beat times are sums of intervals; a loss shows as a lasting rise of arrival over sum.
    ///
    /// A stalled link catches up, so the least delay of the next seconds is compared with the
    /// least of the last minute. Both are sliding minima: linear in the rows.
    private mutating func arrivalSeries() -> RRSeries {
        let threshold = 0.8 * medianMs + 400
        var delays: [Double] = []
        var sums: [Double] = []
        var sumMs = 0.0
        for row in rows {
            sumMs += row.intervalMs
            sums.append(sumMs)
            delays.append(row.timeMs - sumMs)
        }
        let upcomingMinDelays = minDelaysAhead(delays)
        startMs =
            delays.indices.prefix { sums[$0] <= Self.lookbackMs }.map { delays[$0] }.min() ?? 0
        var builder = SeriesBuilder(startSeconds: 0)
        var gapCount = 0
        var gapMs = 0.0
        // Indices of the last minute whose delays ascend: the first is the least.
        var pastMinDelayIndices: [Int] = []
        var pastMinDelayHead = 0
        for (index, row) in rows.enumerated() {
            if row.isBroken { builder.breakChain() }
            while pastMinDelayHead < pastMinDelayIndices.count,
                sums[index] - sums[pastMinDelayIndices[pastMinDelayHead]] > Self.lookbackMs
            {
                pastMinDelayHead += 1
            }
            if pastMinDelayHead < pastMinDelayIndices.count, let minDelay = upcomingMinDelays[index]
            {
                let rise = minDelay - delays[pastMinDelayIndices[pastMinDelayHead]]
                if rise > threshold {
                    builder.breakChain()
                    gapCount += 1
                    gapMs += rise
                    pastMinDelayIndices.removeAll(keepingCapacity: true)
                    pastMinDelayHead = 0
                }
            }
            while pastMinDelayIndices.count > pastMinDelayHead, let last = pastMinDelayIndices.last,
                delays[last] >= delays[index]
            {
                pastMinDelayIndices.removeLast()
            }
            pastMinDelayIndices.append(index)
            builder.append(
                intervalMs: row.intervalMs, endSeconds: (sums[index] + gapMs) / 1000,
                marks: row.marks)
        }
        noteGaps(gapCount, seconds: gapMs / 1000)
        return builder.series
    }

    /// The least delay, for each row, of the rows up to ``minLossDurationMs`` later; nil where the rows end
    /// before that: too early to distinguish a loss from a late packet.
    private func minDelaysAhead(_ delays: [Double]) -> [Double?] {
        var minDelays = [Double?](repeating: nil, count: rows.count)
        // Times that go back count as unchanged.
        var times: [Double] = []
        for row in rows { times.append(max(times.last ?? row.timeMs, row.timeMs)) }
        guard let end = times.last else { return minDelays }
        var window: [Int] = []
        var head = 0
        var next = 0
        for index in rows.indices {
            while next < rows.count, times[next] - times[index] <= Self.minLossDurationMs {
                while window.count > head, let last = window.last, delays[last] >= delays[next] {
                    window.removeLast()
                }
                window.append(next)
                next += 1
            }
            while head < window.count, window[head] < index { head += 1 }
            if end - times[index] >= Self.minLossDurationMs, head < window.count {
                minDelays[index] = delays[window[head]]
            }
        }
        return minDelays
    }

    // MARK: Notices

    private mutating func noteGaps(_ count: Int, seconds: Double) {
        guard count > 0 else { return }
        let roundedSeconds = (seconds * 10).rounded() / 10
        notices.append(
            Notice(
                .note, code: "time_gaps",
                "gaps in the times: \(count), \(roundedSeconds) s together"))
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
        values.isEmpty
            ? .infinity : OrderStatistics.value(atRank: (values.count - 1) / 2, of: values)
    }
}
