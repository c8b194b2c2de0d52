import PhysioDSP

/// A column of a table, and what its name and its first values say of it.
struct TableColumn {
    /// The content of a column.
    enum Kind: String, Sendable {
        /// R-R intervals.
        case interval
        /// Heart rates.
        case heartRate = "heart rate"
        /// Times of any sort: elapsed, of day, dates, since 1970.
        case time
        /// Times of beats, of which the differences are intervals.
        case beatTime = "beat times"
        /// Positions of R peaks in samples.
        case peakPosition = "R-peak positions"
        /// Samples of a signal.
        case signal = "samples of a signal"
        /// Numbers that rise by one from row to row.
        case counter
        /// Words or flags that say whether an interval is right.
        case label
        /// Names or numbers of the participants to whose recordings the rows belong.
        case person = "participant"
        /// Breathing rates.
        case breathing
        /// Results that sum a recording or a day up.
        case summary = "results"
    }

    /// Counted from 0.
    let index: Int
    /// Nil where the column has no name.
    let header: HeaderWords?
    /// The meaning of the name; nil where it states nothing.
    private(set) var namedKind: Kind?
    /// Numbers of the first rows in order, those that are missing or no numbers left out.
    private(set) var values: [Double] = []
    /// Times of the first rows in order.
    private(set) var times: [WrittenTime] = []
    /// Words of the first rows, each as often as it stands there.
    private(set) var words: [String] = []
    /// Rows with something in the column.
    private(set) var filledCellCount = 0
    /// Cells that hold several numbers.
    private(set) var listCellCount = 0
    /// Cells such as `120/80`.
    private(set) var pressureCellCount = 0
    /// The unit behind the numbers of the cells.
    private(set) var cellUnit: TableUnit?
    /// True if every number is a whole one.
    private(set) var isWhole = true

    init(_ index: Int, _ shape: TableShape) {
        self.index = index
        header = index < shape.header.count ? shape.header[index] : nil
        namedKind = header.flatMap(HeaderVocabulary.kind)
        for row in shape.rows where !row.isComment {
            guard index < row.cells.count else { continue }
            if let separator = shape.listSeparator,
                let line = try? TextLine(row.bytes, number: row.number, separator: separator)
            {
                for cell in line.fields where !cell.isEmpty { add(cell, shape.style) }
            } else {
                add(row.cells[index], shape.style)
            }
        }
        values += shape.furtherValues
        filledCellCount += shape.furtherValues.count
        // `data` is a date in three languages, and anything in others.
        if namedKind == .time, header?.words == ["data"], isNumeric, !ascends { namedKind = nil }
    }

    private mutating func add(_ cell: ArraySlice<UInt8>, _ style: CellStyle) {
        guard !CellStyle.isMissing(cell) else { return }
        filledCellCount += 1
        if let number = style.number(cell) {
            values.append(number.value())
            if number.exponent < 0 { isWhole = false }
            if cellUnit == nil, values.count < 20 { cellUnit = CellStyle.unit(behind: cell) }
        } else if let time = WrittenTime(cell) {
            times.append(time)
            if firstTimeTexts.count < 3 { firstTimeTexts.append(TextLine.string(cell)) }
        } else if let list = TableShape.list(in: cell, style) {
            listCellCount += 1
            values += list.map { $0.value() }
        } else {
            if Self.isPressure(cell) { pressureCellCount += 1 }
            if words.count < 400 { words.append(TextLine.string(cell)) }
        }
    }

    /// Returns true if a cell holds a systolic and a diastolic pressure: `120/80`.
    static func isPressure(_ cell: ArraySlice<UInt8>) -> Bool {
        let parts = cell.split(separator: 0x2F)
        guard parts.count == 2, let high = DecimalNumber(parts[0])?.value(),
            let low = DecimalNumber(parts[1])?.value()
        else { return false }
        return (60...260).contains(high) && (20...160).contains(low) && low < high
    }

    /// The first times as they are written.
    private(set) var firstTimeTexts: [String] = []

    // MARK: Evidence

    /// True if the name has a word for birth in one of the ten languages.
    var isBirthDate: Bool {
        guard let joined = header?.joinedWords else { return false }
        return [
            "birth", "geburt", "geboren", "naissance", "nacimiento", "nascita", "nascimento",
            "geboorte", "urodzenia", "narozeni", "fodelse", "dob",
        ].contains { joined.contains($0) }
    }

