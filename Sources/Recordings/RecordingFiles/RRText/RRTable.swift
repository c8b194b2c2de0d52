import PhysioTypes

/// The rows of a table of beats as they are read, before their unit and the order of their dates
/// are known.
struct RRTable {
    /// Intervals, times of beats or positions, as the column of beats has them.
    private(set) var values: [DecimalNumber] = []
    /// Time of each row as a number; nil where it could not be read; empty without such a column.
    private(set) var times: [DecimalNumber?] = []
    /// Date or time of day of each row; nil where none could be read; empty without such a column.
    private(set) var writtenTimes: [WrittenTime?] = []
    /// Line of each row.
    private(set) var lines: [Int32] = []
    /// Rows that do not follow the row before them directly: something unreadable was between.
    private(set) var isBroken: [Bool] = []
    /// Rows of which a cell that is no counter differs from the line before: they are not that line written again.
    private(set) var differsFromLineBefore: [Bool] = []
    /// Marks that each row's label states.
    private(set) var marks: [RRSeries.Marks] = []
    /// First row of each block: more than one where the header is repeated.
    private(set) var blockStarts: [Int] = []
    /// Index of each row's word in a column that may part the table; one list a column.
    private(set) var words: [[Int32]] = []
    private var isNextAfterGap = false
    private var lastBeatWasNotNormal = false

    // MARK: Dates

    /// Zone of the dates, as the first of them states it; nil where there are none.
    private(set) var dateZone: CivilTime.Zone?
    /// True if a date has an offset from UTC other than 0.
    private(set) var hasNonzeroUTCOffset = false
    /// The date of each row as it is shown; ms, as ``CivilTime/Stamp/wallClockMs``. Empty unless every row has
    /// one.
    private(set) var wallClockMs: [Int64] = []

    /// - Parameter wordColumnCount: columns whose words are kept.
    init(wordColumnCount: Int = 0) {
        words = [[Int32]](repeating: [], count: wordColumnCount)
    }

    var count: Int { values.count }
    var hasTimes: Bool { !times.isEmpty }

    mutating func append(
        _ value: DecimalNumber, line: Int, label: BeatLabel = .none, time: DecimalNumber? = nil,
        hasTimeColumn: Bool = false, writtenTime: WrittenTime? = nil, hasDateColumn: Bool = false,
        differsFromLineBefore differs: Bool = false, words rowWords: [Int32] = []
    ) {
        values.append(value)
        if hasTimeColumn { times.append(time) }
        if hasDateColumn { writtenTimes.append(writtenTime) }
        lines.append(Int32(clamping: line))
        isBroken.append(isNextAfterGap)
        differsFromLineBefore.append(differs)
        // The beat ends this interval and begins the next.
        var marks: RRSeries.Marks = lastBeatWasNotNormal ? .notNormal : []
        lastBeatWasNotNormal = label == .nonNormalBeat
        if lastBeatWasNotNormal { marks.formUnion([.notNormal, .endBeatNotNormal]) }
        if label == .artefact { marks.insert(.notNormal) }
        self.marks.append(marks)
        for (column, word) in rowWords.enumerated() { words[column].append(word) }
        isNextAfterGap = false
    }

    /// Marks that a row does not follow the one before it.
    mutating func markGapBefore(_ row: Int) { isBroken[row] = true }

    /// Something stood here that is no interval: the next row follows after a gap.
    mutating func breakChain() { isNextAfterGap = true }

    /// The header is repeated: a block ends here, and the next row begins another.
    mutating func beginBlock() {
        guard count > (blockStarts.last ?? 0) else { return }
        if blockStarts.isEmpty { blockStarts = [0] }
        blockStarts.append(count)
        isNextAfterGap = true
        lastBeatWasNotNormal = false
    }

    /// Removes the last rows.
    mutating func truncate(to count: Int) {
        let droppedCount = values.count - count
        guard droppedCount > 0 else { return }
        values.removeLast(droppedCount)
        if !times.isEmpty { times.removeLast(droppedCount) }
        if !writtenTimes.isEmpty { writtenTimes.removeLast(droppedCount) }
        lines.removeLast(droppedCount)
        isBroken.removeLast(droppedCount)
        differsFromLineBefore.removeLast(droppedCount)
        marks.removeLast(droppedCount)
        for column in words.indices { words[column].removeLast(droppedCount) }
        blockStarts.removeAll { $0 >= count && $0 > 0 }
    }

    /// The table of some of the rows, in their order.
    func rows(_ chosen: [Int]) -> RRTable {
        var part = RRTable()
        part.values = chosen.map { values[$0] }
        if !times.isEmpty { part.times = chosen.map { times[$0] } }
        if !writtenTimes.isEmpty { part.writtenTimes = chosen.map { writtenTimes[$0] } }
        part.lines = chosen.map { lines[$0] }
        part.isBroken = chosen.map { isBroken[$0] }
        part.differsFromLineBefore = chosen.map { differsFromLineBefore[$0] }
        part.marks = chosen.map { marks[$0] }
        return part
    }

    /// States the dates of the rows, and the times where those are the dates themselves.
    ///
    /// - Parameter shown: one for each row; ms.
    /// - Parameter areTimes: whether the rows are placed by the dates.
    mutating func setDates(
        _ shown: [Int64], zones: [CivilTime.Zone], areTimes: Bool
    ) {
        wallClockMs = shown
        dateZone = zones.first
        hasNonzeroUTCOffset = zones.contains {
            if case .offset(let minutes) = $0 { minutes != 0 } else { false }
        }
        guard areTimes else { return }
        times = zip(shown, zones).map { shown, zone in
            DecimalNumber(
                digits: CivilTime.Stamp(wallClockMs: shown, zone: zone).unixMs, exponent: -3)
        }
    }

    /// States the times of the rows.
    mutating func setTimes(_ numbers: [DecimalNumber]) { times = numbers }

    /// The table without its times.
    func withoutTimes() -> RRTable {
        var table = self
        table.times = []
        table.wallClockMs = []
        table.dateZone = nil
        return table
    }
}
