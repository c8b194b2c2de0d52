/// The decision on columns whose names say nothing: by their values and neighbours.
extension TableReading {
    mutating func decideUnnamedColumns() -> Verdict {
        let numbers = columns.filter { $0.isNumeric && !$0.isFlag && !$0.countsUp }
        if shape.header.isEmpty, numbers.count == 1, options.rateHz == nil || numbers[0].isWhole,
            ascendsAsBeats(numbers[0]) || ascendsAsPositions(numbers[0])
        {
            // A word or a flag beside each time of a beat.
            return decideAscendingColumn(numbers[0])
        }
        let candidates = columns.filter { mayBeIntervals($0) && fillsRows($0) }
        if candidates.isEmpty, let error = cutDatesError { return .refusal(error) }
        let words = columns.filter { column in
            column.filledCellCount > 0 && !column.isNumeric && !column.isClock
                && !Self.areBeatLabels(column.words)
        }
        let distinctColumns = Self.distinctColumns(candidates)
        let timedColumns = distinctColumns.filter { column in columns.contains { fits($0, column) }
        }
        let ratedColumns = distinctColumns.filter { column in
            columns.contains { isHeartRateOfRows($0, of: column) }
        }
        // Source code and logs have numbers between many words.
        let areLabels =
            !(timedColumns + ratedColumns).isEmpty
            && words.allSatisfy { Set($0.words).count <= Self.maxLabelCount }
        if shape.header.isEmpty, words.count >= 2, !areLabels { return .refusal(noColumnError) }
        if let verdict = decidePartlyNamedIntervals(candidates) { return verdict }
        if shape.header.isEmpty, columns.count >= 3, candidates.count == columns.count,
            options.rateHz == nil
        {
            // Rows of intervals, or a column each.
            return intervalColumnQuestion(candidates)
        }
        if timedColumns.isEmpty, ratedColumns.count == 1, options.rateHz == nil {
            evidence = "the heart rates beside them equal its values"
            return .beats(beats(in: ratedColumns[0]))
        }
        let remainingColumns =
            timedColumns.isEmpty ? distinctColumns.filter(isOnlyIntervalCandidate) : timedColumns
        if remainingColumns.count == 1, timedColumns.isEmpty, shape.header.isEmpty,
            words.contains(where: { isListOfThings($0, remainingColumns[0]) })
        {
            return .refusal(noColumnError)
        }
        if remainingColumns.count == 1, timedColumns.isEmpty, options.rateHz == nil,
            remainingColumns[0].header.map(HeaderVocabulary.hasOtherMeaning) == true
        {
            // Reaction times in ms beside the number of the trial are as long as intervals.
            return intervalColumnQuestion(remainingColumns)
        }
        if remainingColumns.count == 1 {
            evidence =
                timedColumns.isEmpty
                ? "the other columns are no intervals"
                : "the steps of the times beside it equal its values"
            if !timedColumns.isEmpty || options.rateHz == nil {
                let verdict = decideBeatsUnlessSignal(remainingColumns[0])
                if case .beats = verdict, timedColumns.isEmpty, isLikeSensor(remainingColumns[0]) {
                    return intervalColumnQuestion(remainingColumns)
                }
                return verdict
            }
        }
        if remainingColumns.count > 1 { return intervalColumnQuestion(remainingColumns) }
        if candidates.isEmpty, let rate = columns.first(where: { $0.namedKind == .heartRate }),
            !columns.contains(where: { $0.namedKind == nil && $0.isNumeric && !$0.countsUp })
        {
            return .refusal(refusal(of: rate))
        }
        // A counter numbers rows of any kind: it speaks for samples where nothing else can be meant.
        let hasRowCounter = columns.contains {
            $0.countsUp && $0.values.count > Self.minCountedRows
        }
        if columns.contains(where: hasNegatives) || hasSteadyTimes || statedRateHz != nil
            || options.rateHz != nil
            || hasRowCounter
                && (distinctColumns.isEmpty || distinctColumns.contains(where: isSignal))
        {
            evidence = "the columns are sampled evenly"
            return .samples
        }
        if let row = shape.rows.first(where: isPairOfIntegers), shape.header.count <= 1,
            !hasSignedSecondNumbers
        {
            if namesOneColumn || isNamedSlowSignal, candidates.isEmpty {
                hasDecimalCommas = true
                return .samples
            }
            return decimalsQuestion(line: row.number)
        }
        if candidates.isEmpty { return .refusal(noColumnError) }
        if candidates.count > 1, distinctColumns.count == 1 {
            return .beats(beats(in: distinctColumns[0]))
        }
        return intervalColumnQuestion(distinctColumns)
    }

