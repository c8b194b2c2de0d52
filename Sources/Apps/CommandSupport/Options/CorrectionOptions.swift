public import ArgumentParser
public import BeatCorrection
package import RecordingAnalysis

extension BeatRepair: ExpressibleByArgument {}

/// The name of a rule that finds artefacts, or `none`.
package struct RuleArgument: ExpressibleByArgument {
    package static let none = "none"
    package static let allValueStrings = [none] + BeatRules.all.map(\.name)

    /// The description of what each rule takes for wrong, in a few words; the guide has more.
    package static let summaries: [String: String] = [
        "resonant": "not as the rhythm around lets expect, however it swings",
        "lipponen": "kinds by successive differences, thresholds from 91 beats",
        "lipponen-strict": "the same, judged also where differences are small",
        "kubios-very-low": "450 ms from the median of 11, at 60 beats/min",
        "kubios-low": "350 ms",
        "kubios-medium": "250 ms",
        "kubios-strong": "150 ms",
        "kubios-very-strong": "50 ms",
        "malik": "more than 20 % from the interval before",
        "kamath": "32.5 % longer or 24.5 % shorter than the one before",
        "karlsson": "more than 20 % from the mean of both neighbours",
        "acar": "more than 20 % from the mean of the last 9 sound ones",
        "berntson": "further from neighbours than the spread allows",
        "physionet": "outside 0.4 to 2 s, or 20 % from the mean of 40",
        "range": "outside 300 to 2000 ms",
    ]

    /// nil for `none`.
    package let rule: (any BeatRule)?

    package init?(argument: String) {
        rule = BeatRules.named(argument)
        if rule == nil, argument != Self.none { return nil }
    }
}

/// The options for the correction of beats. Spelled the same in every command.
package struct CorrectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Rule that finds beats at fault (default: \(ArtefactCorrection().rule.name)); where "
                + "numbers are made also none, which is the default with --like.",
            valueName: "name"))
    package var correct: RuleArgument?

    @Option(
        help: ArgumentHelp(
            "What becomes of beats at fault (default: \(BeatRepair.timeKeeping.rawValue)).",
            valueName: "name"))
    package var repair: BeatRepair?

    package init() {}

    package func validate() throws {
        if let correct, correct.rule == nil, repair != nil {
            throw ValidationError("--repair needs a rule: leave out --correct none")
        }
    }

    /// - Parameter isLike: whether another program's numbers are repeated, of beats as they are.
    /// - Throws: a usage error for a repair of what no rule looks for.
    package func validate(isLike: Bool) throws {
        if isLike, repair != nil, correct == nil {
            throw ValidationError("--repair with --like needs --correct: --like corrects nothing")
        }
    }

    package var choice: AnalysisRequest.RuleChoice {
        guard let correct else { return .standard }
        return correct.rule.map { .rule($0) } ?? .none
    }

    package func correction(isLike: Bool) -> ArtefactCorrection? {
        var rule: (any BeatRule)? = isLike ? nil : ArtefactCorrection().rule
        if let correct { rule = correct.rule }
        return rule.map { ArtefactCorrection(rule: $0, repair: repair ?? .timeKeeping) }
    }
}
