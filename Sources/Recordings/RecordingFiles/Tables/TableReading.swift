import PhysioTypes

/// The decision on what a table holds: beats with the columns they stand in, samples of a signal, a
/// question, or a refusal.
///
/// Names decide where a column has one that is known; values and neighbours decide elsewhere, and
/// where two readings fit, both are named with the option that chooses each.
struct TableReading {
    /// Where the beats of a table stand.
    struct Beats: Equatable {
        /// What the column of beats holds.
        enum Value: Equatable {
            case intervals
            case beatTimes
            /// Positions of R peaks in samples.
            case peakPositions
        }

        var value = Value.intervals
        /// Index of the column of beats, counted from 0.
        var column: Int
        /// Index of the column of times; nil where there is none.
        var timeColumn: Int?
        /// Index of another column, of dates; nil where there is none.
        var dateColumn: Int?
        /// Whether the date stands in ``dateColumn`` and the time of day in ``timeColumn``.
        var joinsDate = false
        /// Index of the column of labels; nil where there is none.
        var labelColumn: Int?
        var labelKind = LabelColumn.label
        /// Columns of words or identifiers, which may part the table into recordings.
        var wordColumns: [Int] = []
        /// Whether a column's name says that its values are participants or sessions.
        var personColumns: Set<Int> = []
        /// Words of a column that mark the rows of intervals, of a table with one value a row.
        var eventColumn: Int?
        /// The unit that the name or the cells state.
        var statedUnit: TableUnit?
        /// Whether a second column of numbers is of flags whose meaning nothing states.
        var hasUnusedFlags = false
        /// Whether every cell of a row is an interval, one after the other.
        var readsWholeRows = false
    }

    /// A reading of the table, and the option that asks for it.
    struct Choice: Equatable {
        let meaning: String
        let option: String
    }

    enum Verdict {
        case beats(Beats)
        case samples
        case question(RecordingError, [Choice])
        case refusal(RecordingError)
    }

    let shape: TableShape
    let columns: [TableColumn]
    /// Notes on columns that are not used.
    private(set) var notices: [Notice] = []
    /// How the kind was found, one sentence.
    private(set) var evidence = ""
    private(set) var verdict: Verdict = .samples
    /// The rate that the lines before the rows or the file's name state; Hz.
    let statedRateHz: Double?
    private let options: RRTextOptions
    private let asksForIntervals: Bool
    private let asksForBeatTimes: Bool
    /// Whether a line before the rows is a unit of voltage, as Apple's `Unit,µV`.
    private let statesVoltage: Bool
    private let saysBeats: Bool
    private let saysSignal: Bool

    /// Whether the commas between the cells stand before decimals, so that the table has another
    /// shape.
    private var wantsDecimalComma = false

    /// Values that may be beat times are more than this.
    private static let beatTimeCount = 10

    /// The table that a text holds.
    ///
    /// - Parameter text: the beginning of the text.
    /// - Parameter isWhole: whether nothing follows.
    /// - Parameter format: `rr-text` or `beat-times` where the person says so.
    /// - Throws: `tooWide` for lines that no table has.
    init(
        _ text: [UInt8], isWhole: Bool, options: RRTextOptions, fileName: String?, format: String?
    ) throws(RecordingError) {
        let shape = try TableShape(text, isWhole: isWhole, decimalMark: options.decimalMark)
        self.init(shape, options: options, fileName: fileName, format: format)
        guard wantsDecimalComma else { return }
        var options = options
        options.decimalMark = .comma
        self.init(
            try TableShape(text, isWhole: isWhole, decimalMark: .comma), options: options,
            fileName: fileName, format: format)
    }

    private init(
        _ shape: TableShape, options: RRTextOptions, fileName: String?, format: String?
    ) {
        self.shape = shape
        self.options = options
        asksForIntervals = format == RecordingFormat.plainText
        asksForBeatTimes = format == RecordingFormat.beatTimes
        columns = (0..<max(shape.width, shape.header.count)).map { TableColumn($0, shape) }
        let preface = shape.preface.map { TextLine.string($0.bytes) }
        statesVoltage = Self.statesVoltage(shape.preface)
        statedRateHz =
            preface.lazy.compactMap(TextPreface.rate).first
            ?? fileName.flatMap(AppFileName.rateHz)
        saysBeats =
            preface.contains { BeatWords.occur(in: $0) }
            || fileName.map { BeatWords.occur(inName: $0) } == true
        saysSignal = fileName.map { BeatWords.signalOccurs(inName: $0) } == true
        verdict = decide()
    }

