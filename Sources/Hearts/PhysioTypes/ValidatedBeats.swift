/// Beats from an array of another program, judged by the rules that beats of files are judged by.
///
/// ``RRSeries`` itself must be given intervals that can be ones. Here every value is allowed, and nothing ends the
/// program: what is missing (NaN) parts the intervals around it, what cannot be a beat is left out and parts them too, and
/// what is another thing than it is said to be is refused with a sentence.
///
/// ```swift
/// let beats = try ValidatedBeats(intervals: [812, .nan, 790, 0, 805])
/// beats.series.count  // 3, none of which are neighbours
/// ```
public struct ValidatedBeats: Sendable, Equatable {
    public let series: RRSeries
    /// The notices of what was left out: `missing_rows`, `bad_rr`.
    public let notices: [Notice]
    private var recipe = Recipe()

    /// The beats as files give them, to be analysed.
    public var recording: Recording {
        Recording(format: "array", rr: series, recipe: recipe, notices: notices)
    }

    /// Longest time between the first and the last beat; s; a leap year.
    public static let maxSeconds = 366.0 * 86_400
    /// Values that are left out and named; the others are counted.
    private static let maxReportedValueCount = 5
    /// More strictly ascending values than this are no intervals.
    private static let maxAscendingCount = 10

    /// Beats by the intervals between them.
    ///
    /// - Parameter intervals: any values, also none; NaN for one that is missing.
    /// - Parameter hasGaps: whether a value below 0 says how long nothing was recorded: as the first one before the first
    ///   beat, else between the beats around it. Without it such a value is no interval, and is left out.
    /// - Throws: `unit` where the middle value is no interval in that unit, `ascending` where the values are times or
    ///   positions of beats, `too_long` where they are more than a year.
    /// - Complexity: O(n log n) for n values, for the median.
    public init(
        intervals: [Double], unit: BeatUnit = .milliseconds, hasGaps: Bool = false
    ) throws(SeriesError) {
        try Self.checkUnit(of: intervals, unit)
        let startMs = hasGaps ? max(0, -(intervals.first ?? 0)) * unit.millisecondFactor : 0
        guard startMs <= Self.maxStartSeconds * 1000 else {
            throw SeriesError("too_long", "the first beat is at \(startMs / 1000) s: check the gap")
        }
        var builder = Builder(startSeconds: startMs / 1000)
        var elapsedMs = startMs
        for (index, value) in intervals.enumerated() {
            let intervalMs = value * unit.millisecondFactor
            if hasGaps, value < 0, value.isFinite {
                if index > 0 { elapsedMs -= intervalMs }
                builder.markGap()
                continue
            }
            guard builder.acceptOrSkip(intervalMs, isMissing: value.isNaN, index) else { continue }
            elapsedMs += intervalMs
            try builder.append(intervalMs, endSeconds: elapsedMs / 1000, index)
        }
        (series, notices) = builder.finish()
        recipe.set(.inputUnit, .text(unit.rawValue))
        recipe.set(.inputUnitSource, .text("option"))
        recipe.set(.inputColumns, .text("RR"))
    }

    /// Beats by their positions in a signal, or by their times.
    ///
    /// - Parameter peaks: any values, also none; NaN for one that is missing. Positions count from 0.
    /// - Parameter rateHz: samples a second of the signal; 1 where the values are times in s.
    /// - Throws: `rate` unless the rate is finite and above 0, and where the middle interval is none of a heart; `order`
    ///   where most positions do not ascend; `too_long` where the beats span more than a year.
    public init(peaks: [Double], rateHz: Double) throws(SeriesError) {
        guard rateHz > 0, rateHz.isFinite else {
            throw SeriesError("rate", "the sampling rate is a number of samples a second above 0")
        }
        try Self.checkPositions(peaks, rateHz)
        let first = peaks.first { $0.isFinite }.map { $0 / rateHz } ?? 0
        guard abs(first) <= Self.maxStartSeconds else {
            throw SeriesError(
                "too_long", "the first beat is at \(first) s: check the peaks and their rate")
        }
        var builder = Builder(startSeconds: first)
        // Nil before the first beat, and behind one that is missing.
        var previous: Double?
        for (index, peak) in peaks.enumerated() {
            guard let before = previous else {
                if peak.isFinite {
                    previous = peak
                } else {
                    builder.skipValue(isMissing: peak.isNaN, index)
                }
                continue
            }
            let intervalMs = (peak - before) / rateHz * 1000
            guard builder.acceptOrSkip(intervalMs, isMissing: peak.isNaN, index) else {
                // A beat out of its order is no beginning of the next interval.
                if peak.isNaN { previous = nil }
                continue
            }
            previous = peak
            try builder.append(intervalMs, endSeconds: peak / rateHz, index)
        }
        (series, notices) = builder.finish()
        recipe.set(.inputColumns, .text("beats"))
        recipe.set(.inputRateHz, .number(rateHz))
    }

    /// Latest first beat; s; far beyond today counted from 1970.
    private static let maxStartSeconds = 1e11

    // MARK: What the values are

