import PhysioTypes

/// Dates and times of day, once the whole column shows the order of day and month.
extension RRInterpreter {
    /// Turns dates and times of day into times, once the whole column shows the order of day and
    /// month.
    mutating func settleDates() throws(RecordingError) {
        let written = table.writtenTimes
        guard !written.isEmpty, written.count == table.count else { return }
        let known = written.compactMap { $0 }
        guard !known.isEmpty else {
            if table.times.contains(nil) { settleMissingTimes() }
            return
        }
        guard known.count == written.count else {
            // Dates beside a column of numbers may be missing here and there.
            if !table.times.contains(nil) { return }
            try fillDates()
            return
        }
        try setDates(known)
    }

    /// Dates of which some cannot be read.
    mutating func fillDates() throws(RecordingError) {
        let written = table.writtenTimes
        let missing = written.count { $0 == nil }
        guard Double(missing) <= Self.maxMissingTimes * Double(written.count) else {
            dropTimes("\(missing) of \(written.count) dates and times cannot be read")
            return
        }
        // A row without a time stands where the row before it does, as in a packet.
        var filled: [WrittenTime] = []
        guard var last = written.lazy.compactMap({ $0 }).first else { return }
        for time in written {
            last = time ?? last
            filled.append(last)
        }
        notices.append(
            Notice(
                .warning, code: "times_missing",
                "rows whose time cannot be read: \(missing); they are placed with the row before"))
        try setDates(filled)
    }

    mutating func setDates(_ written: [WrittenTime]) throws(RecordingError) {
        // Dates are the times themselves where no number is.
        let areTimes = table.times.contains(nil)
        let hasDates = written.allSatisfy { $0.date != .none }
        guard hasDates || areTimes else { return }
        guard hasDates else {
            guard written.allSatisfy({ $0.date == .none && $0.hasClock }) else {
                dropTimes("some rows have a date, others a time of day alone")
                return
            }
            setClockTimes(written)
            return
        }
        guard !areTimes || written.contains(where: \.hasClock) else {
            dropTimes("the dates have no time of day")
            return
        }
        let order = try order(of: written, areTimes: areTimes)
        guard let order else { return }
        let shown = written.compactMap { $0.shownMs(order) }
        guard shown.count == written.count else {
            dropTimes("the dates fit no order of day and month")
            return
        }
        table.setDates(shown, zones: written.map(\.zone), areTimes: areTimes)
    }

    /// The order of day and month; nil where none fits.
    mutating func order(
        of written: [WrittenTime], areTimes: Bool
    ) throws(RecordingError) -> WrittenTime.Order? {
        var orders = WrittenTime.orders(of: written)
        if let asked = options.dateOrder, orders.contains(asked) { orders = [asked] }
        guard let first = orders.first else {
            dropTimes("the dates fit no order of day and month")
            return nil
        }
        guard orders.count > 1 else { return first }
        let readings = orders.map { order in
            written.map { $0.shownMs(order) ?? 0 }
        }
        let steps = readings.map { shown in zip(shown.dropFirst(), shown).map { $0 - $1 } }
        guard steps[0] == steps[1] else {
            // One of the orders makes the rows go back.
            let ascending = orders.indices.filter { index in steps[index].allSatisfy { $0 >= 0 } }
            if ascending.count == 1 { return orders[ascending[0]] }
            // A night goes on after midnight, and not a month later.
            let jumps = steps.map { list in list.count { abs($0) > 86_400_000 } }
            if jumps[0] != jumps[1] { return orders[jumps[0] < jumps[1] ? 0 : 1] }
            throw .ambiguous(
                "the dates may have the day or the month first, and the two give other gaps: say "
                    + "which with --dates day-first or --dates month-first")
        }
        let isAmerican = written.contains(where: \.hasHalfDay)
        let chosen = isAmerican ? WrittenTime.Order.monthFirst : .dayFirst
        notices.append(
            Notice(
                .note, code: "date_order",
                "the dates do not show whether day or month comes first: taken with "
                    + "\(isAmerican ? "the month" : "the day") first, which changes no interval "
                    + "(--dates says otherwise)"))
        return chosen
    }

    /// Times of day or of minutes and seconds, which begin again at midnight or at the full hour.
    mutating func setClockTimes(_ written: [WrittenTime]) {
        let period: Int64 =
            written.contains { !$0.hasOneColon } ? 86_400_000_000 : 3_600_000_000
        var (base, last): (Int64, Int64?) = (0, nil)
        table.setTimes(
            written.map { time in
                if let last, time.clockUs < last - period / 2 { base += period }
                last = time.clockUs
                return DecimalNumber(digits: base + time.clockUs, exponent: -6)
            })
    }

    /// Numbers of which some are missing in the column of times.
    mutating func settleMissingTimes() {
        let missing = table.times.count { $0 == nil }
        guard Double(missing) <= Self.maxMissingTimes * Double(table.count),
            var last = table.times.lazy.compactMap({ $0 }).first
        else {
            dropTimes("\(missing) of \(table.count) times cannot be read")
            return
        }
        var filled: [DecimalNumber] = []
        for time in table.times {
            last = time ?? last
            filled.append(last)
        }
        table.setTimes(filled)
        notices.append(
            Notice(
                .warning, code: "times_missing",
                "rows whose time cannot be read: \(missing); they are placed with the row before"))
    }

    mutating func dropTimes(_ reason: String) {
        table = table.withoutTimes()
        notices.append(
            Notice(
                .warning, code: "times_unused",
                "\(reason): the times are not used, and gaps do not show"))
    }
}