    /// The name as a person reads it: that of the header, or the index counted from 0, as `--column` counts.
    var title: String {
        header.map(\.name).flatMap { $0.isEmpty ? nil : $0 } ?? "column \(index)"
    }

    /// The unit that the name or the cells state.
    var statedUnit: TableUnit? {
        cellUnit ?? header.flatMap { $0.unit.isEmpty ? nil : TableUnit($0.unit) }
    }

    /// The middle value; NaN where there is none.
    var median: Double {
        values.isEmpty
            ? .nan : OrderStatistics.value(atRank: (values.count - 1) / 2, of: values)
    }

    /// `58 to 72`, the range of the middle nine tenths of the values.
    var range: String {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return "no number" }
        let low = sorted.count < 20 ? first : sorted[sorted.count / 20]
        let high = sorted.count < 20 ? last : sorted[sorted.count - 1 - sorted.count / 20]
        return "\(Self.shown(low)) to \(Self.shown(high))"
    }

    private static func shown(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15
            ? "\(Int64(value))" : "\((value * 1000).rounded() / 1000)"
    }

    /// True if most cells are numbers.
    var isNumeric: Bool { 2 * values.count > filledCellCount && !values.isEmpty }

    /// True if most cells are dates or times of day.
    var isClock: Bool { 10 * times.count >= 8 * max(filledCellCount, 1) && !times.isEmpty }

    /// Seconds that dates and times of day show, as if they were in UTC; in the order of the rows.
    var clockSeconds: [Double] {
        let order = WrittenTime.orders(of: times).first ?? .dayFirst
        return times.map { Double($0.wallClockMs(order) ?? 0) / 1000 }
    }

    /// Steps between times that differ, in order of size; s; times of day go on after midnight.
    var clockSteps: [Double] {
        let seconds = clockSeconds
        return zip(seconds.dropFirst(), seconds).map {
            $0 - $1 < -43_200 ? $0 - $1 + 86_400 : $0 - $1
        }
        .filter { $0 != 0 }.sorted()
    }

    /// True if nearly all steps rise.
    var ascends: Bool {
        guard values.count >= 2, let first = values.first, let last = values.last, last > first
        else { return false }
        let backwardStepCount = zip(values.dropFirst(), values).count { $0 < $1 }
        return backwardStepCount * 20 <= values.count
    }

    /// True if every step rises.
    var ascendsStrictly: Bool {
        values.count >= 2 && zip(values.dropFirst(), values).allSatisfy { $0 > $1 }
    }

    /// True if nearly every step is 1.
    var countsUp: Bool {
        guard values.count >= 2, isWhole else { return false }
        let irregularStepCount = zip(values.dropFirst(), values).count { $0 - $1 != 1 }
        return irregularStepCount * 20 <= values.count
    }

    /// True if nearly every step is one whole number above 0, as those of a counter and of a clock beside samples.
    var hasEvenSteps: Bool {
        guard isWhole, values.count >= 2, medianStep > 0 else { return false }
        let step = medianStep
        let irregularStepCount = zip(values.dropFirst(), values).count { $0 - $1 != step }
        return irregularStepCount * 20 <= values.count
    }

    /// The middle step between neighbours that differ; NaN where all are equal.
    var medianStep: Double {
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }.filter { $0 != 0 }
        return steps.isEmpty
            ? .nan : OrderStatistics.value(atRank: (steps.count - 1) / 2, of: steps)
    }

    /// The unit in which the middle value is an interval of a heart; nil for none.
    var intervalUnit: RRTextOptions.Unit? {
        guard isNumeric else { return nil }
        let median = median
        return RRTextOptions.Unit.distinguishableByMedian.first {
            $0.plausibleMedianRange.contains(median)
        }
    }

    /// True if the values are whole numbers of which few occur, as flags are.
    var isFlag: Bool {
        let distinctValues = Set(values)
        return !values.isEmpty && distinctValues.count <= 10
            && distinctValues.allSatisfy { $0 >= 0 && $0 < 100 && $0 == $0.rounded() }
    }
}
