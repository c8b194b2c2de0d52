/// The decision on what a table holds: beats with the columns they stand in, samples of a signal, a
/// question, or a refusal.
///
/// Names decide where a column has one that is known; values and neighbours decide elsewhere, and
/// where two readings fit, both are named with the option that chooses each.
struct TableReading {
    /// The columns of a table in which the beats are.
    struct BeatLayout: Equatable {
        /// The content of the column of beats.
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
        /// True if the date is in ``dateColumn`` and the time of day in ``timeColumn``.
        var joinsDate = false
        /// Index of the column of labels; nil where there is none.
        var labelColumn: Int?
        var labelKind = LabelColumn.label
        /// Columns of words or identifiers, which may part the table into recordings.
        var wordColumns: [Int] = []
        /// Columns whose names state that their values are participants or sessions.
        var personColumns: Set<Int> = []
        /// Other columns that hold numbers or times in every row.
        var numberColumns: [Int] = []
        /// Words of a column that mark the rows of intervals, of a table with one value a row.
        var eventColumn: Int?
        /// The unit that the name or the cells state.
        var statedUnit: TableUnit?
        /// True if a second column of numbers is of flags whose meaning nothing states.
        var hasUnusedFlags = false
        /// True if every cell of a row is an interval, one after the other.
        var readsWholeRows = false
    }

    /// A reading of the table, and the option that asks for it.
    struct Choice: Equatable {
        let meaning: String
        let option: String
    }

    enum Verdict {
        case beats(BeatLayout)
        case samples
        case question(RecordingError, [Choice])
        case refusal(RecordingError)
    }

    let shape: TableShape
    let columns: [TableColumn]
    /// The way in which the kind was found, one sentence.
    var evidence = ""
    private(set) var verdict: Verdict = .samples
    /// The rate that the lines before the rows or the file's name state; Hz.
    let statedRateHz: Double?
    let options: RRTextOptions
    let asksForIntervals: Bool
    let asksForBeatTimes: Bool
    /// True if a line before the rows is a unit of voltage, as Apple's `Unit,µV`.
    let statesVoltage: Bool
    let mentionsBeats: Bool
    /// True if the person says where commas stand: one question of the table is answered.
    let statesDecimalMark: Bool
    let mentionsSignal: Bool

    /// True if the commas between the cells stand before decimals, so that the table has another
    /// shape.
    var hasDecimalCommas = false