    private static func statesVoltage(_ lines: [TableShape.Line]) -> Bool {
        var preface = TextPreface()
        for line in lines { preface.parse(line.bytes) }
        return preface.unit != nil
    }

    /// Whether a single column that is taken for samples could be intervals by its middle value.
    var mayBeIntervals: Bool { columns.count == 1 && columns[0].intervalUnit != nil }

    /// Why a table that holds no beats has none, or the question that it leaves open.
    var error: RecordingError {
        switch verdict {
        case .question(let error, _), .refusal(let error): error
        case .beats, .samples:
            UnreadInput.holdsSignals("a recording of samples (\(evidence))")
        }
    }

    // MARK: Decision

    private mutating func decide() -> Verdict {
        guard !shape.rows.isEmpty else { return .refusal(noRows) }
        if statesVoltage, statedRateHz != nil {
            evidence = "a rate and a unit of voltage are stated"
            return .samples
        }
        if let error = prose { return .refusal(error) }
        if let column = options.column { return chosen(column) }
        if shape.separator == .comma, let verdict = pairsOfIntegers() {
            return verdict
        }
        if wantsDecimalComma { return .samples }
        if let error = keysAndValues { return .refusal(error) }
        if let sums = columns.first(where: { $0.namedKind == .summary }),
            !columns.contains(where: { $0.namedKind == .interval })
        {
            return .refusal(
                .noRR(
                    "this is a daily summary or a table of results (\(titles)): it holds "
                        + "\(sums.title), not R-R intervals"))
        }
        if let verdict = namedIntervals() { return verdict }
        if let verdict = namedBeats() { return verdict }
        if let verdict = events() { return verdict }
        if columns.contains(where: { $0.namedKind == .signal }) {
            evidence = "a column is named as a signal is"
            return .samples
        }
        if shape.width == 1 { return singleColumn(columns[0]) }
        if statedRateHz != nil, !saysBeats {
            evidence = "a rate is stated"
            return .samples
        }
        return unnamedColumns()
    }

    /// Why a text is no table: fewer than half of its lines hold a number.
    private var prose: RecordingError? {
        guard shape.listSeparator == nil else { return nil }
        let lines = shape.rows.filter { !$0.isComment }
        let count = lines.count { line in
            line.cells.contains {
                shape.style.number($0) != nil || TableShape.list(in: $0, shape.style) != nil
                    || TableColumn.isPressure($0)
            }
        }
        guard 2 * count < lines.count else { return nil }
        return .unknownFormat(
            "no R-R intervals: fewer than half of the lines hold a number, such as "
                + "\"\(Self.excerpt(lines[0]))\"",
            line: lines[0].number)
    }

    /// Why a list of names with a number each is no recording.
    private var keysAndValues: RecordingError? {
        guard columns.count == 2, columns[1].isNumeric, columns[1].namedKind != .interval,
            columns[0].words.count * 10 >= columns[0].filledCount * 9, columns[0].filledCount < 100,
            Set(columns[0].words).count * 10 >= columns[0].words.count * 9
        else { return nil }
        return .noRR("this is a list of names with a number each, not of R-R intervals")
    }

    private var noRows: RecordingError {
        if shape.header.contains(where: { $0.joined == "annotation" }) {
            return .noRR("this is a list of events; the R-R intervals are in the file named _RR_")
        }
        if shape.header.contains(where: { HeaderVocabulary.kind($0) == .summary }) {
            return .noRR("this is a daily summary: it holds results, not R-R intervals")
        }
        if let line = shape.headerLine ?? shape.preface.first(where: { !$0.isComment }) {
            if shape.header.contains(where: { HeaderVocabulary.kind($0) == .interval }) {
                return .empty("no R-R interval was found: the input has a header only")
            }
            return .unknownFormat(
                "no R-R intervals: \"\(Self.excerpt(line))\" is not a number; `hrv formats` "
                    + "lists what is read",
                line: line.number)
        }
        return shape.preface.isEmpty
            ? .empty("the input is empty")
            : .empty("no R-R interval was found: the input has comments only")
    }

    /// The first field of a line: names of persons stand behind it.
    private static func excerpt(_ line: TableShape.Line) -> String {
        let end = line.bytes.firstIndex { $0 == 0x2C || $0 == 0x3B || $0 == 0x09 || $0 == 0x7C }
        return TextLine.excerpt(line.bytes[..<(end ?? line.bytes.endIndex)])
    }

