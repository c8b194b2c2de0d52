import PhysioDSP
import PhysioTypes

/// Makes the series of intervals from the rows of a table: their unit, the unit and order of their
/// times, and what is impossible.
struct RRInterpreter {
    var table: RRTable
    private let value: TableReading.BeatLayout.Value
    private let statedUnit: TableUnit?
    private let statedRateHz: Double?
    let options: RRTextOptions
    private var recipe = Recipe()
    var notices: [Notice] = []
    private var impossibleRowCount = 0
    private var hasStatedStart = false
    /// The start of the recording by its times, and the changes of the clock.
    private var clock: (date: String, changes: [ClockChange])?

    /// Bad rows named one by one; the others are counted.
    static let namedRowLimit = 5
    /// Rows whose time may be missing, as a share, before the times are not used.
    static let maxMissingTimeShare = 0.1

    /// - Parameter statedUnit: of the column of beats, by its name or its cells.
    /// - Parameter statedRateHz: of the samples in which positions count, where the text states it.
    init(
        table: RRTable, value: TableReading.BeatLayout.Value = .intervals,
        statedUnit: TableUnit? = nil,
        statedRateHz: Double? = nil, options: RRTextOptions, notices: [Notice] = []
    ) {
        self.table = table
        self.value = value
        self.statedUnit = statedUnit
        self.statedRateHz = statedRateHz
        self.options = options
        self.notices = notices
    }

    /// - Parameter startDate: when second 0 was, where the file says so beside its rows.
    mutating func recording(
        format: String, startDate: String?, offsetSeconds: Double
    ) throws(RecordingError) -> Recording {
        hasStatedStart = startDate != nil
        try resolveDates()
        let rr: RRSeries
        switch value {
        case .beatTimes where table.count > 1, .peakPositions where table.count > 1:
            rr = try seriesOfBeatTimes()
        default:
            rr =
                table.hasTimes || !table.wallClockMs.isEmpty
                ? try timedSeries() : try plainSeries(offsetSeconds: offsetSeconds)
        }
        guard rr.count > 0 else { throw .empty("no R-R interval above 0 was found") }
        if impossibleRowCount > Self.namedRowLimit {
            notices.append(
                Notice(
                    .warning, code: "bad_rr",
                    "further impossible intervals: \(impossibleRowCount - Self.namedRowLimit)"))
        }
        try RecordingLimits.check(rr)
        return Recording(
            format: format, rr: rr, startDate: startDate ?? clock?.date, recipe: recipe,
            notices: notices, clockChanges: clock?.changes ?? [])
    }

    // MARK: Times

    /// The unit in which the times fit the intervals; nil for none.
    private static func scale(
        _ times: [DecimalNumber], _ intervals: [Double]
    ) -> TimeScale? {
        guard times.count > 1, let first = times.first, let last = times.last else {
            return .seconds
        }
        let sumMs = intervals.dropFirst().reduce(0, +)
        let steps = zip(times.dropFirst(), times).map { $0.value() - $1.value() }
            .filter { $0 > 0 && $0.isFinite }
        guard sumMs > 0, !steps.isEmpty else { return nil }
        let step = OrderStatistics.value(atRank: (steps.count - 1) / 2, of: steps)
        let interval = OrderStatistics.value(atRank: (intervals.count - 1) / 2, of: intervals)
        let span = last.value() - first.value()
        let fittingScales = TimeScale.all.filter { scale in
            scale.fits(step: step, span: span, intervalMs: interval, sumMs: sumMs)
        }
        return fittingScales.first { TimeScale.usual.contains($0) } ?? fittingScales.first
    }

    // MARK: Units

    /// The unit that was stated, or the one in which the median is an R-R interval.
    private func unit(of column: [DecimalNumber]) -> RRTextOptions.Unit? {
        if let unit = options.unit { return unit }
        if rateHz != nil, statedUnit == .samples || value == .peakPositions { return .samples }
        let median = Self.median(column)
        if let unit = RRTextOptions.Unit.distinguishableByMedian.first(where: {
            $0.plausibleMedianRange.contains(median)
        }) {
            return unit
        }
        // Hearts that beat faster or slower than people's: the name says in which unit.
        switch statedUnit {
        case .milliseconds where median >= 20: return .milliseconds
        case .seconds where median >= 0.02: return .seconds
        case .microseconds where median >= 20_000: return .microseconds
        default: return nil
        }
    }

