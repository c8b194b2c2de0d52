/// The columns beside one of intervals: times that fit them, their heart rates, and clocks of samples.
extension TableReading {
    /// Returns true if the times of one column span the sum of the intervals of the other.
    func fits(_ time: TableColumn, _ intervals: TableColumn) -> Bool {
        guard time.index != intervals.index, time.namedKind == nil || time.namedKind == .time else {
            return false
        }
        guard let unit = intervals.intervalUnit ?? options.unit else { return false }
        let sumMs = intervals.values.dropFirst().reduce(0, +) * unit.millisecondsPerUnit
        guard sumMs > 0 else { return false }
        let intervalMs = intervals.median * unit.millisecondsPerUnit
        if time.isClock {
            let steps = time.clockSteps
            // Clocks of one second or one minute stand still between packets.
            return !steps.isEmpty
                && TimeScale.seconds.fits(
                    step: steps[(steps.count - 1) / 2], span: steps.reduce(0, +),
                    intervalMs: intervalMs, sumMs: sumMs)
        }
        guard time.isNumeric, time.ascends, !time.countsUp,
            !isSteadier(time, than: intervals)
        else { return false }
        let span = (time.values.last ?? 0) - (time.values.first ?? 0)
        let middle = time.median
        return span > 0
            && TimeScale.all.contains {
                middle * $0.milliseconds < Self.maxTimeMs
                    && $0.fits(
                        step: time.medianStep, span: span, intervalMs: intervalMs, sumMs: sumMs)
            }
    }

    /// Times since 1970 of the year 5138: the count of ms of today is none of seconds.
    private static let maxTimeMs = 1e14

    /// Returns true if the steps of a column of times vary much less than the values beside it:
    /// those of samples. Clocks of whole seconds state nothing.
    private func isSteadier(_ time: TableColumn, than intervals: TableColumn) -> Bool {
        let steps = zip(time.values.dropFirst(), time.values).map { $0 - $1 }.filter { $0 > 0 }
        guard steps.count > 20 else { return false }
        if areInPackets(time, intervals) { return false }
        let step = time.medianStep
        guard !(time.isWhole && (step == 1 || step.truncatingRemainder(dividingBy: 1000) == 0))
        else { return false }
        return Self.spread(intervals.values) > 3 * Self.spread(steps) + 0.005
    }

    /// Returns true if several beats share the time of the one before: those of one packet do, samples never.
    private func areInPackets(_ time: TableColumn, _ intervals: TableColumn) -> Bool {
        guard time.values.count == intervals.values.count else { return false }
        let shared = time.values.indices.dropFirst().count { row in
            time.values[row] == time.values[row - 1]
                && intervals.values[row] != intervals.values[row - 1]
        }
        return shared > 1 && shared * TimedIntervals.rowsPerSharedTime > time.values.count
    }

    /// Width of the middle eight tenths of the values over the middle one.
    private static func spread(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard sorted.count > 1, sorted[sorted.count / 2] > 0 else { return 0 }
        return (sorted[sorted.count * 9 / 10] - sorted[sorted.count / 10])
            / sorted[sorted.count / 2]
    }

    /// Returns true if nothing else in the row can be the intervals.
    func isOnlyIntervalCandidate(_ column: TableColumn) -> Bool {
        columns.allSatisfy { other in
            if other.index == column.index || other.filledCellCount == 0 { return true }
            if other.isClock || other.namedKind == .time { return false }
            if other.namedKind != nil || !other.isNumeric { return true }
            return other.countsUp || other.isFlag || isHeartRate(other, of: column)
                || Self.distinctColumns([column, other]).count == 1
                || other.values.allSatisfy { $0 == other.values[0] }
        }
    }

    /// Returns true if the median of a column is the heart rate of that of the intervals beside it; one that may be a
    /// temperature equals the intervals row by row.
    func isHeartRate(_ rate: TableColumn, of intervals: TableColumn) -> Bool {
        guard let unit = intervals.intervalUnit else { return false }
        let product = rate.median * intervals.median * unit.millisecondsPerUnit
        return (50_000...72_000).contains(product)
            && (rate.median >= Self.minHeartRate || equals(rate, intervals))
    }

