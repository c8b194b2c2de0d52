import PhysioTypes

/// Finds out what the columns of a table mean, and makes the series of intervals from them.
struct RRInterpreter {
    /// What a single column holds.
    enum SingleColumn { case intervals, beatTimes }

    private var table: RRTable
    private let forcedColumn: SingleColumn?
    private let options: RRTextOptions
    private var recipe = Recipe()
    var notices: [Notice] = []
    private var impossibleCount = 0
    private var hasStatedStart = false
    /// When the recording starts, as its times say, and changes of the clock.
    private var clock: (date: String, changes: [ClockChange])?

    /// Bad rows named one by one; the others are counted.
    static let namedRowLimit = 5
    /// A column that ascends over more rows than this may hold beat times.
    private static let beatTimeCount = 10
    /// Two columns fit as time and interval when their spans do, within this factor below.
    private static let minSpanRatio = 0.5
    /// Above this ratio of a step, taken as seconds, to its interval times are in milliseconds.
    private static let millisecondRatio = 70.0
    /// Distinct values a column of flags may have.
    private static let flagLimit = 10

    init(table: RRTable, options: RRTextOptions, forcedColumn: SingleColumn? = nil) {
        self.table = table
        self.forcedColumn = forcedColumn
        self.options = options
    }

    /// - Parameter startDate: when second 0 was, where the file says so beside its rows.
    mutating func recording(
        format: String, startDate: String?, offsetSeconds: Double
    ) throws(RecordingError) -> Recording {
        hasStatedStart = startDate != nil
        var format = format
        if table.hasTwoColumns, table.isCommaOnly, table.roles == .unknown {
            try settleComma()
        }
        if table.hasTwoColumns, table.roles == .unknown {
            try settleRoles()
            if table.hasTwoColumns, format == "rr-text" { format = "rr-table" }
        }
        let rr: RRSeries
        if table.hasTwoColumns {
            rr = try timedSeries()
        } else if holdsBeatTimes {
            if format == "rr-text" { format = "beat-times" }
            rr = try seriesOfBeatTimes()
        } else {
            rr = try plainSeries(offsetSeconds: offsetSeconds)
        }
        guard rr.count > 0 else { throw .empty("no R-R interval above 0 was found") }
        if impossibleCount > Self.namedRowLimit {
            notices.append(
                Notice(
                    .warning, code: "bad_rr",
                    "further impossible intervals: \(impossibleCount - Self.namedRowLimit)"))
        }
        try RecordingLimits.check(rr)
        return Recording(
            format: format, rr: rr, startDate: startDate ?? clock?.date, recipe: recipe,
            notices: notices, clockChanges: clock?.changes ?? [])
    }

    private var holdsBeatTimes: Bool {
        if let forcedColumn { return forcedColumn == .beatTimes && table.count > 1 }
        return table.roles == .unknown && isBeatTimes(table.first)
    }

    // MARK: Columns

    /// Two integers with a comma between them: two columns, or one decimal number.
    private mutating func settleComma() throws(RecordingError) {
        let asColumns = (try? columnReadings(table)) ?? []
        let joined = table.joiningDecimals()
        let asDecimals = joined.map { unit(of: $0.first) != nil || isBeatTimes($0.first) } ?? false
        switch (asColumns.isEmpty, asDecimals) {
        case (false, true): throw .ambiguousDecimal(line: Int(table.lines[0]))
        case (true, true): if let joined { table = joined }
        default: break
        }
    }

    private enum Reading { case timeFirst, timeSecond, rrFirst, rrSecond }

    /// Every way in which two columns can be read.
    private func columnReadings(_ table: RRTable) throws(RecordingError) -> [Reading] {
        var readings: [Reading] = []
        let firstIsRR = unit(of: table.first) != nil
        let secondIsRR = unit(of: table.second) != nil
        if secondIsRR {
            if isIndex(table.first) {
                readings.append(.rrSecond)
            } else if ascends(table.first), spanRatio(table.first, table.second) != nil {
                readings.append(.timeFirst)
            }
        }
        if firstIsRR {
            if isIndex(table.second) || isFlag(table.second) {
                readings.append(.rrFirst)
            } else if ascends(table.second), spanRatio(table.second, table.first) != nil {
                readings.append(.timeSecond)
            }
        }
        return readings
    }