    private var titles: String {
        columns.prefix(6).map(\.title).joined(separator: ", ") + (columns.count > 6 ? ", ..." : "")
    }

    // MARK: Named columns

    /// Every column, row after row.
    private var allColumns: Verdict {
        guard columns.allSatisfy(\.isNumeric) else {
            return .refusal(.ambiguous("--column all: not every column holds numbers"))
        }
        var beats = Beats(column: 0)
        beats.readsWholeRows = true
        return .beats(beats)
    }

    /// The column that the person named.
    private mutating func chosen(_ name: String) -> Verdict {
        if name == "all" { return allColumns }
        let wanted = HeaderWords(name)
        let found =
            columns.first { $0.header?.name.lowercased() == name.lowercased() }
            ?? columns.first { $0.header != nil && $0.header?.words == wanted.words }
            ?? Int(name).flatMap { columns.indices.contains($0) ? columns[$0] : nil }
        guard let found else {
            return .refusal(
                .ambiguous("there is no column \(name): the table has \(titles)"))
        }
        guard found.isNumeric || found.listCount > 0 else {
            return .refusal(.noRR("the column \(found.title) holds no numbers"))
        }
        evidence = "the column was named"
        return .beats(beats(in: found))
    }

    private mutating func namedIntervals() -> Verdict? {
        var named = columns.filter { $0.namedKind == .interval && $0.filledCount > 0 }
        guard !named.isEmpty else { return nil }
        let pressures = named.filter { 2 * $0.pressureCount > $0.filledCount }
        let breaths = named.filter { column in
            column.isNumeric && (6...45).contains(column.median) && options.unit == nil
                && column.statedUnit?.isTime != true
        }
        named.removeAll { column in
            (pressures + breaths).contains { $0.index == column.index } || column.values.isEmpty
        }
        if named.isEmpty {
            if let column = pressures.first {
                return .refusal(
                    .noRR("\(column.title) holds blood pressures such as 120/80, not R-R intervals")
                )
            }
            if let column = breaths.first {
                return .refusal(
                    .noRR(
                        "\(column.title): \(column.range), breaths a minute, not R-R intervals"))
            }
            return nil
        }
        let distinct = Self.distinct(named)
        guard distinct.count == 1 else {
            // Of a raw and a corrected column neither is the one that was meant.
            return .question(
                .ambiguous(
                    "\(distinct.count) columns hold R-R intervals that differ "
                        + "(\(distinct.map(\.title).joined(separator: ", "))): choose one with "
                        + "--column, such as --column \(distinct[0].index)"),
                distinct.map {
                    Choice(meaning: "the intervals of \($0.title)", option: "--column \($0.index)")
                })
        }
        let column = distinct[0]
        evidence = "the column \(column.title) is named as R-R intervals are"
        if let verdict = shortIntervals(column) { return verdict }
        var beats = beats(in: column)
        if ascendsAsBeats(column) { beats.value = .beatTimes }
        return .beats(beats)
    }

    /// Columns without those that hold the intervals of another one before them, in any unit.
    private static func distinct(_ columns: [TableColumn]) -> [TableColumn] {
        columns.filter { column in
            !columns.contains { other in
                guard other.index < column.index, other.values.count == column.values.count else {
                    return false
                }
                let scale = column.intervalUnit?.millisecondsPerUnit ?? 1
                let otherScale = other.intervalUnit?.millisecondsPerUnit ?? 1
                return zip(column.values, other.values).allSatisfy {
                    abs($0 * scale - $1 * otherScale) <= 1e-6 * abs($0 * scale)
                }
            }
        }
    }

    /// Named R-R intervals whose middle value is below any heart's in ms: samples, or 1/1024 s.
    private func shortIntervals(_ column: TableColumn) -> Verdict? {
        let median = column.median
        guard options.unit == nil, column.isWhole, column.statedUnit?.isTime != true,
            median < 300, median >= 20
        else { return nil }
        if column.statedUnit == .samples, options.rateHz ?? statedRateHz != nil { return nil }
        if median < 200, column.namedKind != .interval { return nil }
        var choices = [
            Choice(
                meaning: "intervals in samples, at the rate that --rate states",
                option: "--unit samples --rate HZ")
        ]
        var also = ""
        if median >= 200 {
            choices.append(Choice(meaning: "intervals in ms", option: "--unit ms"))
            also =
                "; --unit ms if the heart beats \(Int((60_000 / median).rounded())) times a minute"
        }
        return .question(
            .rrUnit(
                "\(column.title): \(column.range), too short for R-R intervals of most hearts in ms: "
                    + "say --unit samples and --rate HZ if they count samples (1024 for 1/1024 s)"
                    + also,
                line: shape.rows.first?.number),
            choices)
    }

