/// Puts R-R intervals on the clock of the file, so that neither lost beats nor clocks that go
/// differently let them drift.
///
/// Messages of intervals come some time after their beats. The delay from the last beat to the
/// message is never below a constant, and mostly close to it: its least value over a minute is the
/// anchor. Where the anchor rises from one minute to the next by more than a beat, beats are missing,
/// and the next interval follows a gap. Between gaps intervals follow one another; where the
/// anchors of the first and the last minute differ by more than the clock's own step, the
/// difference is spread evenly.
struct FITBeatAlignment {
    private(set) var intervalsMs: [Double] = []
    /// s after the start.
    private(set) var endSeconds: [Double] = []
    private(set) var gapIndices: [Int] = []
    /// ms since 1970.
    private(set) var startMs: Int64?
    /// Gaps that were found by the times alone.
    private(set) var detectedGapCount = 0
    /// True if the beats of a run last longer than the time in which they came.
    private(set) var exceedsElapsedTime = false

    /// The time over which the least delay is taken; ms.
    private static let anchorWindowMs = 60_000.0
    /// A rise must last so long to count; ms.
    private static let minRiseDurationMs = 5000.0
    /// A rise that counts however short it lasts: the time between records is no longer than this; ms.
    private static let minCertainRiseMs = 15_000.0
    /// Least rise of the anchor: this share of the median interval and this much besides; ms.
    private static let (minShare, minRiseMs) = (0.8, 400.0)
    /// Differences of two anchors below it are those of a clock that shows whole seconds; ms.
    private static let clockStepMs = 1000.0
    /// More beats than time, as a ratio.
    private static let maxReportedTimeRatio = 1.12

    /// Beginning of the first interval on the clock of `baseMs`; ms.
    private var firstBeginMs: Double?
    /// End of the last interval; ms.
    private var endMs: Double { firstBeginMs.map { $0 + 1000 * (endSeconds.last ?? 0) } ?? 0 }

    /// - Parameter runs: in their order, each with an interval at least.
    init(_ runs: [FITBeatRun]) {
        let knownStarts = runs.lazy.compactMap {
            $0.startMs ?? $0.arrivals.first.map { Double($0.unixMs) }
        }
        let baseMs = (knownStarts.first ?? 0).rounded()
        for run in runs { alignRun(run, baseMs) }
        if knownStarts.first != nil, let firstBeginMs {
            startMs = Int64((baseMs + firstBeginMs).rounded())
        }
    }

    private mutating func alignRun(_ run: FITBeatRun, _ baseMs: Double) {
        if let start = run.startMs {
            append(run.intervalsMs[...], fromMs: start - baseMs, drift: 0)
            return
        }
        let delays = Self.delays(run, baseMs)
        guard let first = delays.first, let last = delays.last else {
            append(run.intervalsMs[...], fromMs: endMs + run.pauseMs, drift: 0)
            return
        }
        let intervalSumMs = last.intervalSumMs - first.intervalSumMs
        if intervalSumMs > Self.anchorWindowMs,
            intervalSumMs > Self.maxReportedTimeRatio * (last.arrivalMs - first.arrivalMs)
        {
            exceedsElapsedTime = true
        }
        let median = run.intervalsMs.sorted()[run.intervalsMs.count / 2]
        let starts = Self.gapStarts(delays, above: Self.minShare * median + Self.minRiseMs)
        detectedGapCount += starts.count
        var begin = 0
        for (pieceStart, nextStart) in zip([0] + starts, starts + [delays.count]) {
            let end =
                nextStart == delays.count ? run.intervalsMs.count : delays[nextStart - 1].count
            let elapsedMs = pieceStart == 0 ? 0 : delays[pieceStart - 1].intervalSumMs
            let driftFit = Self.driftFit(delays[pieceStart..<nextStart])
            append(
                run.intervalsMs[begin..<end],
                fromMs: elapsedMs + driftFit.anchorMs + driftFit.drift
                    * (elapsedMs - driftFit.beatsMs),
                drift: driftFit.drift)
            begin = end
        }
    }

    /// Lays intervals one after the other; they never begin before what is there already.
    private mutating func append(
        _ intervals: ArraySlice<Double>, fromMs start: Double, drift: Double
    ) {
        if intervalsMs.isEmpty {
            firstBeginMs = start
        } else {
            gapIndices.append(intervalsMs.count)
        }
        let start = max(start, endMs) - (firstBeginMs ?? 0)
        var sumMs = 0.0
        for interval in intervals {
            sumMs += interval
            intervalsMs.append(interval)
            endSeconds.append((start + sumMs * (1 + drift)) / 1000)
        }
    }
}

