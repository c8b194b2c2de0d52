import MusicSelection

extension MusicStudy {
    /// The report as a page of Markdown.
    package var report: String {
        let verdict = StudyVerdict(self)
        return """
            # Choosing songs on invented people

            The people of this report are invented: no person has listened. It shows that the policies do what they \
            are meant to do, and which of them to use until somebody has measured more. One song moves a heart less \
            than an hour does: most of what a heart does during a song has nothing to do with it, and the numbers \
            below hold that noise.

            Written by `hrv music evaluate --seed \(plan.seed) --people \(plan.people)`. The definitions are in \
            [music.md](music.md).

            \(peopleText)

            ## Regret

            The regret of a play is the best value that any song of the library has for the need, less the value of \
            the song that was played; both are true values of the simulation. A ratio is the regret over that of \
            `reference`; below 1 is better. Intervals are of 95 %, over \(plan.people) people a row, by the delta \
            method.

            \(cellTable)

            ## The default

            The margins were set before the study; that of reversed people is taken as the mean over the sizes.

            \(verdictTable(verdict))

            The default policy is `\(verdict.defaultPolicy.rawValue)`.

            ## What the parts are worth

            Regret of `adaptive` over that of `reference` with the same data; \(plan.ablationLibrarySize) songs, \
            \(plan.ablationPeopleCount) people of each kind.

            \(ablationTable)

            ## Another choice, from the log

            \(offPolicyText)

            """
    }

    private var peopleText: String {
        """
        ## The people

        Each person plays \(plan.conditions.playCount) songs, two sessions of ten songs a day, with needs drawn at \
        random for each session. A share of \(Self.text(plan.conditions.heartDataShare)) of the plays has heart data; \
        a share of \(Self.text(plan.conditions.octaveErrorShare)) of the tempos is measured as twice or half. Deviations \
        of a song's own effect are 1.2/min, 3 ms of SDNN and .14 of liking; 50/min more tempo, or .25 more energy, \
        changes the heart rate by 1.5/min and the SDNN by 3 ms, times .5 to 1.5 for each person; noise is 4/min and \
        12 ms; four tenths of a deviation from the median are gone at the end of a song, whatever plays. These are \
        nearly the deviations that `adaptive` believes in before the first play, which suits it: with weaker ones its \
        lead is smaller (below). Liking shows in skips alone.
        """
    }

    private var cellTable: String {
        let names = MusicStudyPlan.policies.map(\.rawValue)
        var lines = [
            "| people | songs | regret: " + names.joined(separator: " / ")
                + " | random | thompson | adaptive | adaptive, first 100 |",
            "|---|---|---|---|---|---|---|",
        ]
        for cell in cells {
            let regrets = MusicStudyPlan.policies.map { Self.text(cell.regrets[$0]) }
            lines.append(
                "| \(cell.kind.title) | \(cell.size) | \(regrets.joined(separator: " / ")) | "
                    + "\(Self.text(cell.ratios[.random]?.value)) | "
                    + "\(Self.text(cell.ratios[.thompson])) | "
                    + "\(Self.text(cell.ratios[.adaptive])) | "
                    + "\(Self.text(cell.earlyRatios[.adaptive])) |")
        }
        return lines.joined(separator: "\n")
    }

    private func verdictTable(_ verdict: StudyVerdict) -> String {
        (["| margin | at most | found | met |", "|---|---|---|---|"]
            + verdict.margins.map {
                "| \($0.title) | \(Self.text($0.limit)) | \(Self.text($0.found)) | "
                    + "\($0.isMet ? "yes" : "no") |"
            }).joined(separator: "\n")
    }

    private var ablationTable: String {
        (["| adaptive | ratio |", "|---|---|"]
            + ablations.map { "| \($0.title) | \(Self.text($0.ratio)) |" })
            .joined(separator: "\n")
    }

    private var offPolicyText: String {
        guard let found = offPolicyComparison else {
            return "There are too few choices for an estimate."
        }
        return """
            `adaptive` keeps the probability of each choice. From \(found.choiceCount) choices for a focus, of which \
            \(found.estimate.matchCount) were the one asked about, the third best song of each is estimated to be \
            worth \(Self.text(found.estimate.mean)) (\(Self.text(found.estimate.low)) to \
            \(Self.text(found.estimate.high))); its true value is \(Self.text(found.truth)), which the interval \
            \(found.containsTruth ? "holds" : "does not hold"). For a song outside the ten best the answer is \
            `\(found.rejectedPolicyErrorCode)`: nothing in the log tells of it.
            """
    }

    private static func text(_ ratio: RatioEstimate?) -> String {
        guard let ratio else { return "" }
        return "\(text(ratio.value)) (\(text(ratio.low)) to \(text(ratio.high)))"
    }

    /// Three digits after the point.
    private static func text(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "" }
        let thousandths = Int((abs(value) * 1000).rounded())
        let rest = "\(thousandths % 1000)"
        let zeros = String(repeating: "0", count: 3 - rest.count)
        return (value < 0 ? "-" : "") + "\(thousandths / 1000).\(zeros)\(rest)"
    }
}
