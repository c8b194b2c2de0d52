import PhysioTypes

/// The rhythms of a recording in one line for a terminal.
enum RhythmText {
    static func line(_ summary: RhythmSummary) -> String {
        var parts = [
            runs(summary, .ventricularRun, "ventricular"),
            runs(summary, .supraventricularRun, "supraventricular"),
            pairs(summary, .ventricularPair, "ventricular"),
            pairs(summary, .supraventricularPair, "supraventricular"),
            duration(summary, .ventricularBigeminy, "ventricular bigeminy"),
            duration(summary, .ventricularTrigeminy, "ventricular trigeminy"),
            summary.maxPauseSeconds.map { seconds in
                ReportNumber.count(summary.episodes(of: .pause).count, "pause")
                    + " above 2 s (longest \(ReportNumber.fourSignificantDigits(seconds)) s)"
            },
            summary.uncertainPauseCount == 0
                ? nil
                : ReportNumber.count(summary.uncertainPauseCount, "interval")
                    + " above 2 s in a signal that may hide beats",
        ].compactMap(\.self)
        if let percent = summary.atrialFibrillationPercent, percent > 0 {
            parts.append(
                "irregular as in atrial fibrillation (flutter is not distinguished) "
                    + "\(ReportNumber.fourSignificantDigits(percent)) % of the time")
        }
        return parts.isEmpty
            ? "no runs, pairs, bigeminy, trigeminy or pauses found" : parts.joined(separator: "; ")
    }

    private static func runs(
        _ summary: RhythmSummary, _ kind: RhythmEpisode.Kind, _ name: String
    ) -> String? {
        let runs = summary.episodes(of: kind)
        guard let beatCount = runs.map(\.beats.count).max(),
            let rate = runs.compactMap(\.beatsPerMinute).max()
        else { return nil }
        return ReportNumber.count(runs.count, "run")
            + " of \(name) beats (longest \(beatCount) beats, "
            + "fastest \(ReportNumber.fourSignificantDigits(rate)) bpm)"
    }

    private static func pairs(
        _ summary: RhythmSummary, _ kind: RhythmEpisode.Kind, _ name: String
    ) -> String? {
        let count = summary.episodes(of: kind).count
        return count == 0 ? nil : ReportNumber.count(count, "pair") + " of \(name) beats"
    }

    private static func duration(
        _ summary: RhythmSummary, _ kind: RhythmEpisode.Kind, _ name: String
    ) -> String? {
        let seconds = summary.seconds(of: kind)
        return seconds > 0 ? "\(name) for \(ReportNumber.duration(seconds))" : nil
    }
}