    private mutating func namedBeats() -> Verdict? {
        if let column = columns.first(where: { $0.namedKind == .beatTime && $0.isNumeric }) {
            evidence = "the column \(column.title) is named as times of beats are"
            var beats = beats(in: column)
            beats.value = .beatTimes
            (beats.timeColumn, beats.dateColumn) = (nil, nil)
            return .beats(beats)
        }
        guard
            let column = columns.first(where: { $0.namedKind == .peakPosition && $0.isNumeric })
        else { return nil }
        evidence = "the column \(column.title) is named as R peaks are"
        return positions(column)
    }

    /// Whole numbers that ascend: positions of R peaks, where a rate is known.
    private func positions(_ column: TableColumn) -> Verdict {
        var beats = beats(in: column)
        (beats.timeColumn, beats.dateColumn) = (nil, nil)
        if let unit = options.unit, unit != .samples {
            beats.value = .beatTimes
            return .beats(beats)
        }
        if !column.isWhole, column.ascendsStrictly {
            beats.value = .beatTimes
            return .beats(beats)
        }
        beats.value = .peakPositions
        if options.rateHz ?? statedRateHz != nil { return .beats(beats) }
        var choices = [
            Choice(
                meaning: "positions of R peaks in samples, at the rate that --rate states",
                option: "--rate HZ")
        ]
        var also = ""
        if (200...3000).contains(column.medianStep) {
            choices.append(Choice(meaning: "times of beats in ms", option: "--unit ms"))
            also = ", or --unit ms if they are times in ms"
        }
        return .question(
            .ambiguous(
                "\(column.title) holds ascending whole numbers, such as positions of R peaks in "
                    + "samples: say the rate with --rate HZ\(also)"),
            choices)
    }

    /// Rows of one value each, of which a word says what it is: `IBI,812`.
    private mutating func events() -> Verdict? {
        guard
            let words = columns.first(where: { column in
                !column.isNumeric
                    && column.words.contains { HeaderVocabulary.kind(HeaderWords($0)) == .interval }
            }),
            let value = columns.first(where: {
                $0.index != words.index && $0.isNumeric && $0.namedKind != .time
                    && $0.namedKind != .counter
            })
        else { return nil }
        evidence = "the column \(words.title) says which rows hold intervals"
        var beats = beats(in: value)
        beats.eventColumn = words.index
        beats.wordColumns.removeAll { $0 == words.index }
        if beats.labelColumn == words.index { beats.labelColumn = nil }
        // The times of other events stand between those of the intervals.
        return .beats(beats)
    }

    // MARK: One column

    private mutating func singleColumn(_ column: TableColumn) -> Verdict {
        guard column.isNumeric || column.listCount > 0 || shape.listSeparator != nil else {
            if column.isClock {
                return .refusal(.noRR("the column holds times of day only, no R-R intervals"))
            }
            return .refusal(notNumbers)
        }
        if let kind = column.namedKind, [.heartRate, .breathing].contains(kind) {
            return .refusal(refusal(of: column))
        }
        if asksForBeatTimes {
            var beats = beats(in: column)
            beats.value = .beatTimes
            return .beats(beats)
        }
        if asksForIntervals { return .beats(beats(in: column)) }
        if column.statedUnit == .samples, column.ascendsStrictly { return positions(column) }
        if ascendsAsBeats(column) || ascendsAsPositions(column) || ascendsBeyondIntervals(column) {
            return ascending(column)
        }
        if options.unit != nil {
            evidence = "the unit was stated"
            return .beats(beats(in: column))
        }
        if options.rateHz != nil {
            evidence = "the rate was stated"
            return .samples
        }
        if hasNegatives(column) {
            evidence = "values below 0 are no intervals"
            return .samples
        }
        if !saysBeats {
            if statedRateHz != nil || saysSignal {
                evidence = "a rate is stated"
                return .samples
            }
            if column.intervalUnit != nil, let reason = SignalEvidence(column.values).reason {
                evidence = reason
                return .samples
            }
        }
        guard column.intervalUnit != nil else { return noUnit(column) }
        if let verdict = shortIntervals(column) { return verdict }
        evidence = "the middle value is an R-R interval's"
        return .beats(beats(in: column))
    }

