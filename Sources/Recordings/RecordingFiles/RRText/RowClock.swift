import PhysioTypes

/// The recording's clock by its column of times: the time that is second 0, the local time then,
/// and the rows at which the local clock was changed.
///
/// The recording starts with the beat that begins its first interval: dates and times since 1970
/// count from there, and elapsed times too where they begin later than ``maxElapsedStartMs``. Dates
/// without a zone are those of the clock on the wall, which jumps by an hour to and from summer
/// time; the hour is taken out of the times and stated as a change of the clock.
struct RowClock {
    /// The times that count elapsed time without a jump; s or ms, as the column has them.
    private(set) var times: [DecimalNumber]
    /// Changes of the clock on the wall: from which row on, and by how much in all since the
    /// first row; ms.
    private(set) var steps: [(row: Int, shiftMs: Int64)] = []
    private let table: RRTable

    /// An elapsed clock that reads less than this at the first beat started with the recording, as
    /// that of an ECG whose R peaks these are: its times stay as they are; ms.
    static let maxElapsedStartMs = RRSeries.plausibleRangeMs.upperBound
    /// Times since 1970 are later than this, elapsed ones earlier (three years); ms.
    static let minUnixTimeMs = 1e11
    /// Times since 1970 are earlier than this, in the year 9892; ms.
    static let maxUnixTimeMs = 2.5e14
    /// The clock on the wall is changed by whole hours, within this; ms.
    private static let hourMs = 3_600_000.0
    /// The greatest difference of two stamps around a change from the full hour and from the
    /// interval between them: packets come late by some seconds; ms.
    private static let toleranceMs = 5_000.0
    /// Hours of the day at which clocks are changed; h.
    private static let clockChangeHours = 0...4

    /// - Parameter intervalMs: the interval that ends at a row; ms.
    init(_ table: RRTable, intervalMs: (Int) -> Double) {
        self.table = table
        times = table.hasTimes ? table.times.compactMap { $0 } : table.values
        guard hasDates, table.dateZone == .unstated, isDate(0) else { return }
        removeHourShifts(intervalMs)
    }

    /// The zone of the first date; UTC where all of them are in it: apps write `+0000` wherever they
    /// are.
    private var zone: CivilTime.Zone? {
        guard case .offset(0)? = table.dateZone, !table.hasNonzeroUTCOffset else {
            return table.dateZone
        }
        return .utc
    }

    private var hasDates: Bool { table.wallClockMs.count == table.count }

    /// Returns true if the column of times is that of the dates themselves.
    private func isDate(_ row: Int) -> Bool {
        guard let zone = table.dateZone else { return false }
        let stamp = CivilTime.Stamp(wallClockMs: table.wallClockMs[row], zone: zone)
        return times[row] == DecimalNumber(digits: stamp.unixMs, exponent: -3)
    }

    /// Dates without a zone: an hour more or less than the interval, at a full hour of the night.
    private mutating func removeHourShifts(_ intervalMs: (Int) -> Double) {
        var shiftMs: Int64 = 0
        for row in times.indices.dropFirst() {
            let (before, after) = (table.wallClockMs[row - 1], table.wallClockMs[row])
            let excess = Double(after - before) - intervalMs(row)
            for sign in [1.0, -1.0]
            where abs(excess - sign * Self.hourMs) <= Self.toleranceMs
                && Self.isClockChange(before, after)
            {
                shiftMs += Int64(sign * Self.hourMs)
                steps.append((row, shiftMs))
            }
            times[row] = DecimalNumber(digits: after - shiftMs, exponent: -3)
        }
    }

    /// Returns true if one stamp lies just before a full hour of the night and the next just after
    /// one.
    private static func isClockChange(_ before: Int64, _ after: Int64) -> Bool {
        let hour = Int64(hourMs)
        let sinceFullHourMs = Double(((after % hour) + hour) % hour)
        let untilFullHourMs = Double(hour - ((before % hour) + hour) % hour)
        let hourOfDay = Int(((after / hour) % 24 + 24) % 24)
        return sinceFullHourMs <= toleranceMs && untilFullHourMs <= toleranceMs
            && clockChangeHours.contains(hourOfDay)
    }

