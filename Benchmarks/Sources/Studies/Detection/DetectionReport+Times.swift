import PhysioDSP

extension DetectionReport {
    var timeSection: String {
        var parts = [
            """
            ## Times of R peaks
            Simulated (`ECGSimulation`), \(Int(TimedSignal.durationSeconds / 60)) minutes each at \
            \(Int(TimedSignal.heartRateBpm)) beats a minute, the same rhythms at every rate; noise at \
            \(Int(TimedSignal.decibels)) dB by the measure of the noise stress test. Bias and SD are \
            those of detected less true time, in ms. The true time is where the model passes the angle \
            of R, up to 1 ms behind the apex: hence a bias without noise. RMSSD is that of all intervals \
            between detections, faults included, off by so many percent of the true one. *Faults* are \
            beats missed and detections that are none; 0 where not given.
            """
        ]
        for rmssd in TimedSignal.variations {
            parts.append(
                "### True RMSSD of \(Int(rmssd)) ms\n\n"
                    + timeTable(times.filter { $0.signal.trueRMSSDMs == rmssd }))
        }
        return parts.joined(separator: "\n\n")
    }

    private func timeTable(_ rows: [(signal: TimedSignal, errors: [TimeErrors])]) -> String {
        let others = (rows.first?.errors ?? []).dropFirst().map(\.method)
        var table = MarkdownTable(
            ["rate, Hz", "noise", "faults", "bias", "SD", "RMSSD off by"]
                + others.map { "\($0): SD / RMSSD off by" })
        for row in rows {
            guard let ours = row.errors.first else { continue }
            table.add(
                [
                    "\(Int(row.signal.rateHz))", row.signal.noiseName, "\(ours.errorCount)",
                    Self.signed(ours.biasMs, decimals: 2),
                    Self.signed(ours.deviationMs, decimals: 2),
                    Self.rmssd(ours),
                ] + row.errors.dropFirst().map { Self.short($0) })
        }
        return table.text
    }

    private static func rmssd(_ errors: TimeErrors) -> String {
        signed(errors.rmssdError.map { 100 * $0 }, decimals: 2)
    }

    private static func short(_ errors: TimeErrors) -> String {
        let text = signed(errors.deviationMs, decimals: 2) + " / " + rmssd(errors)
        return errors.errorCount == 0 ? text : text + " (faults \(errors.errorCount))"
    }
}