    /// Numbers that ascend: times of beats where they have decimals or a unit, else positions.
    private mutating func ascending(_ column: TableColumn) -> Verdict {
        let hasUnit =
            column.statedUnit?.isTime == true || options.unit != nil && options.unit != .samples
        guard !column.isWhole || hasUnit else {
            evidence = "the values are whole numbers that ascend"
            return positions(column)
        }
        evidence = "the values ascend as times of beats do"
        var beats = beats(in: column)
        beats.value = .beatTimes
        return .beats(beats)
    }

    /// Whether the values ascend to more than any interval, as times do that a few repeat.
    private func ascendsBeyondIntervals(_ column: TableColumn) -> Bool {
        guard column.values.count > 2 * Self.beatTimeCount, column.ascends,
            let first = column.values.first, let last = column.values.last,
            // Values that begin again and again do not get far.
            last - first > 0.5 * column.medianStep * Double(column.values.count)
        else { return false }
        return RRTextOptions.Unit.byMedian.contains { unit in
            unit.plausibleMedian.contains(column.medianStep)
                && last > 2 * unit.plausibleMedian.upperBound
        }
    }

    private func noUnit(_ column: TableColumn) -> Verdict {
        let median = column.median
        let line = shape.rows.first?.number
        if (20...250).contains(median), column.namedKind != .interval {
            return .refusal(
                .rrUnit(
                    "the values look like heart rates in beats/min (median \(median)), not like "
                        + "R-R intervals, which cannot be made from them",
                    line: nil))
        }
        return .question(
            .rrUnit(
                "the median value \(median) is an R-R interval neither in s (0.2 to 3) nor in ms "
                    + "(200 to 3000): state the unit with --unit, or --rate HZ if these are samples "
                    + "of a signal",
                line: column.values.isEmpty ? line : nil),
            [
                Choice(meaning: "intervals in another unit", option: "--unit UNIT"),
                Choice(meaning: "samples of a signal", option: "--rate HZ"),
            ])
    }

    private var notNumbers: RecordingError {
        let line = shape.rows.first ?? shape.preface.first
        return .unknownFormat(
            "no R-R intervals: \"\(line.map(Self.excerpt) ?? "")\" is not a number; "
                + "`hrv formats` lists what is read",
            line: line?.number)
    }

    private func hasNegatives(_ column: TableColumn) -> Bool {
        let negatives = column.values.count { $0 < 0 }
        return negatives >= 3 && 20 * negatives > column.values.count
    }

    /// Whether the values ascend by steps that are intervals of a heart.
    private func ascendsAsBeats(_ column: TableColumn) -> Bool {
        guard column.values.count > Self.beatTimeCount, column.ascendsStrictly else { return false }
        let step = column.medianStep
        return RRTextOptions.Unit.byMedian.contains { $0.plausibleMedian.contains(step) }
    }

    /// Whether the values are whole numbers that ascend by more than a counter's step.
    private func ascendsAsPositions(_ column: TableColumn) -> Bool {
        column.values.count > Self.beatTimeCount && column.isWhole && column.ascendsStrictly
            && column.medianStep >= 20
    }

    private func refusal(of column: TableColumn) -> RecordingError {
        let what =
            switch column.namedKind {
            case .breathing: "breathing rates"
            case .heartRate: "heart rates"
            default: column.namedKind?.rawValue ?? "numbers"
            }
        return .noRR("\(column.title): \(column.range), \(what), not R-R intervals")
    }

    // MARK: Columns without known names

    private mutating func unnamedColumns() -> Verdict {
        let numbers = columns.filter { $0.isNumeric && !$0.isFlag }
        if shape.header.isEmpty, numbers.count == 1, options.rateHz == nil || numbers[0].isWhole,
            ascendsAsBeats(numbers[0]) || ascendsAsPositions(numbers[0])
        {
            // A word or a flag beside each time of a beat.
            return ascending(numbers[0])
        }
        let candidates = columns.filter { mayBeIntervals($0) && fillsRows($0) }
        let words = columns.filter { column in
            column.filledCount > 0 && !column.isNumeric && !column.isClock
                && !Self.isLabels(column.words)
        }
        // Source code and logs have numbers between words.
        if shape.header.isEmpty, words.count >= 2 { return .refusal(noColumn) }
        if shape.header.isEmpty, columns.count >= 3, candidates.count == columns.count {
            // Rows of intervals, or a column each.
            return ask(candidates)
        }
        let timed = Self.distinct(
            candidates.filter { column in columns.contains { fits($0, column) } })
        let explained = timed.isEmpty ? candidates.filter(isExplained) : timed
        if explained.count == 1 {
            evidence =
                timed.isEmpty
                ? "the other columns are no intervals"
                : "the steps of the times beside it equal its values"
            if !timed.isEmpty || options.rateHz == nil { return beatsUnlessSignal(explained[0]) }
        }
        if explained.count > 1 { return ask(explained) }
        if candidates.isEmpty, let rate = columns.first(where: { $0.namedKind == .heartRate }),
            !columns.contains(where: { $0.namedKind == nil && $0.isNumeric && !$0.countsUp })
        {
            return .refusal(refusal(of: rate))
        }
        if columns.contains(where: hasNegatives) || hasSteadyTimes || statedRateHz != nil
            || options.rateHz != nil
        {
            evidence = "the columns are sampled evenly"
            return .samples
        }
        if let row = shape.rows.first(where: isPairOfIntegers), shape.header.count <= 1 {
            return askForDecimals(line: row.number)
        }
        if candidates.isEmpty { return .refusal(noColumn) }
        let distinct = Self.distinct(candidates)
        if candidates.count > 1, distinct.count == 1 { return .beats(beats(in: distinct[0])) }
        return ask(distinct)
    }

