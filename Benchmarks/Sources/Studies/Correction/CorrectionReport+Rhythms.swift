@_spi(Studies) import KernelBenchmarks
import PhysioDSP

extension CorrectionReport {
    static let databases = ["mitdb", "ltdb-annotations", "crisdb"]

    var rhythmSection: String {
        guard let rhythms else {
            return """
                ## Annotated recordings
                Left out: they were not at hand (`RESONANCE_DATASETS`).
                """
        }
        return """
            ## Annotated recordings
            MIT-BIH Arrhythmia Database (mitdb, those records at hand), MIT-BIH Long-Term ECG Database \
            (ltdb), CAST RR-Interval Sub-Study (crisdb). Ectopic beats (V r E F, A a J S e j n) are \
            found if an interval they bound does not stand as measured; normal ones with normal \
            neighbours are touched if so. RMSSD and SDNN are compared with those of the intervals \
            between two normal beats, differences between neighbours among them only. All outside \
            atrial fibrillation and flutter; touched beats, RMSSD and SDNN outside irregular stretches \
            too, which are part of what *found* counts.

            \(rhythmTotals(rhythms))

            \(unfinishedText(rhythms))

            ### By record
            Found / touched, in percent, and RMSSD and SDNN in ms: of all recorded intervals, between \
            normal beats, after the correction.

            \(rhythmRecords(rhythms))

            ### Atrial fibrillation
            Beats annotated as in atrial fibrillation or flutter (all of ltdb 14149 by its record's \
            description), and how many beats lie in stretches the default rule calls irregular.

            \(fibrillation(rhythms))
            """
    }

    private func unfinishedText(_ rhythms: [RhythmResults]) -> String {
        let texts = rhythms.filter { !$0.unfinished.isEmpty }
            .map { "\($0.name) on \($0.unfinished.joined(separator: ", "))" }
        guard !texts.isEmpty else { return "Every program finished each recording in a minute." }
        return "Not finished in a minute and left out: \(texts.joined(separator: "; "))."
    }

    private func rhythmTotals(_ rhythms: [RhythmResults]) -> String {
        var table = MarkdownTable([
            "database", "records", "method", "ectopic beats", "found", "normal beats", "touched",
            "RMSSD off by: mean", "largest", "SDNN off by: mean", "largest", "irregular",
        ])
        for database in Self.databases {
            for method in rhythms {
                let scores = method.scores.filter { $0.database == database }
                guard !scores.isEmpty else { continue }
                let totals = RhythmTotals(scores)
                table.add([
                    database, "\(scores.count)",
                    method.name == defaultRule ? "**\(method.name)**" : method.name,
                    "\(totals.ectopicCount)", Percent.share(totals.foundShare),
                    "\(totals.normalCount)", Percent.small(totals.touchedShare),
                    Percent.error(totals.rmssdErrors.mean), Percent.error(totals.rmssdErrors.max()),
                    Percent.error(totals.sdnnErrors.mean), Percent.error(totals.sdnnErrors.max()),
                    Percent.small(totals.otherIrregularShare),
                ])
            }
        }
        return table.text
    }

    private func rhythmRecords(_ rhythms: [RhythmResults]) -> String {
        let methods = rhythms.filter { $0.name == defaultRule || Self.compared.contains($0.name) }
        var table = MarkdownTable(
            ["record", "beats", "ectopic", "recorded"]
                + methods.flatMap { [$0.name, "RMSSD", "SDNN"] })
        guard let first = methods.first else { return "" }
        for score in first.scores {
            let cells = methods.flatMap { method -> [String] in
                guard
                    let found = method.scores.first(where: {
                        $0.database == score.database && $0.record == score.record
                    })
                else { return ["", "", ""] }
                let totals = RhythmTotals([found])
                return [
                    Percent.share(totals.foundShare) + " / " + Percent.small(totals.touchedShare),
                    Self.pair(found.trueMs.rmssd, found.resultMs.rmssd),
                    Self.pair(found.trueMs.sdnn, found.resultMs.sdnn),
                ]
            }
            table.add(
                [
                    "\(score.database) \(score.record)", "\(score.beatCount)",
                    "\(score.ectopicCount)",
                    Self.pair(score.rawMs.rmssd, score.rawMs.sdnn),
                ] + cells)
        }
        return table.text
    }

    private static func pair(_ a: Double?, _ b: Double?) -> String {
        [a, b].map { $0.map { BenchmarkText.fixed($0, decimals: 1) } ?? "-" }
            .joined(separator: " / ")
    }

    private func fibrillation(_ rhythms: [RhythmResults]) -> String {
        var table = MarkdownTable([
            "record", "beats in fibrillation", "of them irregular", "other beats",
            "of them irregular",
            "of the others ectopic",
        ])
        guard let method = rhythms.first(where: { $0.name == defaultRule }) else { return "" }
        func add(_ name: String, _ scores: [RhythmScore]) {
            let totals = RhythmTotals(scores)
            table.add([
                name, "\(totals.fibrillatingCount)",
                Percent.small(totals.fibrillatingIrregularShare),
                "\(totals.otherCount)", Percent.small(totals.otherIrregularShare),
                Percent.small(totals.ectopicShare),
            ])
        }
        for database in Self.databases {
            add("all of \(database)", method.scores.filter { $0.database == database })
        }
        for score in method.scores
        where score.fibrillatingCount > 0 || score.otherIrregularCount > 0 {
            add("\(score.database) \(score.record)", [score])
        }
        return table.text
    }
}

/// Counts of several recordings together.
private struct RhythmTotals {
    let scores: [RhythmScore]

    init(_ scores: [RhythmScore]) { self.scores = scores }

    private func sum(_ count: (RhythmScore) -> Int) -> Int {
        scores.reduce(0) { $0 + count($1) }
    }

    private func share(_ part: Int, of whole: Int) -> Double? {
        whole > 0 ? Double(part) / Double(whole) : nil
    }

    var ectopicCount: Int { sum(\.ectopicCount) }
    var normalCount: Int { sum(\.normalCount) }
    var fibrillatingCount: Int { sum(\.fibrillatingCount) }
    var otherCount: Int { sum(\.otherCount) }
    var foundShare: Double? { share(sum(\.foundCount), of: ectopicCount) }
    var touchedShare: Double? { share(sum(\.touchedCount), of: normalCount) }
    var ectopicShare: Double? { share(ectopicCount, of: otherCount) }
    var otherIrregularShare: Double? { share(sum(\.otherIrregularCount), of: otherCount) }
    var fibrillatingIrregularShare: Double? {
        share(sum(\.fibrillatingIrregularCount), of: fibrillatingCount)
    }
    var rmssdErrors: [Double] { errors(\.rmssd) }
    var sdnnErrors: [Double] { errors(\.sdnn) }

    /// Returns the errors for the recordings that have both numbers.
    private func errors(_ number: (RhythmScore.Variation) -> Double?) -> [Double] {
        scores.compactMap { score in
            guard let truth = number(score.trueMs), let found = number(score.resultMs), truth > 0
            else { return nil }
            return abs(found - truth) / truth
        }
    }
}