    /// Samples a second of positions and of intervals in samples; Hz.
    private var rateHz: Double? { options.rateHz ?? statedRateHz }

    private static func median(_ column: [DecimalNumber]) -> Double {
        column.isEmpty
            ? .nan
            : OrderStatistics.value(atRank: (column.count - 1) / 2, of: column.map { $0.value() })
    }

    private mutating func requireUnit(
        of column: [DecimalNumber]
    ) throws(RecordingError) -> RRTextOptions.Unit {
        guard let unit = unit(of: column) else {
            let median = Self.median(column)
            if (20...250).contains(median) {
                throw .ambiguousRRUnit(
                    "the values look like heart rates in beats/min (median \(median)), not like "
                        + "R-R intervals, which cannot be made from them",
                    line: nil)
            }
            throw .ambiguousRRUnit(
                "the median value \(median) is an R-R interval neither in s (0.2 to 3) nor in ms "
                    + "(200 to 3000): state the unit with --unit",
                line: nil)
        }
        if unit == .samples {
            guard let rateHz else {
                throw .ambiguousRRUnit(
                    "--unit samples: say how many a second with --rate HZ", line: nil)
            }
            recipe.set(.inputRateHz, .number(rateHz))
            recipe.set(.inputRateSource, .text(options.rateHz == nil ? "stated" : "--rate"))
        } else if options.unit == nil {
            try refuseMixedUnits(column, unit)
            noteUnitMismatch(unit)
        } else {
            try refuseOtherUnit(column, unit)
        }
        recipe.set(.inputUnit, .text(unit.rawValue))
        recipe.set(.inputUnitSource, .text(options.unit == nil ? "median" : "option"))
        return unit
    }

    /// Says that the values are in another unit than the name of their column.
    private mutating func noteUnitMismatch(_ unit: RRTextOptions.Unit) {
        let namedUnit: RRTextOptions.Unit? =
            switch statedUnit {
            case .seconds: .seconds
            case .milliseconds: .milliseconds
            case .microseconds: .microseconds
            default: nil
            }
        guard let named = namedUnit, named != unit else { return }
        notices.append(
            Notice(
                .note, code: "unit_by_values",
                "the column is named as one in \(named.rawValue), but its values are R-R intervals in "
                    + "\(unit.rawValue), and are read so"))
    }

    /// A number of the column of beats in milliseconds.
    private func milliseconds(
        _ number: DecimalNumber, _ unit: RRTextOptions.Unit
    ) -> Double {
        unit == .samples
            ? number.value() * 1000 / (rateHz ?? 1000)
            : number.value(scaledBy: unit.millisecondExponent)
    }

    /// A unit that was stated, where the values are intervals in the other one.
    private func refuseOtherUnit(
        _ column: [DecimalNumber], _ unit: RRTextOptions.Unit
    ) throws(RecordingError) {
        let median = Self.median(column)
        guard
            let other = RRTextOptions.Unit.distinguishableByMedian.first(where: {
                $0 != unit && $0.plausibleMedianRange.contains(median)
            })
        else { return }
        throw .ambiguousRRUnit(
            "--unit \(unit.rawValue): the median value \(median) is no R-R interval in "
                + "\(unit.rawValue), but one in \(other.rawValue)",
            line: nil)
    }

    /// Values that are intervals in the other unit, more of them than gaps or errors would be.
    private func refuseMixedUnits(
        _ column: [DecimalNumber], _ unit: RRTextOptions.Unit
    ) throws(RecordingError) {
        let other: RRTextOptions.Unit = unit == .seconds ? .milliseconds : .seconds
        // The first value in seconds may be the time of the first beat.
        let begin = unit == .seconds ? 1 : 0
        let isInOtherUnit = column.indices.map {
            $0 >= begin && other.plausibleMedianRange.contains(column[$0].value())
        }
        let count = isInOtherUnit.count { $0 }
        guard count >= 3 || count * 5 >= column.count, count > 0 else { return }
        let changes = column.indices.dropFirst(begin + 1).first {
            isInOtherUnit[$0] != isInOtherUnit[begin]
        }
        let line = Int(table.lines[changes ?? 0])
        throw .ambiguousRRUnit(
            "the unit changes here: \(column.count - count) values are in \(unit.rawValue), "
                + "\(count) in \(other.rawValue); split the file, or convert one part",
            line: line)
    }