    /// The question which column holds the intervals.
    private func ask(_ candidates: [TableColumn]) -> Verdict {
        let which =
            switch candidates.count {
            case 1: "one column could"
            case 2 where columns.count == 2: "both columns could"
            default: "\(candidates.count) columns could"
            }
        return .question(
            .ambiguous(
                "\(which) hold the R-R intervals "
                    + "(\(candidates.prefix(6).map(\.title).joined(separator: ", "))), and nothing "
                    + "says that it does: choose one with --column \(candidates[0].index), or add a "
                    + "header line naming the columns, such as `time,rr`"),
            candidates.map {
                Choice(meaning: "the intervals of \($0.title)", option: "--column \($0.index)")
            }
                + (candidates.count == columns.count
                    ? [
                        Choice(
                            meaning: "rows of intervals, one after the other",
                            option: "--column all")
                    ]
                    : []))
    }

    private func askForDecimals(line: Int) -> Verdict {
        .question(
            .ambiguousDecimal(line: line),
            [
                Choice(meaning: "a decimal comma", option: "--decimal comma"),
                Choice(meaning: "two columns", option: "--decimal point"),
            ])
    }

    /// Whether a row is two whole numbers with a comma between them.
    private func isPairOfIntegers(_ row: TableShape.Line) -> Bool {
        shape.separator == .comma && options.decimalMark == nil && row.cells.count.isMultiple(of: 2)
            && row.cells.allSatisfy { cell in
                !cell.isEmpty && cell.allSatisfy { $0 &- 0x30 < 10 }
            }
    }

    private var noColumn: RecordingError {
        let known = columns.filter { $0.namedKind != nil && $0.namedKind != .time }
        if let rate = known.first(where: {
            $0.namedKind == .heartRate || $0.namedKind == .breathing
        }) {
            return refusal(of: rate)
        }
        let seen = columns.prefix(6).map { column in
            column.isNumeric
                ? "\(column.title): \(column.range)"
                : "\(column.title): \(column.isClock ? "times" : "words")"
        }
        return .unknownFormat(
            "no column holds R-R intervals (\(seen.joined(separator: "; "))): choose one with "
                + "--column if one does, or say --rate HZ if they are samples of a signal",
            line: shape.rows.first?.number)
    }

    /// A column without a name beside others, unless it is a signal's.
    private mutating func beatsUnlessSignal(_ column: TableColumn) -> Verdict {
        if !columns.contains(where: { fits($0, column) }),
            let reason = SignalEvidence(column.values).reason
        {
            evidence = reason
            return .samples
        }
        return .beats(beats(in: column))
    }

    /// Whether a column without a name has a number in most rows above a footer; source code and
    /// logs have some here and there.
    private func fillsRows(_ column: TableColumn) -> Bool {
        let rows = shape.rows.prefix { row in
            guard let word = row.cells.first(where: { $0.first.map { $0 | 0x20 >= 0x61 } == true })
            else { return true }
            let first = HeaderWords(word).words.first ?? ""
            return !HeaderVocabulary.footerWords.contains(first)
        }
        let count = rows.count { !$0.isComment }
        return 4 * column.values.count >= 3 * count
    }

    private func mayBeIntervals(_ column: TableColumn) -> Bool {
        guard column.namedKind == nil || column.namedKind == .other, column.isNumeric,
            !column.countsUp, !column.isFlag,
            column.values.count <= Self.beatTimeCount || !column.ascends
        else { return false }
        guard column.intervalUnit != nil || options.unit != nil && !column.ascends else {
            return false
        }
        return !ascendsAsBeats(column) && !ascendsAsPositions(column) && !hasNegatives(column)
    }