    /// Returns true if the values of a column are the heart rates of the other row by row, and change.
    func equals(_ rate: TableColumn, _ intervals: TableColumn) -> Bool {
        10 * fitCount(rate, intervals, tolerance: Self.exactRateTolerance) >= 9 * rate.values.count
            && Self.spread(rate.values) > 2 * Self.exactRateTolerance
    }

    /// The lowest heart rate that identifies intervals beside it by their medians, in beats/min: a temperature in °C is below.
    private static let minHeartRate = 40.0
    /// Share by which a heart rate may differ from that of the interval beside it, if it is rounded to a whole number.
    private static let exactRateTolerance = 0.02

    /// The number of rows in which one value is the heart rate of the other.
    private func fitCount(
        _ rate: TableColumn, _ intervals: TableColumn, tolerance: Double
    ) -> Int {
        guard let unit = intervals.intervalUnit, rate.values.count == intervals.values.count else {
            return 0
        }
        return zip(rate.values, intervals.values).count {
            abs($0 * $1 * unit.millisecondsPerUnit / 60_000 - 1) < tolerance
        }
    }

    /// Returns true if a column is the heart rate of the intervals beside it in nine of ten rows, both change, and the
    /// intervals fill the times, where there are any: rows that repeat the last interval every second do not.
    func isHeartRateOfRows(_ rate: TableColumn, of intervals: TableColumn) -> Bool {
        guard isHeartRate(rate, of: intervals), rate.values.count >= Self.minCountedRows,
            Set(rate.values).count > 5,
            10 * fitCount(rate, intervals, tolerance: 0.15) >= 9 * rate.values.count
        else { return false }
        let times = columns.filter {
            $0.isNumeric && $0.ascends && !$0.countsUp && $0.index != rate.index
        }
        return times.isEmpty
            || times.contains { time in
                TimeScale.all.contains { fills(time, intervals, $0) }
            }
    }

    /// Returns true if the sum of the intervals is the time from the first row to the last, but for some 10 %.
    func fills(_ time: TableColumn, _ intervals: TableColumn, _ scale: TimeScale) -> Bool {
        guard let unit = intervals.intervalUnit ?? options.unit else { return false }
        let sumMs = intervals.values.dropFirst().reduce(0, +) * unit.millisecondsPerUnit
        let span = (time.values.last ?? 0) - (time.values.first ?? 0)
        return (0.9...1.08).contains(sumMs / (span * scale.milliseconds))
    }

    /// Milliseconds since 1970, in 1973; seconds of the year 5138.
    static let minEpochMs = 1e11

    var hasSteadyTimes: Bool {
        columns.contains { column in
            if column.isClock { return hasSampleSteps(column) }
            guard column.isNumeric, column.ascends, column.values.count > 20, !column.countsUp
            else {
                return false
            }
            let steps = zip(column.values.dropFirst(), column.values).map { $0 - $1 }
            let step = column.medianStep
            // Whole ms since 1970 of samples every 2.5 ms differ by 2 and 3.
            let rounding = column.isWhole && column.values[0] > Self.minEpochMs ? 1.0 : 0
            let tolerance = max(0.1 * abs(step), rounding)
            return steps.count { abs($0 - step) <= tolerance } * 10 >= steps.count * 9
        }
    }

    /// Most seconds between samples whose times are written as clock times.
    private static let maxSampleStepSeconds = 0.15
    /// Seconds by which steps between clock times differ because these are read as whole ms.
    private static let clockRoundingSeconds = 0.0011

    /// Returns true if clock times follow one another evenly, and faster than any heart beats.
    private func hasSampleSteps(_ column: TableColumn) -> Bool {
        let steps = column.clockSteps
        guard steps.count > 20 else { return false }
        let middle = steps[steps.count / 2]
        return middle > 0 && middle <= Self.maxSampleStepSeconds
            && steps[steps.count / 10] >= 0.9 * middle - Self.clockRoundingSeconds
            && steps[steps.count * 9 / 10] <= 1.1 * middle + Self.clockRoundingSeconds
    }
}