    /// Values that may be beat times are more than this.
    static let minBeatTimeCount = 10

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
        self.init(
            shape, options: options, fileName: fileName, format: format,
            statesDecimalMark: options.decimalMark != nil)
        guard hasDecimalCommas else { return }
        var options = options
        options.decimalMark = .comma
        self.init(
            try TableShape(text, isWhole: isWhole, decimalMark: .comma), options: options,
            fileName: fileName, format: format, statesDecimalMark: false)
    }

    private init(
        _ shape: TableShape, options: RRTextOptions, fileName: String?, format: String?,
        statesDecimalMark: Bool
    ) {
        self.statesDecimalMark = statesDecimalMark
        self.shape = shape
        self.options = options
        asksForIntervals = format == RecordingFormat.plainText
        asksForBeatTimes = format == RecordingFormat.beatTimes
        columns = (0..<max(shape.width, shape.header.count)).map { TableColumn($0, shape) }
        let preface = shape.preface.map { TextLine.string($0.bytes) }
        statesVoltage = Self.statesVoltage(shape.preface)
        statedRateHz =
            preface.lazy.compactMap(TextPreface.rate).first
            // A line above a single column need not be its name.
            ?? (columns.count == 1
                ? shape.headerLine.flatMap { TextPreface.rate(in: TextLine.string($0.bytes)) }
                : nil)
            ?? fileName.flatMap(AppFileName.rateHz)
        mentionsBeats =
            preface.contains { BeatWords.occur(in: $0) }
            || fileName.map { BeatWords.occur(inName: $0) } == true
        mentionsSignal = fileName.map { BeatWords.signalOccurs(inName: $0) } == true
        verdict = decide()
    }

    static func statesVoltage(_ lines: [TableShape.Line]) -> Bool {
        var preface = TextPreface()
        for line in lines { preface.parse(line.bytes) }
        return preface.unit != nil
    }

    /// Readings as intervals, of a table that is taken for samples and could hold them by its
    /// medians.
    var intervalChoices: [Choice] {
        guard columns.count > 1 else {
            return columns.first?.intervalUnit == nil
                ? [] : [Choice(meaning: "R-R intervals", option: "--format rr-text")]
        }
        let candidates = Self.distinctColumns(
            columns.filter { mayBeIntervals($0) && fillsRows($0) })
        guard candidates.count <= Self.maxIntervalChoices else { return [] }
        return candidates.map {
            Choice(meaning: "the intervals of \($0.title)", option: "--column \($0.index)")
        }
    }

    /// More columns that could be intervals are channels.
    private static let maxIntervalChoices = 2

    /// The reason that a table without beats has none, or the question that it leaves open.
    var error: RecordingError {
        switch verdict {
        case .question(let error, _), .refusal(let error): error
        case .beats, .samples:
            UnsupportedInput.holdsSignalsError("a recording of samples (\(evidence))")
        }
    }

    // MARK: Decision

    mutating func decide() -> Verdict {
        guard !shape.rows.isEmpty else { return .refusal(noRowsError) }
        if statesVoltage, statedRateHz != nil {
            evidence = "a rate and a unit of voltage are stated"
            return .samples
        }
        if let error = proseError ?? programError ?? fitMessagesError { return .refusal(error) }
        if let column = options.column { return decideChosenColumn(column) }
        if shape.separator == .comma, let verdict = decideIntegerPairs() {
            return verdict
        }
        if hasDecimalCommas { return .samples }
        if let error = keysAndValuesError { return .refusal(error) }
        if let sums = columns.first(where: { $0.namedKind == .summary }),
            !columns.contains(where: { $0.namedKind == .interval }),
            !(hasSteadyTimes && columns.contains { $0.namedKind == .signal })
        {
            return .refusal(
                .noRR(
                    "this is a daily summary or a table of results (\(titleList)): it holds "
                        + "\(sums.title), not R-R intervals"))
        }
        if let verdict = decideNamedIntervals() { return verdict }
        if let verdict = decideNamedBeats() { return verdict }
        if let verdict = events() { return verdict }
        if columns.contains(where: { $0.namedKind == .signal }) {
            evidence = "a column is named as a signal is"
            return .samples
        }
        if shape.width == 1 { return decideSingleColumn(columns[0]) }
        if statedRateHz != nil, !mentionsBeats {
            evidence = "a rate is stated"
            return .samples
        }
        return decideUnnamedColumns()
    }

    // MARK: Named columns

    /// Every column, row after row.
    var allColumnsVerdict: Verdict {
        guard columns.allSatisfy(\.isNumeric) else {
            return .refusal(.ambiguous("--column all: not every column holds numbers"))
        }
        var beats = BeatLayout(column: 0)
        beats.readsWholeRows = true
        return .beats(beats)
    }

    /// The column that the person named.
    mutating func decideChosenColumn(_ name: String) -> Verdict {
        if name == "all" { return allColumnsVerdict }
        let requestedWords = HeaderWords(name)
        let found =
            columns.first { $0.header?.name.lowercased() == name.lowercased() }
            ?? columns.first { $0.header != nil && $0.header?.words == requestedWords.words }
            ?? Int(name).flatMap { columns.indices.contains($0) ? columns[$0] : nil }
        guard let found else {
            return .refusal(
                .ambiguous("there is no column \(name): the table has \(titleList)"))
        }
        guard found.isNumeric || found.listCellCount > 0 else {
            return .refusal(.noRR("the column \(found.title) holds no numbers"))
        }
        evidence = "the column was named"
        return .beats(beats(in: found))
    }

    mutating func decideNamedIntervals() -> Verdict? {
        var named = columns.filter { $0.namedKind == .interval && $0.filledCellCount > 0 }
        guard !named.isEmpty else { return nil }
        let pressureColumns = named.filter { 2 * $0.pressureCellCount > $0.filledCellCount }
        let breathingRateColumns = named.filter { column in
            column.isNumeric && (6...45).contains(column.median) && options.unit == nil
                && column.statedUnit?.isTime != true
        }
        named.removeAll { column in
            (pressureColumns + breathingRateColumns).contains { $0.index == column.index }
                || column.values.isEmpty
        }
        if named.isEmpty {
            if let column = pressureColumns.first {
                return .refusal(
                    .noRR("\(column.title) holds blood pressures such as 120/80, not R-R intervals")
                )
            }
            if let column = breathingRateColumns.first {
                return .refusal(
                    .noRR(
                        "\(column.title): \(column.range), breaths a minute, not R-R intervals"))
            }
            return nil
        }
        let distinctColumns = Self.distinctColumns(named)
        guard distinctColumns.count == 1 else {
            // Of a raw and a corrected column neither is the one that was meant.
            return ambiguousColumnsVerdict(of: distinctColumns)
        }
        let column = distinctColumns[0]
        evidence = "the column \(column.title) is named as R-R intervals are"
        if hasNegatives(column) {
            return .refusal(
                .noRR(
                    "\(column.title): \(column.range): intervals are not below 0; where a sign that "
                        + "changes marks each beat, as in rows of Zephyr devices, write one row a beat "
                        + "without it"))
        }
        if let verdict = decideShortIntervals(column) { return verdict }
        if let error = mixedCommasError(column) { return .refusal(error) }
        var beats = beats(in: column)
        if ascendsAsBeats(column) { beats.value = .beatTimes }
        return .beats(beats)
    }

    /// The question which of several columns of intervals is meant.
    func ambiguousColumnsVerdict(of columns: [TableColumn]) -> Verdict {
        .question(
            .ambiguous(
                "\(columns.count) columns hold R-R intervals that differ "
                    + "(\(columns.map(\.title).joined(separator: ", "))): choose one with "
                    + "--column, such as --column \(columns[0].index)"),
            columns.map {
                Choice(meaning: "the intervals of \($0.title)", option: "--column \($0.index)")
            })
    }

    /// Columns without those that hold the intervals of another one before them, in any unit.
    static func distinctColumns(_ columns: [TableColumn]) -> [TableColumn] {
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
    func decideShortIntervals(_ column: TableColumn) -> Verdict? {
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
        var alternativeText = ""
        if median >= 200 {
            choices.append(Choice(meaning: "intervals in ms", option: "--unit ms"))
            alternativeText =
                "; --unit ms if the heart beats \(Int((60_000 / median).rounded())) times a minute"
        }
        return .question(
            .ambiguousRRUnit(
                "\(column.title): \(column.range), too short for R-R intervals of most hearts in ms: "
                    + "say --unit samples and --rate HZ if they count samples (1024 for 1/1024 s)"
                    + alternativeText,
                line: shape.rows.first?.number),
            choices)
    }

    mutating func decideNamedBeats() -> Verdict? {
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
        return decidePositions(column)
    }

    /// Whole numbers that ascend: positions of R peaks, where a rate is known.
    func decidePositions(_ column: TableColumn) -> Verdict {
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
        var alternativeText = ""
        if (200...3000).contains(column.medianStep) {
            choices.append(Choice(meaning: "times of beats in ms", option: "--unit ms"))
            alternativeText = ", or --unit ms if they are times in ms"
        }
        return .question(
            .ambiguous(
                "\(column.title) holds ascending whole numbers, such as positions of R peaks in "
                    + "samples: say the rate with --rate HZ\(alternativeText)"),
            choices)
    }

    /// Rows of one value each, of which a word says what it is: `IBI,812`.
    mutating func events() -> Verdict? {
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
}
