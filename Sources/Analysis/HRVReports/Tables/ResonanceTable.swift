public import PhysioTypes
public import ResonanceBreathing

/// One assessment of a resonance frequency, under the names its recordings go by in reports.
public struct ResonanceEntry: Sendable {
    /// Paths or names as the person gave them: one, or one a trial.
    public let names: [String]
    public let assessment: ResonanceAssessment
    public let recipe: Recipe
    public let notices: [Notice]

    /// - Precondition: one name, or as many as trials.
    public init(
        names: [String], assessment: ResonanceAssessment, recipe: Recipe, notices: [Notice]
    ) {
        precondition(
            names.count == 1 || names.count == assessment.trials.count, "every trial has a name")
        self.names = names
        self.assessment = assessment
        self.recipe = recipe
        self.notices = notices
    }

    func name(ofTrial index: Int) -> String { names.count == 1 ? names[0] : names[index] }
}

/// Assessments as CSV and JSON.
public struct ResonanceTable: Sendable {
    /// True if a csv begins with the name of the file.
    public let hasFileColumn: Bool

    public init(hasFileColumn: Bool) { self.hasFileColumn = hasFileColumn }

    // MARK: CSV

    public var csvHeader: String {
        let fields =
            (hasFileColumn ? ["file"] : []) + ["trial_rate_bpm", "breathing_rate_bpm"]
            + AssessmentCriterion.allCases.map(\.rawValue)
            + [
                "points", "is_winner", "rate_bpm", "low_bpm", "high_bpm", "deviation_bpm",
                "followed",
            ]
        return fields.joined(separator: ",")
    }

    /// A line a trial; the estimate, which is one for all, stands in each.
    public func csvLines(_ entry: ResonanceEntry) -> [String] {
        let assessment = entry.assessment
        let (points, winner) = (assessment.points, assessment.winner)
        let estimate = Self.estimate(assessment).map { number($0.value) }
        return assessment.trials.enumerated().map { index, trial in
            var fields = hasFileColumn ? [ResultTable.field(entry.name(ofTrial: index))] : []
            fields += [
                number(trial.row.breathsPerMinute), number(trial.measuredBreathsPerMinute),
            ]
            fields += AssessmentCriterion.allCases.map { number(trial.row[$0].value) }
            fields +=
                points.map { ["\($0[index])", winner?.index == index ? "1" : "0"] } ?? ["", ""]
            fields += estimate + [trial.isFollowed.map { $0 ? "1" : "0" } ?? ""]
            return fields.joined(separator: ",")
        }
    }

    private func number(_ value: Double?) -> String { value.map(OrderedJSON.plain) ?? "" }

    // MARK: JSON

    /// The estimate, the winner of the comparison, and a row for every trial.
    public func objects(_ entry: ResonanceEntry) -> [OrderedJSON] {
        let assessment = entry.assessment
        var pairs: [(String, OrderedJSON)] = [
            ("files", .array(entry.names.map { .text($0) }))
        ]
        pairs += Self.estimate(assessment).map { ($0.name, Self.json($0.value)) }
        pairs += [
            ("start_later_s", Self.json(assessment.latency?.seconds)),
            ("start_later_deviation_s", Self.json(assessment.latency?.deviationSeconds)),
            ("n_responses", .integer(assessment.responseCount)),
            (
                "not_separable_from",
                .array(assessment.inseparableRates.map { .number($0) })
            ),
            ("stepped_winner", Self.winner(assessment)),
            ("criteria", .array(rows(entry))),
        ]
        var (reasons, details): ([(String, OrderedJSON)], [(String, OrderedJSON)]) = ([], [])
        for (key, text) in Self.missingReasons(assessment) {
            reasons.append((key, .text("not_determined")))
            details.append((key, .text(text)))
        }
        pairs += [
            ("reasons", .object(reasons)), ("reason_details", .object(details)),
            ("recipe", OrderedJSON(entry.recipe)),
            ("warnings", .array(entry.notices.map(OrderedJSON.init))),
        ]
        return [.object(pairs)]
    }