    // MARK: Series

    /// Intervals that follow one another.
    private mutating func plainSeries(offsetSeconds: Double) throws(RecordingError) -> RRSeries {
        let unit = try requireUnit(of: table.values)
        recipe.set(.inputColumns, .text("RR"))
        var begin = 0
        var start = offsetSeconds
        if unit == .seconds, table.count > 1, table.values[0].value() > 3 {
            // The time of the first beat, not an interval.
            begin = 1
            let time = table.values[0].value()
            if RecordingLimits.isPossible(milliseconds: 1000 * time) {
                start += time
                recipe.set(.inputStartSeconds, .number(start))
                notices.append(
                    Notice(
                        .note, code: "start_time",
                        "the first value, \(time) s, is the time of the first beat",
                        line: Int(table.lines[0])))
            } else {
                noteImpossibleRow(0)
            }
        }
        var builder = SeriesBuilder(startSeconds: start)
        for row in begin..<table.count {
            if row > begin, table.isBroken[row] { builder.breakChain() }
            let interval = milliseconds(table.values[row], unit)
            guard isPossible(interval) else {
                noteImpossibleRow(row)
                builder.breakChain()
                continue
            }
            builder.append(intervalMs: interval, marks: table.marks[row])
        }
        return builder.series
    }

    /// Times of beats, or positions in samples; differences are taken before any rounding.
    private mutating func seriesOfBeatTimes() throws(RecordingError) -> RRSeries {
        let raw = zip(table.values.dropFirst(), table.values).map { $0.subtracting($1) }
        let unit = try requireUnit(of: raw)
        recipe.set(
            .inputColumns, .text(value == .peakPositions ? "R-peak positions" : "beat times"))
        table = table.withoutTimes()
        let median = milliseconds(DecimalNumber(Self.median(raw)), unit)
        let rowClock = RowClock(table) { _ in median }
        notices += rowClock.notices
        let times = rowClock.times
        let steps = zip(times.dropFirst(), times).map { $0.subtracting($1) }
        let firstMs = milliseconds(times[0], unit)
        let isFarFromZero =
            !hasStatedStart && rowClock.isFarFromZero(timeMs: firstMs, intervalMs: 0)
        let ends = times.map { isFarFromZero ? $0.subtracting(times[0]) : $0 }
        noteStart(isFarFromZero, firstMs)
        clock = rowClock.start(
            of: ends.indices.map { ($0, milliseconds(ends[$0], unit)) }, timeMs: firstMs)
        var builder = SeriesBuilder(startSeconds: milliseconds(ends[0], unit) / 1000)
        for (index, step) in steps.enumerated() {
            let interval = milliseconds(step, unit)
            let end = milliseconds(ends[index + 1], unit) / 1000
            if !isPossible(interval) || !RecordingLimits.isPossible(milliseconds: end * 1000) {
                noteImpossibleRow(index + 1)
                builder.breakChain()
            } else if table.isBroken[index + 1] {
                // A beat is missing between these two: their distance is no interval.
                builder.breakChain()
            } else {
                builder.append(intervalMs: interval, endSeconds: end, marks: table.marks[index + 1])
            }
        }
        return builder.series
    }

    /// Intervals with a time of each.
    private mutating func timedSeries() throws(RecordingError) -> RRSeries {
        let unit = try requireUnit(of: table.values)
        let intervals = table.values.map { milliseconds($0, unit) }
        let stated = table.times.contains(nil) ? [] : RowClock(table) { intervals[$0] }.times
        guard stated.count == table.count, let scale = Self.scale(stated, intervals) else {
            if table.hasTimes {
                notices.append(
                    Notice(
                        .warning, code: "times_unused",
                        "the column of times does not fit the intervals beside it: it was not used"
                    ))
            }
            table = table.withoutTimes()
            return try plainSeries(offsetSeconds: 0)
        }
        if scale != .seconds { table.setTimes(table.times.compactMap { $0 }.map(scale.scaled)) }
        // Times are in ms from here on, those in s as the text has them.
        let timeDecimalExponent = scale == .seconds ? 3 : 0
        resolveSerialDays(scale)
        let rowClock = RowClock(table) { intervals[$0] }
        recipe.set(.inputColumns, .text("time, RR"))
        recipe.set(.inputTimeUnit, .text(scale.name))
        let (rows, used, firstMs) = timedRows(rowClock, intervals, timePower: timeDecimalExponent)
        var timedIntervals = TimedIntervals(rows)
        let series = timedIntervals.series()
        clock = rowClock.start(
            of: zip(used, rows).map { ($0, $1.timeMs - timedIntervals.startMs) }, timeMs: firstMs)
        recipe.set(.inputTimeMeaning, .text(timedIntervals.alignment.rawValue))
        notices += rowClock.notices + timedIntervals.notices
        return series
    }

