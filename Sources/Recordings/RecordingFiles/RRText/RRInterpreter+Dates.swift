import PhysioTypes

/// Dates and times of day, once the whole column shows the order of day and month.
extension RRInterpreter {
    /// Turns dates and times of day into times, once the whole column shows the order of day and
    /// month.
    mutating func resolveDates() throws(RecordingError) {
        let written = table.writtenTimes
        guard !written.isEmpty, written.count == table.count else { return }
        let known = written.compactMap { $0 }
        guard !known.isEmpty else {
            if table.times.contains(nil) { resolveMissingTimes() }
            return
        }
        guard known.count == written.count else {
            // Dates beside a column of numbers may be missing here and there.
            if !table.times.contains(nil) { return }
            try fillMissingDates()
            return
        }
        try setDates(known)
    }

    /// Dates of which some cannot be read.
    mutating func fillMissingDates() throws(RecordingError) {
        let written = table.writtenTimes
        let missing = written.count { $0 == nil }
        guard Double(missing) <= Self.maxMissingTimeShare * Double(written.count) else {
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

    mutating func setDates(_ writtenTimes: [WrittenTime]) throws(RecordingError) {
        // Dates are the times themselves where no number is.
        let datesAreTimes = table.times.contains(nil)
        let hasDates = writtenTimes.allSatisfy { $0.date != .none }
        guard hasDates || datesAreTimes else { return }
        guard hasDates else {
            guard writtenTimes.allSatisfy({ $0.date == .none && $0.hasTimeOfDay }) else {
                dropTimes("some rows have a date, others a time of day alone")
                return
            }
            setClockTimes(writtenTimes)
            return
        }
        guard !datesAreTimes || writtenTimes.contains(where: \.hasTimeOfDay) else {
            dropTimes("the dates have no time of day")
            return
        }
        let order = try order(of: writtenTimes, areTimes: datesAreTimes)
        guard let order else { return }
        let shown = writtenTimes.compactMap { $0.wallClockMs(order) }
        guard shown.count == writtenTimes.count else {
            dropTimes("the dates fit no order of day and month")
            return
        }
        table.setDates(shown, zones: writtenTimes.map(\.zone), areTimes: datesAreTimes)
    }

    /// The order of day and month; nil where none fits.
    mutating func order(
        of writtenTimes: [WrittenTime], areTimes: Bool
    ) throws(RecordingError) -> WrittenTime.Order? {
        var orders = WrittenTime.orders(of: writtenTimes)
        if let asked = options.dateOrder, orders.contains(asked) { orders = [asked] }
        guard let first = orders.first else {
            dropTimes("the dates fit no order of day and month")
            return nil
        }
        guard orders.count > 1 else { return first }
        let timesByOrder = orders.map { order in
            writtenTimes.map { $0.wallClockMs(order) ?? 0 }
        }
        let steps = timesByOrder.map { shown in zip(shown.dropFirst(), shown).map { $0 - $1 } }
        guard steps[0] == steps[1] else {
            // One of the orders makes the rows go back.
            let ascendingIndices = orders.indices.filter { index in
                steps[index].allSatisfy { $0 >= 0 }
            }
            if ascendingIndices.count == 1 { return orders[ascendingIndices[0]] }
            // A night goes on after midnight, and not a month later.
            let jumpCounts = steps.map { list in list.count { abs($0) > 86_400_000 } }
            if jumpCounts[0] != jumpCounts[1] {
                return orders[jumpCounts[0] < jumpCounts[1] ? 0 : 1]
            }
            throw .ambiguous(
                "the dates may have the day or the month first, and the two give other gaps: say "
                    + "which with --dates day-first or --dates month-first")
        }
        let usesTwelveHourClock = writtenTimes.contains(where: \.hasDayPeriod)
        let chosen = usesTwelveHourClock ? WrittenTime.Order.monthFirst : .dayFirst
        notices.append(
            Notice(
                .note, code: "date_order",
                "the dates do not show whether day or month comes first: taken with "
                    + "\(usesTwelveHourClock ? "the month" : "the day") first, which changes no interval "
                    + "(--dates says otherwise)"))
        return chosen
    }

    /// Times of day or of minutes and seconds, which begin again at midnight or at the full hour.
    mutating func setClockTimes(_ writtenTimes: [WrittenTime]) {
        let period: Int64 =
            writtenTimes.contains { !$0.hasOneColon } ? 86_400_000_000 : 3_600_000_000
        var (base, last): (Int64, Int64?) = (0, nil)
        table.setTimes(
            writtenTimes.map { time in
                if let last, time.timeOfDayUs < last - period / 2 { base += period }
                last = time.timeOfDayUs
                return DecimalNumber(digits: base + time.timeOfDayUs, exponent: -6)
            })
    }

    /// Numbers of which some are missing in the column of times.
    mutating func resolveMissingTimes() {
        let missing = table.times.count { $0 == nil }
        guard Double(missing) <= Self.maxMissingTimeShare * Double(table.count),
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