    private mutating func settleRoles() throws(RecordingError) {
        let readings = try columnReadings(table)
        guard readings.count < 2 else {
            throw .ambiguous(
                "both columns could hold the R-R intervals: add a header line naming them, such "
                    + "as `time,rr`")
        }
        switch readings.first {
        case .timeFirst: table.roles = .timeAndRR
        case .timeSecond:
            table = table.swapped()
            table.roles = .timeAndRR
        case .rrSecond: table = table.keeping(second: true)
        case .rrFirst:
            if isFlag(table.second) {
                notices.append(
                    Notice(
                        .warning, code: "flags_unused",
                        "a second column of flags was found; what they mean is not stated, so "
                            + "they were not used"))
            }
            table = table.keeping(second: false)
        case nil:
            if let line = table.firstCommaOnlyLine { throw .ambiguousDecimal(line: Int(line)) }
            throw .rrUnit(
                "neither of the two columns holds R-R intervals in ms (200 to 3000) or s (0.2 to "
                    + "3) beside their times",
                line: Int(table.lines[0]))
        }
    }

    private func ascends(_ column: [DecimalNumber]) -> Bool {
        let values = column.map { $0.value() }
        guard values.count >= 2, let first = values.first, let last = values.last, last > first
        else { return false }
        let backwards = zip(values.dropFirst(), values).count { $0 < $1 }
        return backwards * 20 <= values.count
    }

    private func isIndex(_ column: [DecimalNumber]) -> Bool {
        column.count >= 2
            && zip(column.dropFirst(), column).allSatisfy { $0.value() - $1.value() == 1 }
    }

    private func isFlag(_ column: [DecimalNumber]) -> Bool {
        let values = Set(column.map { $0.value() })
        return values.count <= Self.flagLimit
            && values.allSatisfy { $0 >= 0 && $0 < 100 && $0 == $0.rounded() }
    }

    /// Span of the times, taken as seconds, over the sum of the intervals; nil where they do not
    /// fit in seconds nor in milliseconds.
    private func spanRatio(_ times: [DecimalNumber], _ intervals: [DecimalNumber]) -> Double? {
        guard let unit = unit(of: intervals), let first = times.first, let last = times.last else {
            return nil
        }
        let sumMs = intervals.dropFirst().reduce(0) {
            $0 + $1.value(scaledBy: unit.millisecondPower)
        }
        guard sumMs > 0 else { return nil }
        let ratio = (last.value() - first.value()) * 1000 / sumMs
        return ratio >= Self.minSpanRatio ? ratio : nil
    }

    /// Power of ten that turns times into milliseconds; nil where they fit in no unit.
    ///
    /// By the median step, so that one long gap decides nothing; steps of 0 within a packet are
    /// left out.
    private func timePower(
        _ times: [DecimalNumber], _ intervals: [DecimalNumber], _ unit: RRTextOptions.Unit
    ) -> Int? {
        guard times.count > 1 else { return 3 }
        guard spanRatio(times, intervals) != nil else { return nil }
        let steps = zip(times.dropFirst(), times).map { $0.value() - $1.value() }
            .filter { $0 > 0 && $0.isFinite }.sorted()
        guard !steps.isEmpty else { return nil }
        let step = steps[(steps.count - 1) / 2]
        let interval = Self.median(intervals) * (unit == .seconds ? 1000 : 1)
        return step * 1000 / interval >= Self.millisecondRatio ? 0 : 3
    }

    // MARK: Units

    /// The unit in which the median is an R-R interval.
    private func unit(of column: [DecimalNumber]) -> RRTextOptions.Unit? {
        if let unit = options.unit { return unit }
        let median = Self.median(column)
        return RRTextOptions.Unit.allCases.first { $0.plausibleMedian.contains(median) }
    }

    private static func median(_ column: [DecimalNumber]) -> Double {
        let sorted = column.map { $0.value() }.sorted()
        return sorted.isEmpty ? .nan : sorted[(sorted.count - 1) / 2]
    }

    private mutating func requireUnit(
        of column: [DecimalNumber]
    ) throws(RecordingError) -> RRTextOptions.Unit {
        guard let unit = unit(of: column) else {
            let median = Self.median(column)
            if (20...250).contains(median) {
                throw .rrUnit(
                    "the values look like heart rates in beats/min (median \(median)), not like "
                        + "R-R intervals, which cannot be made from them",
                    line: nil)
            }
            throw .rrUnit(
                "the median value \(median) is an R-R interval neither in s (0.2 to 3) nor in ms "
                    + "(200 to 3000): state the unit with --unit",
                line: nil)
        }
        if options.unit == nil {
            try refuseMixture(column, unit)
        } else {
            try refuseOtherUnit(column, unit)
        }
        recipe.set(.inputUnit, .text(unit.rawValue))
        recipe.set(.inputUnitSource, .text(options.unit == nil ? "median" : "option"))
        return unit
    }