    /// Days that a spreadsheet counts from 1899-12-30 are dates of the clock on the wall.
    private mutating func resolveSerialDays(_ scale: TimeScale) {
        guard scale.name == "days", table.wallClockMs.isEmpty, let first = table.times.first,
            let days = first?.value(), (20_000...80_000).contains(days / 86_400_000)
        else { return }
        let shown = table.times.map { time -> Int64 in
            let ms = (time?.value() ?? 0) - 25_569 * 86_400_000
            return Int64(min(max(ms, -RowClock.maxUnixTimeMs), RowClock.maxUnixTimeMs).rounded())
        }
        table.setDates(
            shown, zones: [CivilTime.Zone](repeating: .unstated, count: shown.count),
            areTimes: false)
    }

    /// The rows that can be used, where each stands in the table, and the time that the file gives
    /// the first; ms.
    private mutating func timedRows(
        _ rowClock: RowClock, _ intervals: [Double], timePower: Int
    ) -> (rows: [TimedIntervals.Row], used: [Int], firstMs: Double) {
        var rows: [TimedIntervals.Row] = []
        rows.reserveCapacity(table.count)
        var (used, firstMs, origin) = ([Int](), 0.0, DecimalNumber?.none)
        var isBroken = false
        for row in 0..<table.count {
            isBroken = isBroken || table.isBroken[row]
            let statedTimeMs = rowClock.times[row].value(scaledBy: timePower)
            guard isPossible(intervals[row]), RecordingLimits.isPossible(milliseconds: statedTimeMs)
            else {
                noteImpossibleRow(row)
                isBroken = true
                continue
            }
            if rows.isEmpty {
                firstMs = statedTimeMs
                let isFarFromZero =
                    !hasStatedStart
                    && rowClock.isFarFromZero(timeMs: statedTimeMs, intervalMs: intervals[row])
                if isFarFromZero { origin = rowClock.times[row] }
                noteStart(isFarFromZero, statedTimeMs - intervals[row])
            }
            let time =
                origin.map { rowClock.times[row].subtracting($0).value(scaledBy: timePower) }
                ?? statedTimeMs
            rows.append(
                TimedIntervals.Row(
                    timeMs: time, intervalMs: intervals[row],
                    line: Int(table.lines[row]), isBroken: isBroken,
                    differsFromLineBefore: table.differsFromLineBefore[row],
                    marks: table.marks[row]))
            used.append(row)
            isBroken = false
        }
        return (rows, used, firstMs)
    }

    /// States the time of the file at which the recording starts; dates state it themselves.
    private mutating func noteStart(_ isFar: Bool, _ timeMs: Double) {
        guard isFar, table.dateZone == nil else { return }
        recipe.set(.inputStartSeconds, .number(timeMs / 1000))
        guard timeMs < RowClock.minUnixTimeMs else { return }
        notices.append(
            Notice(
                .note, code: "start_time",
                "the times begin at \(timeMs / 1000) s: seconds count from the first beat"))
    }

    // MARK: Notices

    private func isPossible(_ intervalMs: Double) -> Bool {
        intervalMs > 0 && intervalMs <= RecordingLimits.maxDurationSeconds * 1000
    }

    private mutating func noteImpossibleRow(_ row: Int) {
        impossibleRowCount += 1
        guard impossibleRowCount <= Self.namedRowLimit else { return }
        notices.append(
            Notice(
                .warning, code: "bad_rr",
                "an interval of 0 or less, or a number beyond any recording, is no beat: left out, "
                    + "and the intervals around it are not taken for neighbours",
                line: Int(table.lines[row])))
    }
}
