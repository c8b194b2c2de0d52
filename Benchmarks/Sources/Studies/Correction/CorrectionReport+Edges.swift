import PhysioSimulation

extension CorrectionReport {
    /// Artefacts beside gaps, against the same in the middle of a segment.
    var edgeSection: String {
        guard let edges else { return "## At the edges of gaps\nNot measured." }
        let counts = CorrectionCell.edgeCounts
        var table = MarkdownTable(
            ["rhythm", "faults"] + counts.map { $0 == 1 ? "1 beat" : "\($0) beats" })
        for first in stride(from: 0, to: CorrectionCell.edges.count, by: counts.count) {
            let cell = CorrectionCell.edges[first]
            table.add(
                [cell.rhythm, cell.column]
                    + counts.indices.map { Self.edgeText(edges.scores[first + $0]) })
        }
        return """
            ## At the edges of gaps
            The default rule. \(BoundaryArtefactSimulation.gapCount) gaps of \(BoundaryArtefactSimulation.hiddenBeatCounts.lowerBound) to \
            \(BoundaryArtefactSimulation.hiddenBeatCounts.upperBound) beats a series, in every other series as one long interval each, \
            in the rest as lost time; \(edges.seedCount) series a cell. At the edges of all six stretches 1 to 5 beats in a \
            row are at fault: *missed*, so that the outermost interval spans them all; *doubled*, a second beat in \
            each of the outermost intervals; *displaced*, the beat at the edge itself among them. "before" is at the \
            ends of the stretches, "behind" at their beginnings, "middle" far from both, for comparison. \
            found / kept / RMSSD off by / SDNN off by, all in percent; both figures of the true intervals of the \
            six stretches.

            \(table.text)
            """
    }

    private static func edgeText(_ scores: [ArtefactScore]) -> String {
        let summary = ArtefactScoreSummary(scores)
        return [
            Percent.share(summary.sensitivity), Percent.share(summary.specificity),
            Percent.error(summary.rmssdErrorSummary?.mean),
            Percent.error(summary.sdnnErrorSummary?.mean),
        ].joined(separator: " / ")
    }
}