    /// A unit that was stated, where the values are intervals in the other one.
    private func refuseOtherUnit(
        _ column: [DecimalNumber], _ unit: RRTextOptions.Unit
    ) throws(RecordingError) {
        let other: RRTextOptions.Unit = unit == .seconds ? .milliseconds : .seconds
        let median = Self.median(column)
        guard other.plausibleMedian.contains(median) else { return }
        throw .rrUnit(
            "--unit \(unit.rawValue): the median value \(median) is no R-R interval in "
                + "\(unit.rawValue), but one in \(other.rawValue)",
            line: nil)
    }

    /// Values that are intervals in the other unit, more of them than gaps or errors would be.
    private func refuseMixture(
        _ column: [DecimalNumber], _ unit: RRTextOptions.Unit
    ) throws(RecordingError) {
        let other: RRTextOptions.Unit = unit == .seconds ? .milliseconds : .seconds
        // The first value in seconds may be the time of the first beat.
        let begin = unit == .seconds ? 1 : 0
        let isOther = column.indices.map {
            $0 >= begin && other.plausibleMedian.contains(column[$0].value())
        }
        let count = isOther.count { $0 }
        guard count >= 3 || count * 5 >= column.count, count > 0 else { return }
        let changes = column.indices.dropFirst(begin + 1).first { isOther[$0] != isOther[begin] }
        let line = Int(table.lines[changes ?? 0])
        throw .rrUnit(
            "the unit changes here: \(column.count - count) values are in \(unit.rawValue), "
                + "\(count) in \(other.rawValue); split the file, or convert one part",
            line: line)
    }

    // MARK: Series

    /// One column of intervals.
    private mutating func plainSeries(offsetSeconds: Double) throws(RecordingError) -> RRSeries {
        let unit = try requireUnit(of: table.first)
        recipe.set(.inputColumns, .text("RR"))
        let power = unit.millisecondPower
        var begin = 0
        var start = offsetSeconds
        if unit == .seconds, table.count > 1, table.first[0].value() > 3 {
            // The time of the first beat, not an interval.
            begin = 1
            let time = table.first[0].value()
            if RecordingLimits.isPossible(milliseconds: 1000 * time) {
                start += time
                recipe.set(.inputStartSeconds, .number(start))
                notices.append(
                    Notice(
                        .note, code: "start_time",
                        "the first value, \(time) s, is the time of the first beat",
                        line: Int(table.lines[0])))
            } else {
                noteImpossible(0)
            }
        }
        var builder = SeriesBuilder(startSeconds: start)
        for row in begin..<table.count {
            if row > begin, table.isBroken[row] { builder.breakChain() }
            let interval = table.first[row].value(scaledBy: power)
            guard isPossible(interval) else {
                noteImpossible(row)
                builder.breakChain()
                continue
            }
            builder.append(intervalMs: interval, marks: table.marks[row])
        }
        return builder.series
    }

