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
        // Source code and logs have numbers between words.
        if shape.header.isEmpty, words.count >= 2 { return .refusal(noColumnError) }
        if let verdict = decidePartlyNamedIntervals(candidates) { return verdict }
        if shape.header.isEmpty, columns.count >= 3, candidates.count == columns.count,
            options.rateHz == nil
        {
            // Rows of intervals, or a column each.
            return intervalColumnQuestion(candidates)
        }
        let distinctColumns = Self.distinctColumns(candidates)
        let timedColumns = distinctColumns.filter { column in columns.contains { fits($0, column) }
        }
        let remainingColumns =
            timedColumns.isEmpty ? distinctColumns.filter(isOnlyIntervalCandidate) : timedColumns
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
                if case .beats = verdict, timedColumns.isEmpty,
                    mayNumberSamples(of: remainingColumns[0])
                {
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

    /// Range of the middle nine tenths over the median, of an accelerometer at rest in mg: 0.07 to 0.09. That of a paced
    /// heart is below.
    private static let restingRangeRatios = 0.02...0.09
    /// Rows from which a counter may number samples: more beats rarely differ so little.
    private static let minSampleRows = 1_000

    /// Returns true if a counter of many rows stands beside a column without a name whose values hardly differ, and
    /// nothing speaks of beats: it numbers the samples of a sensor as well as beats.
    private func mayNumberSamples(of column: TableColumn) -> Bool {
        guard shape.header.isEmpty, !mentionsBeats, column.values.count >= Self.minSampleRows,
            columns.contains(where: \.countsUp)
        else { return false }
        let sorted = column.values.sorted()
        let range = sorted[sorted.count * 19 / 20] - sorted[sorted.count / 20]
        return Self.restingRangeRatios.contains(range / column.median)
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
        .question(
            .ambiguousDecimal(line: line),
            [
                Choice(meaning: "a decimal comma", option: "--decimal comma"),
                Choice(meaning: "columns", option: "--decimal point"),
                Choice(
                    meaning: "columns of samples of a signal", option: "--decimal point --rate HZ"),
            ])
    }

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
    /// Middle steps over the spread, below which slow values are no heart's: the slower a heart beats, the
    /// more its intervals change. Breathing belts of 0.03 to 0.06 were found; R-R series of public databases have 0.15 and more.
    private static let maxSlowStep = 0.1

    /// Returns true if half of the values are longer than intervals of almost any heart, or a quarter of values that hardly
    /// change from one to the next.
    ///
    /// - Complexity: O(n log n).
    func isTooSlow(_ column: TableColumn, millisecondsPerUnit: Double) -> Bool {
        let limit = Self.maxUnnamedColumnMedianMs / millisecondsPerUnit
        return column.median > limit
            || SignalEvidence.quantile(column.values, 0.75) > limit
                && SignalEvidence.middleStep(column.values) < Self.maxSlowStep
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
        let below = hasCounterColumn ? shape.valuesBelow(column: column.index) : []
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

    /// Returns true if the times of one column span the sum of the intervals of the other.
    func fits(_ time: TableColumn, _ intervals: TableColumn) -> Bool {
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
        guard time.isNumeric, time.ascends, !time.countsUp,
            !isSteadier(time, than: intervals)
        else { return false }
        let span = (time.values.last ?? 0) - (time.values.first ?? 0)
        return span > 0
            && TimeScale.all.contains {
                $0.fits(
                    step: time.medianStep, span: span, intervalMs: intervalMs, sumMs: sumMs)
            }
    }

    /// Returns true if the steps of a column of times vary much less than the values beside it:
    /// those of samples. Clocks of whole seconds state nothing.
    private func isSteadier(_ time: TableColumn, than intervals: TableColumn) -> Bool {
        let steps = zip(time.values.dropFirst(), time.values).map { $0 - $1 }.filter { $0 > 0 }
        guard steps.count > 20 else { return false }
        if areInPackets(time, intervals) { return false }
        let step = time.medianStep
        guard !(time.isWhole && (step == 1 || step.truncatingRemainder(dividingBy: 1000) == 0))
        else { return false }
        return Self.spread(intervals.values) > 3 * Self.spread(steps) + 0.005
    }

    /// Returns true if several beats share the time of the one before: those of one packet do, samples never.
    private func areInPackets(_ time: TableColumn, _ intervals: TableColumn) -> Bool {
        guard time.values.count == intervals.values.count else { return false }
        let shared = time.values.indices.dropFirst().count { row in
            time.values[row] == time.values[row - 1]
                && intervals.values[row] != intervals.values[row - 1]
        }
        return shared > 1 && shared * TimedIntervals.rowsPerSharedTime > time.values.count
    }

    /// Width of the middle eight tenths of the values over the middle one.
    private static func spread(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard sorted.count > 1, sorted[sorted.count / 2] > 0 else { return 0 }
        return (sorted[sorted.count * 9 / 10] - sorted[sorted.count / 10])
            / sorted[sorted.count / 2]
    }

    /// Returns true if nothing else in the row can be the intervals.
    func isOnlyIntervalCandidate(_ column: TableColumn) -> Bool {
        columns.allSatisfy { other in
            if other.index == column.index || other.filledCellCount == 0 { return true }
            if other.isClock || other.namedKind == .time { return false }
            if other.namedKind != nil || !other.isNumeric { return true }
            return other.countsUp || other.isFlag || isHeartRate(other, of: column)
                || Self.distinctColumns([column, other]).count == 1
                || other.values.allSatisfy { $0 == other.values[0] }
        }
    }

    /// Returns true if a column is the heart rate of the intervals beside it.
    func isHeartRate(_ rate: TableColumn, of intervals: TableColumn) -> Bool {
        guard let unit = intervals.intervalUnit else { return false }
        let product = rate.median * intervals.median * unit.millisecondsPerUnit
        return (50_000...72_000).contains(product)
    }

    var hasSteadyTimes: Bool {
        columns.contains { column in
            if column.isClock { return hasSampleSteps(column) }
            guard column.isNumeric, column.ascends, column.values.count > 20, !column.countsUp
            else {
                return false
            }
            let steps = zip(column.values.dropFirst(), column.values).map { $0 - $1 }
            let step = column.medianStep
            return steps.count { abs($0 - step) <= 0.1 * abs(step) } * 10 >= steps.count * 9
        }
    }

    /// Most seconds between samples whose times are written as clock times.
    private static let maxSampleStepSeconds = 0.15
    /// Seconds by which steps between clock times differ because these are read as whole ms.
    private static let clockRoundingSeconds = 0.0011

    /// Returns true if clock times follow one another evenly, and faster than any heart beats.
    private func hasSampleSteps(_ column: TableColumn) -> Bool {
        let steps = column.clockSteps
        guard steps.count > 20 else { return false }
        let middle = steps[steps.count / 2]
        return middle > 0 && middle <= Self.maxSampleStepSeconds
            && steps[steps.count / 10] >= 0.9 * middle - Self.clockRoundingSeconds
            && steps[steps.count * 9 / 10] <= 1.1 * middle + Self.clockRoundingSeconds
    }
}
