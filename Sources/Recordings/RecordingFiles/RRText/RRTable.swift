import PhysioTypes

/// The numbers of a text as they are read, before anyone knows what they mean.
struct RRTable {
    /// What the columns hold, where the file itself says so.
    enum Roles {
        case unknown
        case rr
        case timeAndRR
    }

    var roles = Roles.unknown
    /// The only column, or the first of two.
    private(set) var first: [DecimalNumber] = []
    /// The second column; empty where there is one.
    private(set) var second: [DecimalNumber] = []
    /// Line of each row.
    private(set) var lines: [Int32] = []
    /// Rows that do not follow the row before them directly: something unreadable was between.
    private(set) var isBroken: [Bool] = []
    /// What each row's label says.
    private(set) var marks: [RRSeries.Marks] = []
    /// Zone of the dates, as the first of them states it; nil where there are none.
    private(set) var dateZone: CivilTime.Zone?
    /// Whether a date has an offset from UTC other than 0.
    private(set) var hasOffset = false
    /// What the date of each row shows; ms, as ``CivilTime/Stamp/shownMs``. Of use only where every
    /// row has one.
    private(set) var shownMs: [Int64] = []
    /// Whether every row so far was two bare integers with a comma between them.
    private(set) var isCommaOnly = true
    /// Line of the first such row.
    private(set) var firstCommaOnlyLine: Int32?
    private var nextIsBroken = false
    private var lastBeatWasNotNormal = false

    var count: Int { first.count }
    var hasTwoColumns: Bool { !second.isEmpty }

    mutating func append(
        _ number: DecimalNumber, _ other: DecimalNumber? = nil, line: Int, commaOnly: Bool = false,
        label: BeatLabel = .none, date: CivilTime.Stamp? = nil
    ) {
        if let date {
            if dateZone == nil { dateZone = date.zone }
            if case .offset(let minutes) = date.zone, minutes != 0 { hasOffset = true }
            shownMs.append(date.shownMs)
        }
        first.append(number)
        if let other { second.append(other) }
        lines.append(Int32(clamping: line))
        isBroken.append(nextIsBroken)
        // The beat ends this interval and begins the next.
        var marks: RRSeries.Marks = lastBeatWasNotNormal ? .notNormal : []
        lastBeatWasNotNormal = label == .otherBeat
        if lastBeatWasNotNormal { marks.formUnion([.notNormal, .endBeatNotNormal]) }
        if label == .artefact { marks.insert(.notNormal) }
        self.marks.append(marks)
        isCommaOnly = isCommaOnly && commaOnly
        if commaOnly, firstCommaOnlyLine == nil { firstCommaOnlyLine = Int32(clamping: line) }
        nextIsBroken = false
    }

    /// Something stood here that is no interval: the next row follows after a gap.
    mutating func breakChain() { nextIsBroken = true }

    /// The table in which each pair `0,812` is one number with a decimal comma.
    ///
    /// - Returns: nil where a pair cannot be one.
    func joiningDecimals() -> RRTable? {
        var joined = RRTable()
        for row in 0..<count {
            guard let number = first[row].joined(withFraction: second[row]) else { return nil }
            if isBroken[row] { joined.breakChain() }
            joined.append(number, line: Int(lines[row]))
        }
        return joined
    }

    /// The table with one of the two columns.
    func keeping(second keepsSecond: Bool) -> RRTable {
        var table = self
        if keepsSecond { table.first = second }
        table.second = []
        table.roles = .rr
        return table
    }

    /// The table with its two columns exchanged.
    func swapped() -> RRTable {
        var table = self
        swap(&table.first, &table.second)
        return table
    }
}