    private static func checkPositions(_ positions: [Double], _ rateHz: Double) throws(SeriesError)
    {
        let steps = zip(positions.dropFirst(), positions).map { $0 - $1 }.filter(\.isFinite)
            .sorted()
        guard !steps.isEmpty else { return }
        let medianStep = steps[(steps.count - 1) / 2]
        guard medianStep > 0 else {
            throw SeriesError(
                "order",
                "most places do not lie behind those before them: give places or times of beats in their order, and "
                    + "intervals as intervals")
        }
        let intervalMs = medianStep / rateHz * 1000
        guard !BeatUnit.milliseconds.plausibleMedianRange.contains(intervalMs) else { return }
        throw SeriesError(
            "rate",
            "the middle interval between the beats is \(intervalMs) ms at \(rateHz) samples a second: check the sampling "
                + "rate, and that these are places of beats")
    }

    private static func checkUnit(of values: [Double], _ unit: BeatUnit) throws(SeriesError) {
        let positiveValues = values.filter { $0 > 0 && $0.isFinite }.sorted()
        guard !positiveValues.isEmpty else { return }
        if isAscending(values, unit) {
            throw SeriesError(
                "ascending",
                "the values ascend from \(positiveValues[0]) to \(positiveValues[positiveValues.count - 1]): these are times or places of "
                    + "beats, not intervals between them; give them as peaks, with their sampling rate"
            )
        }
        let median = positiveValues[(positiveValues.count - 1) / 2]
        guard !unit.plausibleMedianRange.contains(median) else { return }
        let otherUnit: BeatUnit = unit == .seconds ? .milliseconds : .seconds
        if otherUnit.plausibleMedianRange.contains(median) {
            throw SeriesError(
                "unit",
                "the middle value is \(median): these intervals look like \(otherUnit.rawValue), not \(unit.rawValue); say "
                    + "unit='\(otherUnit.rawValue)'")
        }
        let range = unit.plausibleMedianRange
        throw SeriesError(
            "unit",
            "the middle value is \(median) \(unit.rawValue): R-R intervals have \(range.lowerBound) to "
                + "\(range.upperBound) \(unit.rawValue); check the unit, and that these are no heart rates"
        )
    }

    /// Indicates whether the values are times or positions of beats.
    private static func isAscending(_ values: [Double], _ unit: BeatUnit) -> Bool {
        guard values.count > maxAscendingCount,
            zip(values.dropFirst(), values).allSatisfy({ $0 > $1 })
        else { return false }
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }.sorted()
        let (first, last) = (values[0], values[values.count - 1])
        // No heart slows down fourfold from beat to beat without once being a little faster.
        return last > unit.plausibleMedianRange.upperBound || last > 4 * first
            || unit.plausibleMedianRange.contains(steps[(steps.count - 1) / 2])
    }
}

extension ValidatedBeats {
    /// Lays intervals one after the other, and remembers what was left out.
    private struct Builder {
        private var series: RRSeries
        private let startSeconds: Double
        private var isNextAfterGap = false
        private var missingCount = 0
        private var impossibleIntervalCount = 0
        private var valueNotices: [Notice] = []

        init(startSeconds: Double) {
            self.startSeconds = startSeconds
            series = RRSeries(startSeconds: startSeconds)
        }

        /// Returns true if a value can be an interval; leaves it out where it cannot.
        mutating func acceptOrSkip(_ intervalMs: Double, isMissing: Bool, _ index: Int) -> Bool {
            if intervalMs > 0, intervalMs <= ValidatedBeats.maxSeconds * 1000 { return true }
            skipValue(isMissing: isMissing, index)
            return false
        }

        /// Marks that the next interval does not follow directly on the one before.
        mutating func markGap() { isNextAfterGap = true }

        mutating func skipValue(isMissing: Bool, _ index: Int) {
            isNextAfterGap = true
            if isMissing {
                missingCount += 1
                return
            }
            impossibleIntervalCount += 1
            guard impossibleIntervalCount <= ValidatedBeats.maxReportedValueCount else { return }
            valueNotices.append(
                Notice(
                    .warning, code: "bad_rr",
                    "value \(index) is 0 or less, or beyond any recording, and no beat: left out, and the intervals around "
                        + "it are not taken for neighbours"))
        }

        mutating func append(
            _ intervalMs: Double, endSeconds: Double, _ index: Int
        ) throws(SeriesError) {
            guard endSeconds - startSeconds <= ValidatedBeats.maxSeconds else {
                throw SeriesError(
                    "too_long",
                    "the beats up to value \(index) are more than a year: check the values and their unit",
                    index: index)
            }
            let marks: RRSeries.Marks = isNextAfterGap && series.count > 0 ? .afterGap : []
            series.append(
                intervalMs: intervalMs, endSeconds: max(endSeconds, series.endSeconds), marks: marks
            )
            isNextAfterGap = false
        }

        func finish() -> (RRSeries, [Notice]) {
            var notices = valueNotices
            if impossibleIntervalCount > valueNotices.count {
                notices.append(
                    Notice(
                        .warning, code: "bad_rr",
                        "further impossible intervals: \(impossibleIntervalCount - valueNotices.count)"
                    ))
            }
            if missingCount > 0 {
                notices.append(
                    Notice(
                        .note, code: "missing_rows",
                        "\(missingCount) rows without a value: the intervals around them are not taken for neighbours"
                    ))
            }
            return (series, notices)
        }
    }
}