    /// Whether the times of one column span what the intervals of the other sum up to.
    private func fits(_ time: TableColumn, _ intervals: TableColumn) -> Bool {
        guard time.index != intervals.index, time.namedKind == nil || time.namedKind == .time else {
            return false
        }
        guard let unit = intervals.intervalUnit ?? options.unit else { return false }
        let sumMs = intervals.values.dropFirst().reduce(0, +) * unit.millisecondsPerUnit
        guard sumMs > 0 else { return false }
        let intervalMs = intervals.median * unit.millisecondsPerUnit
        if time.isClock {
            let steps = time.clockSteps
            // Clocks of one second or one minute stand still between packets.
            return !steps.isEmpty
                && TimeScale.seconds.fits(
                    step: steps[(steps.count - 1) / 2], span: steps.reduce(0, +),
                    intervalMs: intervalMs, sumMs: sumMs)
        }
        guard time.isNumeric, time.ascends, !time.countsUp else { return false }
        let span = (time.values.last ?? 0) - (time.values.first ?? 0)
        return span > 0
            && TimeScale.all.contains {
                $0.fits(
                    step: time.medianStep, span: span, intervalMs: intervalMs, sumMs: sumMs)
            }
    }

    /// Whether nothing else in the row can be the intervals.
    private func isExplained(_ column: TableColumn) -> Bool {
        columns.allSatisfy { other in
            if other.index == column.index || other.filledCount == 0 { return true }
            if other.isClock || other.namedKind == .time { return false }
            if other.namedKind != nil || !other.isNumeric { return true }
            return other.countsUp || other.isFlag || isRate(other, of: column)
                || other.values.allSatisfy { $0 == other.values[0] }
        }
    }

    /// Whether a column is the heart rate of the intervals beside it.
    private func isRate(_ rate: TableColumn, of intervals: TableColumn) -> Bool {
        guard let unit = intervals.intervalUnit else { return false }
        let product = rate.median * intervals.median * unit.millisecondsPerUnit
        return (50_000...72_000).contains(product)
    }

    private var hasSteadyTimes: Bool {
        columns.contains { column in
            guard column.isNumeric, column.ascends, column.values.count > 20 else { return false }
            let steps = zip(column.values.dropFirst(), column.values).map { $0 - $1 }
            let step = column.medianStep
            return steps.count { abs($0 - step) <= 0.1 * abs(step) } * 10 >= steps.count * 9
        }
    }

