/// The columns at the beginning of a text, and which of them are times, counters and signals.
struct SignalTextTable {
    /// The names of the columns; empty where they have none.
    let header: [HeaderWords]
    private let dateColumn: Int?
    /// One array a column; NaN where a field is no number.
    private let values: [[Double]]
    /// The column by which rows are placed in time.
    let time: SignalTextLayout.Time?
    /// Columns that are times or counters.
    private let clocks: Set<Int>

    /// Rates that determine the unit of a time: wide enough for recorders, and less than the factor of
    /// 1000 between two units; Hz.
    private static let plausibleRateRangeHz = 20.0...5000
    /// Seconds since 1970 in the years 2001 to 2099.
    private static let epochSecondsRange = 1e9...4.1e9
    /// Rows that show whether a column without a name ascends like a clock.
    private static let minRowCount = 5
    /// Share of the rows that may differ.
    private static let tolerance = 0.05

    /// - Parameter from: byte of the first row in `head`; a row cut at the end of it is left out.
    init(
        _ head: [UInt8], from: Int, dialect: SignalRowParser.Dialect, width: Int,
        header: [HeaderWords], dateColumn: Int?
    ) {
        var parser = SignalRowParser(
            dialect, columns: Array(0..<width), timeColumn: dateColumn)
        var values = [[Double]](repeating: [], count: width)
        var lines = TextLines(position: from)
        while let line = lines.next(in: head, isLast: false) {
            // Times begin again with each block.
            if !values[0].isEmpty, SignalTextBlock.begins(at: head[line]) { break }
            guard case .row = parser.parse(head, line) else { continue }
            for column in 0..<width { values[column].append(parser.values[column]) }
        }
        if values[0].isEmpty, let line = lines.next(in: head, isLast: true),
            case .row = parser.parse(head, line)
        {
            for column in 0..<width { values[column].append(parser.values[column]) }
        }
        self.header = header
        self.dateColumn = dateColumn
        self.values = values
        var found: [(rank: Int, time: SignalTextLayout.Time)] = []
        var clocks: Set<Int> = []
        for column in 0..<width {
            let name = column < header.count ? header[column] : nil
            let isDate = column == dateColumn
            if isDate || name?.isTime == true, width > 1 || Self.ascends(values[column]) {
                clocks.insert(column)
            }
            guard
                let time = Self.time(
                    values[column], column, name, isDate: isDate, isOnly: width == 1)
            else { continue }
            clocks.insert(column)
            found.append((Self.rank(time, name, isDate: isDate), time))
        }
        time = found.min { $0.rank < $1.rank }?.time
        self.clocks = clocks
    }

    // MARK: Times

    /// The column as a clock; nil where it is none.
    private static func time(
        _ values: [Double], _ column: Int, _ name: HeaderWords?, isDate: Bool, isOnly: Bool
    ) -> SignalTextLayout.Time? {
        let mayBeTime =
            isDate || name?.secondsPerUnit != nil
            || name?.isTime ?? (column == 0 && values.count >= minRowCount)
        let mayBeIndex = name?.isIndex ?? (column == 0 && values.count >= minRowCount)
        guard mayBeTime || mayBeIndex, !isOnly, ascends(values) else { return nil }
        let time = SignalTextLayout.Time(index: column, name: name?.name ?? "")
        if mayBeIndex, stepsByOne(values) { return time }
        guard mayBeTime else { return nil }
        var clock = time
        clock.secondsPerUnit = isDate ? 1 : name?.secondsPerUnit ?? unit(values)
        return clock.secondsPerUnit == nil ? nil : clock
    }

    /// The sensor's own time first, dates that a phone gave last.
    private static func rank(
        _ time: SignalTextLayout.Time, _ name: HeaderWords?, isDate: Bool
    ) -> Int {
        if isDate { return 4 }
        if time.secondsPerUnit == nil { return 3 }
        return name?.isSensorTime == true ? 0 : name?.secondsPerUnit != nil ? 1 : 2
    }

    private static func ascends(_ values: [Double]) -> Bool {
        let known = values.filter { !$0.isNaN }
        guard let first = known.first, let last = known.last, last > first,
            Double(known.count) >= (1 - tolerance) * Double(values.count)
        else { return false }
        let backwardStepCount = zip(known.dropFirst(), known).count { $0 < $1 }
        return Double(backwardStepCount) <= tolerance * Double(known.count)
    }

    private static func stepsByOne(_ values: [Double]) -> Bool {
        let odd = zip(values.dropFirst(), values).count { $0 - $1 != 1 }
        return values.count > 1 && Double(odd) <= tolerance * Double(values.count)
            && values[0] == values[0].rounded()
    }

    /// Length of the unit in which the steps make a rate that recorders have; s.
    private static func unit(_ values: [Double]) -> Double? {
        let rate = RateEstimate(times: values)?.rateHz ?? 0
        // Seconds since 1970.
        if let first = values.first(where: { !$0.isNaN }), epochSecondsRange.contains(first) {
            return plausibleRateRangeHz.contains(rate) ? 1 : nil
        }
        return [1, 1e-3, 1e-6, 1e-9].first { plausibleRateRangeHz.contains(rate / $0) }
    }

    // MARK: Signals

    /// Beginnings of names that say no more than a number: `CH1`.
    private static let genericNames: Set<Substring> = ["ch"]

    /// The columns that hold samples.
    ///
    /// - Parameter labels: names from elsewhere, used where there is one for each column.
    /// - Throws: `noSignal` where there is none.
    func signals(labels: [String], units: [String]) throws(RecordingError) -> [SignalTextLayout
        .Column]
    {
        let columns = values.indices.filter { column in
            !clocks.contains(column) && values[column].contains { !$0.isNaN }
        }
        guard !columns.isEmpty else {
            throw .noSignal("no column holds samples: times or words only")
        }
        return columns.enumerated().map { index, column in
            let isLabelled = labels.count == columns.count
            let isGeneric =
                column < header.count && isLabelled
                && Self.genericNames.contains(header[column].name.lowercased().prefix(2))
            if column < header.count, !isGeneric {
                return .init(
                    index: column, name: header[column].name, unit: header[column].displayUnit,
                    scale: header[column].scale)
            }
            let unit = isLabelled && units.count == labels.count ? units[index] : ""
            let scale = VoltageUnit.millivolts(per: unit)
            return .init(
                index: column, name: isLabelled ? labels[index] : "",
                unit: scale == nil ? unit : VoltageUnit.millivolts, scale: scale ?? 1)
        }
    }
}
