import BeatDetection

/// The fit of the detector's weights, and how well it does on recordings that took no part in it.
public struct DetectorFitReport: Sendable {
    public let fit: DetectorFit
    private let rows: [(title: String, score: BeatScore)]

    /// Recordings of one person: they are left out together.
    private static let samePerson = ["202": "201"]
    private static let foldCount = 3

    /// - Parameter recordings: what is fitted to.
    /// - Parameter noisy: the noise stress test: not fitted to.
    /// - Parameter clean: the name of the recording that the noise was added to.
    /// - Complexity: five fits.
    public init(
        _ recordings: [AnnotatedLeads], noisy: AnnotatedLeads, madeOf clean: String,
        progress: (String) -> Void
    ) {
        self.init(
            recordings, noisy: noisy, madeOf: clean, maxRounds: DetectorFit.maxRounds,
            progress: progress)
    }

    init(
        _ recordings: [AnnotatedLeads], noisy: AnnotatedLeads, madeOf clean: String,
        maxRounds: Int, progress: (String) -> Void
    ) {
        fit = DetectorFit(recordings, maxRounds: maxRounds)
        progress("fitted to all in \(fit.roundCount) rounds")
        var rows = [
            ("first lead", Self.pooled(fit, recordings, lead: 0)),
            ("first lead from 5:00", Self.pooled(fit, recordings, lead: 0, skipFirstSeconds: 300)),
            ("second lead", Self.pooled(fit, recordings, lead: 1)),
            (noisy.name, fit.score(noisy, lead: 0)),
        ]
        var heldOut = [BeatScore(), BeatScore()]
        for fold in 0..<Self.foldCount {
            let isOut = Self.isOut(recordings, fold)
            let part = DetectorFit(
                zip(recordings, isOut).filter { !$0.1 }.map(\.0), maxRounds: maxRounds)
            progress("fitted without third \(fold + 1) in \(part.roundCount) rounds")
            let others = zip(recordings, isOut).filter(\.1).map(\.0)
            for lead in 0..<2 {
                heldOut[lead] = heldOut[lead] + Self.pooled(part, others, lead: lead)
            }
        }
        rows.append(("first lead, by weights fitted to other records", heldOut[0]))
        rows.append(("second lead, by weights fitted to other records", heldOut[1]))
        let without = DetectorFit(recordings.filter { $0.name != clean }, maxRounds: maxRounds)
        progress("fitted without \(clean) in \(without.roundCount) rounds")
        rows.append(
            ("\(noisy.name), by weights fitted without \(clean)", without.score(noisy, lead: 0)))
        self.rows = rows
    }

    /// Every third recording; those of one person together.
    private static func isOut(_ recordings: [AnnotatedLeads], _ fold: Int) -> [Bool] {
        recordings.map { recording in
            let name = samePerson[recording.name] ?? recording.name
            let index = recordings.firstIndex { $0.name == name } ?? 0
            return index % foldCount == fold
        }
    }

    private static func pooled(
        _ fit: DetectorFit, _ recordings: [AnnotatedLeads], lead: Int, skipFirstSeconds: Double = 0
    ) -> BeatScore {
        recordings.filter { lead < $0.leads.count }.reduce(BeatScore()) {
            $0 + fit.score($1, lead: lead, skipFirstSeconds: skipFirstSeconds)
        }
    }

    /// The weights as the kernel's source has them, and a table of the scores.
    public var text: String {
        var table = MarkdownTable(["", "Se", "+P", "F1", "FN", "FP"])
        for (title, score) in rows {
            table.add([
                title, DetectionReport.percent(score.sensitivity),
                DetectionReport.percent(score.positivePredictivity),
                DetectionReport.percent(score.f1), "\(score.falseNegatives)",
                "\(score.falsePositives)",
            ])
        }
        return fit.code + "\n\n" + table.text
    }
}