    /// Returns true if a few codes that begin with zeros, more than three, stand beside words of which none returns: those of a
    /// list of things.
    private func isListOfThings(_ words: TableColumn, _ numbers: TableColumn) -> Bool {
        numbers.values.count < Self.minBeatTimeCount && words.words.count > 3
            && Set(words.words).count == words.words.count
            && shape.rows.contains { row in
                numbers.index < row.cells.count && row.cells[numbers.index].count > 2
                    && row.cells[numbers.index].first == 0x30 && numbers.isWhole
            }
    }

    /// Words of a column of participants, stages or flags.
    private static let maxLabelCount = 6

    /// Columns of which one word is that of R-R intervals, such as `RR strap` beside `RR watch`.
    ///
    /// Values below 3 without a unit may be anything, such as a quality.
    mutating func decidePartlyNamedIntervals(_ candidates: [TableColumn]) -> Verdict? {
        let named = Self.distinctColumns(
            candidates.filter { column in
                guard let words = column.header?.words,
                    words.contains(where: HeaderVocabulary.beatWords.contains),
                    !words.contains(where: HeaderVocabulary.footerWords.contains)
                else { return false }
                return (column.intervalUnit != .seconds || column.statedUnit?.isTime == true)
            })
        guard let column = named.first else { return nil }
        if named.count > 1 { return ambiguousColumnsVerdict(of: named) }
        evidence = "the column \(column.title) is named as R-R intervals are"
        return .beats(beats(in: column))
    }

    /// Returns true if the values of a column without a name lack the rhythms of a heart, and nothing speaks of beats: the
    /// counter or the flags beside it belong to samples as well.
    private func isLikeSensor(_ column: TableColumn) -> Bool {
        guard shape.header.isEmpty, !mentionsBeats,
            columns.contains(where: { $0.countsUp || $0.index != column.index && $0.isFlag })
        else { return false }
        let values = column.values + shape.valuesBelow(column: column.index)
        return SignalEvidence.lacksRhythm(values)
            || SignalEvidence.mayBeGravity(values, areCounted: columns.contains(where: \.countsUp))
    }

    /// Returns true if candidates without a clock beside them may be samples, too.
    private func mayBeSamples(_ candidates: [TableColumn]) -> Bool {
        !columns.contains { other in
            other.isClock || other.namedKind == .time && other.ascends
                || candidates.contains { fits(other, $0) }
        }
    }

    /// The question which column holds the intervals.
    func intervalColumnQuestion(_ candidates: [TableColumn]) -> Verdict {
        let columnPhrase =
            switch candidates.count {
            case 1: "one column could"
            case 2 where columns.count == 2: "both columns could"
            default: "\(candidates.count) columns could"
            }
        let mayBeSamples = mayBeSamples(candidates)
        return .question(
            .ambiguous(
                "\(columnPhrase) hold the R-R intervals "
                    + "(\(candidates.prefix(6).map(\.title).joined(separator: ", "))), and nothing "
                    + "says that it does: choose one with --column \(candidates[0].index), or add a "
                    + "header line naming the columns, such as `time,rr`"
                    + (mayBeSamples ? "; or say --rate HZ if they are samples of a signal" : "")),
            candidates.map {
                Choice(meaning: "the intervals of \($0.title)", option: "--column \($0.index)")
            }
                + (candidates.count == columns.count
                    || columns.count > 2 && columns.allSatisfy { $0.intervalUnit != nil }
                    ? [
                        Choice(
                            meaning: "rows of intervals, one after the other",
                            option: "--column all")
                    ]
                    : [])
                + (shape.header.count > 1 && shape.rows.allSatisfy(isPairOfIntegers)
                    ? [Choice(meaning: "a decimal comma", option: "--decimal comma")] : [])
                + (mayBeSamples
                    ? [Choice(meaning: "samples of a signal", option: "--rate HZ")] : []))
    }