    // MARK: Second 0

    /// Returns true if times count from the first beat of the recording instead of their own second
    /// 0.
    ///
    /// - Parameter row: the first that is used.
    /// - Parameter timeMs: its time; ms.
    /// - Parameter intervalMs: its interval; ms.
    func isFarFromZero(timeMs: Double, intervalMs: Double) -> Bool {
        abs(timeMs) - intervalMs > Self.maxElapsedStartMs
    }

    /// The clock of the recording.
    ///
    /// - Parameter rows: the rows that are used, each with its elapsed time in the recording; ms.
    /// - Parameter timeMs: the time that the file gives the first of them; ms.
    /// - Returns: when second 0 was, as a reader states it, and the changes of the clock; nil for
    ///   elapsed times without dates.
    func start(
        of rows: [(row: Int, elapsedMs: Double)], timeMs: Double
    ) -> (date: String, changes: [ClockChange])? {
        guard let first = rows.first else { return nil }
        guard hasDates, let zone else {
            let startMs = (timeMs - first.elapsedMs).rounded()
            guard timeMs >= Self.minUnixTimeMs, startMs < Self.maxUnixTimeMs else { return nil }
            return (CivilTime.text(.init(wallClockMs: Int64(startMs), zone: .utc)), [])
        }
        // A date may be cut to whole seconds: the latest start is the nearest.
        let isFirstRowDated = isDate(first.row)
        let firstMinuteRows =
            isFirstRowDated ? [first] : rows.prefix { $0.elapsedMs - first.elapsedMs <= 60_000 }
        let startMs =
            firstMinuteRows.map { Double(table.wallClockMs[$0.row]) - $0.elapsedMs }.max() ?? 0
        guard abs(startMs) < Self.maxUnixTimeMs else { return nil }
        let stamp = CivilTime.Stamp(wallClockMs: Int64(startMs.rounded()), zone: zone)
        return (CivilTime.text(stamp), changes(rows, startMs))
    }

    /// The changes of the clock on the wall, each at the full quarter of an hour at which it was.
    private func changes(
        _ rows: [(row: Int, elapsedMs: Double)], _ startMs: Double
    ) -> [ClockChange] {
        var changes: [ClockChange] = []
        var shiftMs = 0.0
        for (before, next) in zip(rows, rows.dropFirst()) {
            let clockOffsetMs =
                Double(table.wallClockMs[next.row]) - startMs - next.elapsedMs - shiftMs
            let step = (clockOffsetMs / Self.quarterHourMs).rounded() * Self.quarterHourMs
            guard step != 0, abs(clockOffsetMs - step) <= Self.toleranceMs else { continue }
            let shown = startMs + before.elapsedMs + shiftMs
            let full = (shown / Self.quarterHourMs).rounded(.up) * Self.quarterHourMs
            shiftMs += step
            changes.append(
                ClockChange(
                    seconds: min(before.elapsedMs + full - shown, next.elapsedMs) / 1000,
                    shiftSeconds: shiftMs / 1000))
        }
        return changes
    }

    /// Offsets from UTC are whole quarters of an hour; ms.
    private static let quarterHourMs = 900_000.0

    /// Notices for the person about changes that only the stamps show.
    var notices: [Notice] {
        var before: Int64 = 0
        return steps.map { step in
            let direction = step.shiftMs > before ? "forward" : "back"
            before = step.shiftMs
            return Notice(
                .note, code: "clock_change",
                "the dates go \(direction) by an hour here: a change to or from summer time, and "
                    + "not a gap",
                line: Int(table.lines[step.row]))
        }
    }
}