    /// Whether the values ascend like beats, in s or ms.
    private func isBeatTimes(_ column: [DecimalNumber]) -> Bool {
        guard column.count > Self.beatTimeCount else { return false }
        let values = column.map { $0.value() }
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }
        guard steps.allSatisfy({ $0 > 0 }) else { return false }
        let median = steps.sorted()[(steps.count - 1) / 2]
        return RRTextOptions.Unit.allCases.contains { $0.plausibleMedian.contains(median) }
    }

    /// One column of beat times; differences are taken before any rounding.
    private mutating func seriesOfBeatTimes() throws(RecordingError) -> RRSeries {
        let raw = zip(table.first.dropFirst(), table.first).map { $0.subtracting($1) }
        let unit = try requireUnit(of: raw)
        recipe.set(.inputColumns, .text("beat times"))
        let power = unit.millisecondPower
        let median = Self.median(raw) * (unit == .seconds ? 1000 : 1)
        let rowClock = RowClock(table) { _ in median }
        notices += rowClock.notices
        let times = rowClock.times
        let steps = zip(times.dropFirst(), times).map { $0.subtracting($1) }
        let firstMs = times[0].value(scaledBy: power)
        let isFar = !hasStatedStart && rowClock.isFar(timeMs: firstMs, intervalMs: 0)
        let ends = times.map { isFar ? $0.subtracting(times[0]) : $0 }
        noteStart(isFar, firstMs)
        clock = rowClock.start(
            of: ends.indices.map { ($0, ends[$0].value(scaledBy: power)) }, timeMs: firstMs)
        var builder = SeriesBuilder(startSeconds: ends[0].value(scaledBy: power) / 1000)
        for (index, step) in steps.enumerated() {
            let interval = step.value(scaledBy: power)
            let end = ends[index + 1].value(scaledBy: power) / 1000
            if !isPossible(interval) || !RecordingLimits.isPossible(milliseconds: end * 1000) {
                noteImpossible(index + 1)
                builder.breakChain()
            } else if table.isBroken[index + 1] {
                // A beat is missing between these two: their distance is no interval.
                builder.breakChain()
            } else {
                builder.append(intervalMs: interval, endSeconds: end)
            }
        }
        return builder.series
    }

    /// A column of times beside the intervals.
    private mutating func timedSeries() throws(RecordingError) -> RRSeries {
        let unit = try requireUnit(of: table.second)
        let intervals = table.second.map { $0.value(scaledBy: unit.millisecondPower) }
        let rowClock = RowClock(table) { intervals[$0] }
        guard let timePower = timePower(rowClock.times, table.second, unit) else {
            notices.append(
                Notice(
                    .warning, code: "times_unused",
                    "the column of times does not fit the intervals beside it: it was not used"))
            table = table.keeping(second: true)
            return try plainSeries(offsetSeconds: 0)
        }
        recipe.set(.inputColumns, .text("time, RR"))
        recipe.set(.inputTimeUnit, .text(timePower == 0 ? "ms" : "s"))
        let (rows, used, firstMs) = timedRows(rowClock, intervals, timePower: timePower)
        var timed = TimedIntervals(rows)
        let series = timed.series()
        clock = rowClock.start(
            of: zip(used, rows).map { ($0, $1.timeMs - timed.startMs) }, timeMs: firstMs)
        recipe.set(.inputTimeMeaning, .text(timed.alignment.rawValue))
        notices += rowClock.notices + timed.notices
        return series
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
            let stated = rowClock.times[row].value(scaledBy: timePower)
            guard isPossible(intervals[row]), RecordingLimits.isPossible(milliseconds: stated)
            else {
                noteImpossible(row)
                isBroken = true
                continue
            }
            if rows.isEmpty {
                firstMs = stated
                let isFar =
                    !hasStatedStart
                    && rowClock.isFar(timeMs: stated, intervalMs: intervals[row])
                if isFar { origin = rowClock.times[row] }
                noteStart(isFar, stated - intervals[row])
            }
            let time =
                origin.map { rowClock.times[row].subtracting($0).value(scaledBy: timePower) }
                ?? stated
            rows.append(
                TimedIntervals.Row(
                    timeMs: time, intervalMs: intervals[row],
                    line: Int(table.lines[row]), isBroken: isBroken, marks: table.marks[row]))
            used.append(row)
            isBroken = false
        }
        return (rows, used, firstMs)
    }

    /// States the time of the file at which the recording starts; dates state it themselves.
    private mutating func noteStart(_ isFar: Bool, _ timeMs: Double) {
        guard isFar, table.dateZone == nil else { return }
        recipe.set(.inputStartSeconds, .number(timeMs / 1000))
        guard timeMs < RowClock.epochMs else { return }
        notices.append(
            Notice(
                .note, code: "start_time",
                "the times begin at \(timeMs / 1000) s: seconds count from the first beat"))
    }

    // MARK: Notices

    private func isPossible(_ intervalMs: Double) -> Bool {
        intervalMs > 0 && intervalMs <= RecordingLimits.durationSeconds * 1000
    }

    private mutating func noteImpossible(_ row: Int) {
        impossibleCount += 1
        guard impossibleCount <= Self.namedRowLimit else { return }
        notices.append(
            Notice(
                .warning, code: "bad_rr",
                "an interval of 0 or less, or a number beyond any recording, is no beat: left out, "
                    + "and the intervals around it are not taken for neighbours",
                line: Int(table.lines[row])))
    }
}