    func decimalsQuestion(line: Int) -> Verdict {
        .question(.ambiguousDecimal(line: line), Self.decimalsChoices)
    }

    /// Meanings of a comma between whole numbers.
    static let decimalsChoices = [
        Choice(meaning: "a decimal comma", option: "--decimal comma"),
        Choice(meaning: "columns", option: "--decimal point"),
        Choice(meaning: "columns of samples of a signal", option: "--decimal point --rate HZ"),
        Choice(
            meaning: "samples of a signal with a decimal comma", option: "--decimal comma --rate HZ"
        ),
    ]

    /// Returns true if a row is two whole numbers with a comma between them.
    func isPairOfIntegers(_ row: TableShape.Line) -> Bool {
        shape.separator == .comma && options.decimalMark == nil && row.cells.count.isMultiple(of: 2)
            && row.cells.allSatisfy { cell in
                !cell.isEmpty && cell.allSatisfy { $0 &- 0x30 < 10 }
            }
    }

    var noColumnError: RecordingError {
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

    /// The longest middle interval of a column without a name, in ms: 30 beats a minute.
    private static let maxUnnamedColumnMedianMs = 2000.0

    /// Returns true if half of the values are longer than intervals of almost any heart.
    func isTooSlow(_ column: TableColumn, millisecondsPerUnit: Double) -> Bool {
        column.median * millisecondsPerUnit > Self.maxUnnamedColumnMedianMs
    }

    /// A column without a name beside others, unless it is a signal's.
    mutating func decideBeatsUnlessSignal(_ column: TableColumn) -> Verdict {
        guard !columns.contains(where: { fits($0, column) }) else {
            return .beats(beats(in: column))
        }
        let hasCounterColumn = columns.contains(where: \.countsUp)
        let unit = (options.unit ?? column.intervalUnit)?.millisecondsPerUnit ?? 1
        if hasCounterColumn || shape.header.isEmpty,
            isTooSlow(column, millisecondsPerUnit: unit)
        {
            evidence = "no heart beats so slowly"
            return .samples
        }
        if let reason = signalEvidence(column).reason {
            evidence = reason
            return .samples
        }
        return .beats(beats(in: column))
    }

    private func signalEvidence(_ column: TableColumn) -> SignalEvidence {
        let hasCounterColumn = columns.contains(where: \.countsUp)
        // A few thousand samples are a second or two.
        let areMore = columns.contains { $0.countsUp || $0.index != column.index && $0.isFlag }
        let below = areMore ? shape.valuesBelow(column: column.index) : []
        return SignalEvidence(column.values + below, areCounted: hasCounterColumn)
    }

    private func isSignal(_ column: TableColumn) -> Bool { signalEvidence(column).reason != nil }

    /// Returns true if a column without a name has a number in most rows above a footer; source
    /// code and logs have some here and there.
    func fillsRows(_ column: TableColumn) -> Bool {
        let rows = shape.rows.prefix { row in
            guard let word = row.cells.first(where: { $0.first.map { $0 | 0x20 >= 0x61 } == true })
            else { return true }
            let first = HeaderWords(word).words.first ?? ""
            return !HeaderVocabulary.footerWords.contains(first)
        }
        let count = rows.count { !$0.isComment }
        return 4 * column.values.count >= 3 * count
    }

    func mayBeIntervals(_ column: TableColumn) -> Bool {
        guard column.namedKind == nil, column.isNumeric,
            !column.countsUp, !column.isFlag,
            column.values.count <= Self.minBeatTimeCount || !column.ascends
        else { return false }
        guard column.intervalUnit != nil || options.unit != nil && !column.ascends else {
            return false
        }
        return !ascendsAsBeats(column) && !ascendsAsPositions(column) && !hasNegatives(column)
    }
}