// MARK: Delays

extension FITBeatAlignment {
    /// The delay of a message after the last of the intervals before it.
    struct Delay {
        /// Intervals of the run so far.
        var count: Int
        /// Their sum; ms.
        var intervalSumMs: Double
        /// ms after the base.
        var arrivalMs: Double
        /// Arrival less the sum: where the run would begin without a delay; ms.
        var offsetMs: Double { arrivalMs - intervalSumMs }
    }

    private static func delays(_ run: FITBeatRun, _ baseMs: Double) -> [Delay] {
        var sumMs = 0.0
        var count = 0
        return run.arrivals.map { arrival in
            while count < arrival.count {
                sumMs += run.intervalsMs[count]
                count += 1
            }
            return Delay(
                count: count, intervalSumMs: sumMs, arrivalMs: Double(arrival.unixMs) - baseMs)
        }
    }

    /// Indices of delays from which on the anchor lies higher than before; ascending, from 1 on.
    private static func gapStarts(_ delays: [Delay], above thresholdMs: Double) -> [Int] {
        let minimaAhead = minOffsetsAhead(delays)
        var found: [Int] = []
        var precedingMinimum = SlidingMinimum()
        for index in delays.indices {
            let delay = delays[index]
            let remainingMs = (delays.last?.arrivalMs ?? 0) - delay.arrivalMs
            if let minimum = precedingMinimum.minimum(since: delay.arrivalMs - anchorWindowMs),
                minimaAhead[index] - minimum > thresholdMs,
                remainingMs >= minRiseDurationMs || minimaAhead[index] - minimum >= minCertainRiseMs
            {
                found.append(index)
                precedingMinimum = SlidingMinimum()
            }
            precedingMinimum.append(delay.offsetMs, at: delay.arrivalMs)
        }
        return found
    }

    /// Returns for each delay the least one of the minute that it begins.
    private static func minOffsetsAhead(_ delays: [Delay]) -> [Double] {
        var minimaAhead = [Double](repeating: 0, count: delays.count)
        var window = SlidingMinimum()
        for index in delays.indices.reversed() {
            window.append(delays[index].offsetMs, at: -delays[index].arrivalMs)
            minimaAhead[index] =
                window.minimum(since: -delays[index].arrivalMs - anchorWindowMs)
                ?? delays[index].offsetMs
        }
        return minimaAhead
    }

    /// Returns the position of a piece without a gap: the anchor at a sum of beats, and the
    /// additional time that each further ms of beats takes.
    private static func driftFit(
        _ delays: ArraySlice<Delay>
    ) -> (beatsMs: Double, anchorMs: Double, drift: Double) {
        guard let first = delays.first, let last = delays.last else { return (0, 0, 0) }
        let head =
            delays.prefix { $0.arrivalMs <= first.arrivalMs + anchorWindowMs }
            .min { $0.offsetMs < $1.offsetMs } ?? first
        let tail =
            delays.reversed().prefix { $0.arrivalMs >= last.arrivalMs - anchorWindowMs }
            .min { $0.offsetMs < $1.offsetMs } ?? last
        let difference = tail.offsetMs - head.offsetMs
        let intervalSumMs = tail.intervalSumMs - head.intervalSumMs
        guard abs(difference) > clockStepMs, intervalSumMs > 0 else {
            return (first.intervalSumMs, min(head.offsetMs, tail.offsetMs), 0)
        }
        return (head.intervalSumMs, head.offsetMs, difference / intervalSumMs)
    }
}

/// The least of the newest values, as they come.
private struct SlidingMinimum {
    private var candidates: [(at: Double, value: Double)] = []
    private var first = 0

    mutating func append(_ value: Double, at time: Double) {
        while candidates.count > first, let last = candidates.last, last.value >= value {
            candidates.removeLast()
        }
        candidates.append((time, value))
    }

    /// The least value from a time on, or the newest one where all are older; times must not go back.
    /// Nil without a value.
    mutating func minimum(since time: Double) -> Double? {
        while first < candidates.count - 1, candidates[first].at < time { first += 1 }
        return first < candidates.count ? candidates[first].value : nil
    }
}
