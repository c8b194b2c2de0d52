/// The decision on a table of one column.
extension TableReading {
    mutating func decideSingleColumn(_ column: TableColumn) -> Verdict {
        guard column.isNumeric || column.listCellCount > 0 || shape.listSeparator != nil else {
            if column.isClock {
                return .refusal(.noRR("the column holds times of day only, no R-R intervals"))
            }
            return .refusal(notNumbersError)
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
        if column.values.count == 1, column.median < 200, column.header == nil,
            shape.preface.isEmpty, options.unit == nil, options.rateHz == nil
        {
            // Such as that of a version.
            return .refusal(.empty("a single number is no recording"))
        }
        if column.statedUnit == .samples, column.ascendsStrictly { return decidePositions(column) }
        if ascendsAsBeats(column) || ascendsAsPositions(column) || ascendsBeyondIntervals(column) {
            return decideAscendingColumn(column)
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
        if !mentionsBeats {
            if statedRateHz != nil || mentionsSignal {
                evidence = "a rate is stated"
                return .samples
            }
            if column.intervalUnit != nil,
                let reason = SignalEvidence(column.values).reason
            {
                evidence = reason
                return .samples
            }
        }
        guard let unit = column.intervalUnit else { return missingUnitVerdict(column) }
        if !mentionsBeats, column.namedKind != .interval,
            isTooSlow(column, millisecondsPerUnit: unit.millisecondsPerUnit)
        {
            return slowBeatsQuestion(column)
        }
        if let verdict = decideShortIntervals(column) { return verdict }
        if !mentionsBeats, column.namedKind != .interval, !statesDecimalMark,
            SignalEvidence.mayBeGravity(column.values)
        {
            return gravityQuestion(column)
        }
        evidence = "the middle value is an R-R interval's"
        return .beats(beats(in: column))
    }

    /// Numbers that ascend: times of beats where they have decimals or a unit, else positions.
    mutating func decideAscendingColumn(_ column: TableColumn) -> Verdict {
        let hasUnit =
            column.statedUnit?.isTime == true || options.unit != nil && options.unit != .samples
        guard !column.isWhole || hasUnit else {
            evidence = "the values are whole numbers that ascend"
            return decidePositions(column)
        }
        evidence = "the values ascend as times of beats do"
        var beats = beats(in: column)
        beats.value = .beatTimes
        return .beats(beats)
    }

    /// Returns true if the values ascend to more than any interval, as times do of which a few
    /// repeat.
    func ascendsBeyondIntervals(_ column: TableColumn) -> Bool {
        guard column.values.count > 2 * Self.minBeatTimeCount, column.ascends,
            let first = column.values.first, let last = column.values.last,
            // Values that begin again and again do not get far.
            last - first > 0.5 * column.medianStep * Double(column.values.count)
        else { return false }
        return RRTextOptions.Unit.distinguishableByMedian.contains { unit in
            unit.plausibleMedianRange.contains(column.medianStep)
                && last > 2 * unit.plausibleMedianRange.upperBound
        }
    }

    func missingUnitVerdict(_ column: TableColumn) -> Verdict {
        let median = column.median
        let line = shape.rows.first?.number
        if (20...250).contains(median), column.namedKind != .interval {
            return .refusal(
                .ambiguousRRUnit(
                    "the values look like heart rates in beats/min (median \(median)), not like "
                        + "R-R intervals, which cannot be made from them",
                    line: nil))
        }
        return .question(
            .ambiguousRRUnit(
                "the median value \(median) is an R-R interval neither in s (0.2 to 3) nor in ms "
                    + "(200 to 3000): state the unit with --unit, or --rate HZ if these are samples "
                    + "of a signal",
                line: column.values.isEmpty ? line : nil),
            [
                Choice(meaning: "intervals in another unit", option: "--unit UNIT"),
                samplesChoice,
            ])
    }

    /// The question of a column whose values are longer than intervals of almost any heart.
    private func slowBeatsQuestion(_ column: TableColumn) -> Verdict {
        .question(
            .ambiguousRRUnit(
                "half of the values, from \(column.median) on, would be intervals of a heart "
                    + "that beats fewer than 30 times a minute: say --format rr-text "
                    + "if it is, or --rate HZ if these are samples of a signal",
                line: nil), intervalOrSampleChoices)
    }

    /// The question of a column whose values are those of an accelerometer at rest, or of a heart that hardly breathes.
    private func gravityQuestion(_ column: TableColumn) -> Verdict {
        .question(
            .ambiguous(
                "values that stay around \(column.median) without the rhythm of breathing are those of an "
                    + "accelerometer at rest, or the intervals of a heart at 60 beats a minute: say "
                    + "--format rr-text if they are intervals, or --rate HZ if these are samples of a signal"
            ),
            intervalOrSampleChoices)
    }

    private var intervalOrSampleChoices: [Choice] {
        [Choice(meaning: "R-R intervals", option: "--format rr-text"), samplesChoice]
    }

    /// The samples of one column; where its decimals follow commas, they are stated too, as two channels look like them.
    var samplesChoice: Choice {
        let hasCommas = shape.rows.contains { $0.bytes.contains(0x2C) }
        return Choice(
            meaning: "samples of a signal",
            option: shape.separator == nil && hasCommas ? "--rate HZ --decimal comma" : "--rate HZ")
    }

    var notNumbersError: RecordingError {
        let line = shape.rows.first ?? shape.preface.first
        return .unknownFormat(
            "no R-R intervals: \"\(line.map(Self.excerpt) ?? "")\" is not a number; "
                + "`hrv formats` lists what is read",
            line: line?.number)
    }

    func hasNegatives(_ column: TableColumn) -> Bool {
        let negativeCount = column.values.count { $0 < 0 }
        return negativeCount >= 3 && 20 * negativeCount > column.values.count
    }

    /// Returns true if the values ascend by steps that are intervals of a heart.
    func ascendsAsBeats(_ column: TableColumn) -> Bool {
        guard column.values.count > Self.minBeatTimeCount, column.ascendsStrictly else {
            return false
        }
        let step = column.medianStep
        return RRTextOptions.Unit.distinguishableByMedian.contains {
            $0.plausibleMedianRange.contains(step)
        }
    }

    /// Returns true if the values are whole numbers that ascend by more than a counter's step.
    func ascendsAsPositions(_ column: TableColumn) -> Bool {
        column.values.count > Self.minBeatTimeCount && column.isWhole && column.ascendsStrictly
            && column.medianStep >= 20
    }

    func refusal(of column: TableColumn) -> RecordingError {
        let contentPhrase =
            switch column.namedKind {
            case .breathing: "breathing rates"
            case .heartRate: "heart rates"
            default: column.namedKind?.rawValue ?? "numbers"
            }
        return .noRR("\(column.title): \(column.range), \(contentPhrase), not R-R intervals")
    }
}