    /// Two integers with a comma between them in every row: two columns, or decimals.
    private mutating func pairsOfIntegers() -> Verdict? {
        guard shape.header.count <= 1, options.decimalMark == nil else { return nil }
        let rows = shape.rows.filter { row in
            !row.isComment
                && (isPairOfIntegers(row)
                    || row.cells.count == 1 && DecimalNumber(row.cells[0]) != nil)
        }
        // Footers and other lines of words may stand between.
        guard rows.contains(where: { $0.cells.count > 1 }), 2 * rows.count > shape.rows.count,
            rows.contains(where: { $0.cells.count == 2 })
        else { return nil }
        let others = shape.rows.filter { row in
            !row.isComment && !isPairOfIntegers(row) && row.cells.count > 1
                && DecimalNumber(row.cells[0]) != nil
        }
        if let first = rows.first(where: isPairOfIntegers), !others.isEmpty, shape.header.isEmpty {
            return askForDecimals(line: first.number)
        }
        guard rows.allSatisfy({ $0.cells.count <= 2 }), others.isEmpty else {
            return askForDecimals(
                line: rows.first { $0.cells.count > 2 }?.number ?? rows[0].number)
        }
        let asColumns =
            shape.header.isEmpty
            && columns.contains { column in
                mayBeIntervals(column)
                    && columns.contains { other in
                        other.index != column.index
                            && (fits(other, column) || other.countsUp || other.isFlag)
                    }
            }
        let values = rows.compactMap { row -> Double? in
            guard let number = DecimalNumber(row.cells[0]) else { return nil }
            guard row.cells.count > 1 else { return number.value() }
            return DecimalNumber(row.cells[1]).flatMap { number.joined(withFraction: $0) }?.value()
        }
        guard values.count * 10 >= rows.count * 9 else { return nil }
        let median = values.sorted()[values.count / 2]
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }
        let ascends = steps.count > Self.beatTimeCount && steps.allSatisfy { $0 > 0 }
        let middle = ascends ? steps.sorted()[steps.count / 2] : median
        guard RRTextOptions.Unit.byMedian.contains(where: { $0.plausibleMedian.contains(middle) })
        else { return nil }
        // No second column begins with 0, and no first one is 0 throughout.
        let hasLeadingZeros = rows.contains { row in
            row.cells.count > 1 && row.cells[1].count > 1 && row.cells[1].first == 0x30
        }
        let isBelowOne = rows.allSatisfy { $0.cells.count > 1 && $0.cells[0] == [0x30] }
        let mayBeDecimals = hasLeadingZeros || isBelowOne
        guard mayBeDecimals || !asColumns && (ascends || shape.header.count == 1) else {
            return askForDecimals(line: rows[0].number)
        }
        wantsDecimalComma = true
        return nil
    }

    // MARK: Companions

    /// The layout of beats in a column, with the columns that go with it.
    private func beats(in column: TableColumn) -> Beats {
        var beats = Beats(column: column.index)
        beats.statedUnit = column.statedUnit
        let others = columns.filter { $0.index != column.index && $0.filledCount > 0 }
        settleTimes(others, column, &beats)
        for other in others where beats.labelColumn == nil {
            if let kind = other.header.flatMap({ LabelColumn($0.joined) }) {
                (beats.labelColumn, beats.labelKind) = (other.index, kind)
            }
        }
        let words = others.filter { other in
            other.index != beats.labelColumn && !other.isNumeric && !other.isClock
                && other.index != beats.timeColumn && other.index != beats.dateColumn
        }
        if beats.labelColumn == nil {
            beats.labelColumn =
                words.first { column in
                    (column.namedKind == nil || column.namedKind == .label)
                        && (Self.isLabels(column.words) || column.header == nil)
                }?.index
        }
        beats.wordColumns = words.map(\.index).filter { $0 != beats.labelColumn }
        for other in others where other.namedKind == .person {
            beats.personColumns.insert(other.index)
            if !beats.wordColumns.contains(other.index) { beats.wordColumns.append(other.index) }
        }
        beats.hasUnusedFlags = others.contains {
            $0.namedKind == nil && $0.header == nil && $0.isFlag && !$0.countsUp
                && $0.index != beats.timeColumn
        }
        return beats
    }

    /// Whether most words are labels of beats.
    private static func isLabels(_ words: [String]) -> Bool {
        let known = words.count { BeatLabel($0, NormalBeats()) != .unknown }
        return !words.isEmpty && 10 * known >= 9 * words.count
    }

    private func settleTimes(
        _ others: [TableColumn], _ column: TableColumn, _ beats: inout Beats
    ) {
        let clocks = others.filter { $0.isClock }
        let withClock = clocks.filter { $0.times.contains { $0.hasClock } }
        let dateOnly = clocks.first { !$0.times.contains { $0.hasClock } }
        let numbers = others.filter {
            $0.isNumeric && ($0.namedKind == .time || $0.namedKind == nil && $0.header == nil)
        }
        let fitting = numbers.filter { fits($0, column) }
        // Elapsed time of the sensor first, the phone's stamps last.
        if let number = fitting.min(by: { Self.rank($0) < Self.rank($1) }) {
            beats.timeColumn = number.index
            beats.dateColumn = withClock.first?.index
        } else if let clock = withClock.first {
            beats.timeColumn = clock.index
            if let dateOnly, clock.times.allSatisfy({ $0.date == .none }) {
                beats.dateColumn = dateOnly.index
                beats.joinsDate = true
            }
        } else if let number = numbers.first(where: { $0.namedKind == .time && !$0.countsUp }) {
            // Found to fit nothing once all rows are read, and said so then.
            beats.timeColumn = number.index
        }
    }

    /// Times of the sensor before those of a phone, elapsed ones before dates.
    private static func rank(_ column: TableColumn) -> Int {
        let joined = column.header?.joined ?? ""
        if joined.contains("sincestart") || joined.contains("sensor") || joined.contains("elapsed")
        {
            return 0
        }
        return joined.contains("phone") ? 2 : 1
    }
}

extension RRTextOptions.Unit {
    /// What turns a value into milliseconds; 1 for samples, whose rate is stated elsewhere.
    var millisecondsPerUnit: Double {
        switch self {
        case .seconds: 1000
        case .milliseconds, .samples: 1
        case .microseconds: 1e-3
        }
    }
}
