/// The columns that go with a column of beats: times, dates, labels, participants.
extension TableReading {
    /// The layout of beats in a column, with the columns that go with it.
    func beats(in column: TableColumn) -> BeatLayout {
        var beats = BeatLayout(column: column.index)
        beats.statedUnit = column.statedUnit
        let others = columns.filter { $0.index != column.index && $0.filledCellCount > 0 }
        resolveTimes(others, column, &beats)
        for other in others where beats.labelColumn == nil {
            if let kind = other.header.flatMap({ LabelColumn($0.joinedWords) }) {
                (beats.labelColumn, beats.labelKind) = (other.index, kind)
            }
        }
        let words = others.filter { other in
            other.index != beats.labelColumn && !other.isNumeric && !other.isClock
                && other.namedKind != .time
                && other.index != beats.timeColumn && other.index != beats.dateColumn
        }
        if beats.labelColumn == nil {
            beats.labelColumn =
                words.first { column in
                    (column.namedKind == nil || column.namedKind == .label)
                        && (Self.areBeatLabels(column.words) || column.header == nil)
                }?.index
        }
        beats.wordColumns = words.map(\.index).filter { $0 != beats.labelColumn }
        for other in others where other.namedKind == .person {
            beats.personColumns.insert(other.index)
            if !beats.wordColumns.contains(other.index) { beats.wordColumns.append(other.index) }
        }
        beats.numberColumns = others.filter { $0.isNumeric || $0.isClock }.map(\.index)
        beats.hasUnusedFlags = others.contains {
            $0.namedKind == nil && $0.header == nil && $0.isFlag && !$0.countsUp
                && $0.index != beats.timeColumn
        }
        return beats
    }

    /// Returns true if most words are labels of beats.
    static func areBeatLabels(_ words: [String]) -> Bool {
        let known = words.count { BeatLabel($0, NormalBeats()) != .unknown }
        return !words.isEmpty && 10 * known >= 9 * words.count
    }

    func resolveTimes(
        _ others: [TableColumn], _ column: TableColumn, _ beats: inout BeatLayout
    ) {
        let clocks = others.filter { $0.isClock }
        let timedClockColumns = clocks.filter { $0.times.contains { $0.hasTimeOfDay } }
        let dateOnlyColumn = clocks.first { !$0.times.contains { $0.hasTimeOfDay } }
        let numbers = others.filter {
            $0.isNumeric && ($0.namedKind == .time || $0.namedKind == nil && $0.header == nil)
        }
        let fitting = numbers.filter { fits($0, column) }
        // Elapsed time of the sensor first, the phone's stamps last.
        if let number = fitting.min(by: { Self.rank($0) < Self.rank($1) }) {
            beats.timeColumn = number.index
            beats.dateColumn = timedClockColumns.first?.index
        } else if let clock = timedClockColumns.first {
            beats.timeColumn = clock.index
            if let dateOnlyColumn, clock.times.allSatisfy({ $0.date == .none }) {
                beats.dateColumn = dateOnlyColumn.index
                beats.joinsDate = true
            }
        } else if let number = numbers.first(where: { $0.namedKind == .time && !$0.countsUp }) {
            // Found to fit nothing once all rows are read, and said so then.
            beats.timeColumn = number.index
        }
    }

    /// Times of the sensor before those of a phone, elapsed ones before dates.
    static func rank(_ column: TableColumn) -> Int {
        let joined = column.header?.joinedWords ?? ""
        if joined.contains("sincestart") || joined.contains("sensor") || joined.contains("elapsed")
        {
            return 0
        }
        return joined.contains("phone") ? 2 : 1
    }
}
