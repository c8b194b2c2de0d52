import ResonanceBreathing

/// Assessments for a terminal: a line a trial, rounded, and below what they come to.
public enum ResonanceText {
    public static func render(_ entries: [ResonanceEntry]) -> String {
        entries.map(block).joined(separator: "\n")
    }

    private static func block(_ entry: ResonanceEntry) -> String {
        let columnTitles = [
            "", "rate", "measured", "followed", "synchrony", "amplitude", "LF", "LF peak", "R^2",
            "peaks",
            "points",
        ]
        let units = ["", "/min", "/min", "", "", "bpm", "ms^2", "ms^2/Hz", "", "", ""]
        let table = [columnTitles, units] + cells(entry)
        let widths = columnTitles.indices.map { column in table.map { $0[column].count }.max() ?? 0
        }
        let lines = table.map { cells in
            cells.indices.map {
                TextTable.padded(cells[$0], to: widths[$0], right: $0 > 0)
            }.joined(separator: "  ")
        }
        return (lines + [""] + conclusions(entry.assessment)).joined(separator: "\n") + "\n"
    }

    private static func cells(_ entry: ResonanceEntry) -> [[String]] {
        let points = entry.assessment.points
        return entry.assessment.trials.enumerated().map { index, trial in
            let name = entry.name(ofTrial: index)
            let last = name.split(separator: "/").last.map(String.init) ?? name
            return [
                TextTable.shortened(name == "-" ? "standard input" : last),
                number(trial.row.breathsPerMinute), number(trial.measuredBreathsPerMinute),
                trial.isFollowed.map { $0 ? "yes" : "no" } ?? "unclear",
            ] + AssessmentCriterion.allCases.map { number(trial.row[$0].value) }
                + [points.map { "\($0[index])" } ?? ReportNumber.missing]
        }
    }

    private static func conclusions(_ assessment: ResonanceAssessment) -> [String] {
        var lines: [String] = []
        let criteria = assessment.criteria
        if let winner = assessment.winner {
            lines.append(
                "Stepped protocol: \(number(criteria.rows[winner.index].breathsPerMinute)) /min, "
                    + "\(criteria.points[winner.index]) of \(AssessmentCriterion.totalPoints) "
                    + "points (decided by \(decidingFactorTexts[winner.decidedBy] ?? "")).")
        } else if assessment.points == nil {
            lines.append("Stepped protocol: no rate is best where the heart does not follow.")
        } else {
            lines.append("Stepped protocol: no rate has enough beats to be compared.")
        }
        switch assessment.finding {
        case .notDetermined(let reason): lines.append("Resonance rate: \(reason).")
        default:
            lines.append("Resonance rate: \(number(assessment.finding.breathsPerMinute)) /min.")
        }
        if let estimate = assessment.estimate {
            let rates = assessment.inseparableRates.map { number($0) }
            lines.append(
                "90 % interval: \(number(estimate.low)) to \(number(estimate.high)) /min, from "
                    + "\(assessment.responseCount) groups of three breaths; standard deviation "
                    + "\(number(estimate.deviation)).")
            if !rates.isEmpty {
                lines.append("Rates tried that lie in it: \(rates.joined(separator: ", ")) /min.")
            }
        }
        if let latency = assessment.latency {
            let direction = latency.seconds < 0 ? "before" : "after"
            lines.append(
                "Breaths began \(number(abs(latency.seconds))) s \(direction) the stated start, the "
                    + "latency of the beats included; standard deviation "
                    + "\(number(latency.deviationSeconds)) s.")
        }
        return lines
    }

    private static let decidingFactorTexts: [AssessmentCriteria.DecidingFactor: String] = [
        .value: "points", .amplitude: "the larger amplitude", .rate: "the higher rate",
        .order: "the order",
    ]

    private static func number(_ value: Double?) -> String {
        value.map(ReportNumber.fourSignificantDigits) ?? ReportNumber.missing
    }
}
