@_spi(Studies) import KernelBenchmarks

extension CorrectionReport {
    /// Random intervals in a steady rhythm.
    var burstSection: String {
        guard let first = bursts.first else { return "## Bursts of noise\nNot measured." }
        typealias Burst = NoiseBurstSimulation
        typealias Score = NoiseBurstScore
        let percent = { (share: Double) in "\(Int((100 * share).rounded())) %" }
        return """
            ## Bursts of noise
            \(Burst.intervalCount) intervals with a mean of \(Int(Burst.meansMs.lowerBound)) to \
            \(Int(Burst.meansMs.upperBound)) ms and a white spread of \(percent(Burst.spread)) of \
            it. \(Burst.burstCounts.lowerBound) to \(Burst.burstCounts.upperBound) of them in a \
            row, none of the first and last \(Burst.marginCount), are replaced by random \
            intervals, uniform in \(Int(Burst.noiseMs.lowerBound)) to \
            \(Int(Burst.noiseMs.upperBound)) ms: as many as they were, scaled to their sum, or as \
            many as their time holds. \(first.scores.count) series of either form.

            A series is *reported* if its coverage is \(percent(Score.minCoverage)) or more and \
            at most \(percent(Score.maxArtefactShare)) of its beats are artefacts. The rest of the row \
            is of what is reported: in how many an NN interval is off by more than \
            \(percent(Score.farShare)) of the mean, in what share RMSSD lies within \
            \(percent(Score.rmssdShare)) of that of the true intervals, and the ratio of the two \
            that is farthest from 1.

            \(burstTable)
            """
    }

    private var burstTable: String {
        var table = MarkdownTable([
            "method", "random intervals", "reported", "an NN off", "RMSSD near", "worst ratio",
        ])
        for method in bursts {
            let reported = method.reported
            let near = reported.count(where: \.isRMSSDNear)
            table.add([
                method.name == defaultRule ? "**\(method.name)**" : method.name,
                method.form == .sameCount ? "as many" : "as the time holds",
                "\(reported.count) of \(method.scores.count)",
                "\(reported.count(where: \.isOff)) of \(reported.count)",
                Percent.share(
                    reported.isEmpty ? nil : Double(near) / Double(reported.count)),
                method.worstRatio.map { BenchmarkText.fixed($0, decimals: 2) } ?? "-",
            ])
        }
        return table.text
    }
}