    /// The rate only where it is determined; the interval wherever there is an estimate, and so not
    /// where the heart does not follow.
    static func estimate(
        _ assessment: ResonanceAssessment
    ) -> [(name: String, value: Double?)] {
        [
            ("rate_bpm", assessment.finding.breathsPerMinute),
            ("low_bpm", assessment.estimate?.low), ("high_bpm", assessment.estimate?.high),
            ("deviation_bpm", assessment.estimate?.deviation),
        ]
    }

    /// Returns the reasons that the assessment as a whole has no value of a name.
    private static func missingReasons(
        _ assessment: ResonanceAssessment
    ) -> [(key: String, text: String)] {
        var missingReasons: [(key: String, text: String)] = []
        var latencyReason = "no angle between breath and heart was used"
        if case .notDetermined(let text) = assessment.finding {
            missingReasons.append(("rate_bpm", text))
            if assessment.estimate == nil {
                missingReasons += ["low_bpm", "high_bpm", "deviation_bpm"].map { ($0, text) }
            }
            if assessment.isFollowing == false {
                missingReasons.append(("stepped_winner", text))
                latencyReason = text
            }
        }
        if assessment.latency == nil {
            missingReasons += ["start_later_s", "start_later_deviation_s"].map {
                ($0, latencyReason)
            }
        }
        return missingReasons
    }

    private static func winner(_ assessment: ResonanceAssessment) -> OrderedJSON {
        let criteria = assessment.criteria
        guard let winner = assessment.winner else { return .null }
        return .object([
            ("trial", .integer(winner.index)),
            ("rate_bpm", .number(criteria.rows[winner.index].breathsPerMinute)),
            ("points", .integer(criteria.points[winner.index])),
            ("decided_by", .text(winner.decidedBy.rawValue)),
        ])
    }

    private func rows(_ entry: ResonanceEntry) -> [OrderedJSON] {
        let criteria = entry.assessment.criteria
        let points = entry.assessment.points
        return entry.assessment.trials.enumerated().map { index, trial in
            let row = trial.row
            var pairs: [(String, OrderedJSON)] = [
                ("file", .text(entry.name(ofTrial: index))),
                ("trial_rate_bpm", .number(row.breathsPerMinute)),
                ("start_s", .number(row.startSeconds)),
                ("duration_s", .number(row.endSeconds - row.startSeconds)),
                ("breathing_rate_bpm", Self.json(trial.measuredBreathsPerMinute)),
                ("followed", trial.isFollowed.map { .flag($0) } ?? .null),
            ]
            var (reasons, details): ([(String, OrderedJSON)], [(String, OrderedJSON)]) = ([], [])
            if trial.measuredBreathsPerMinute == nil {
                reasons.append(("breathing_rate_bpm", .text("not_measured")))
                details.append(("breathing_rate_bpm", .text("the intervals do not show it")))
            }
            for criterion in AssessmentCriterion.allCases {
                let value = row[criterion]
                pairs.append((criterion.rawValue, Self.json(value.value)))
                if let code = value.reasonCode {
                    reasons.append((criterion.rawValue, .text(code)))
                    details.append((criterion.rawValue, .text(value.reasonText ?? code)))
                }
            }
            let bestCriteria = AssessmentCriterion.allCases.filter {
                points != nil && criteria.bestRow($0)?.index == index
            }
            if points == nil {
                reasons.append(("points", .text("not_determined")))
                details.append(("points", .text("the heart does not follow the commanded breaths")))
            }
            pairs += [
                ("points", points.map { .integer($0[index]) } ?? .null),
                ("best_by", .array(bestCriteria.map { .text($0.rawValue) })),
                ("reasons", .object(reasons)), ("reason_details", .object(details)),
            ]
            return .object(pairs)
        }
    }

    private static func json(_ value: Double?) -> OrderedJSON {
        value.map { .number($0) } ?? .null
    }
}
