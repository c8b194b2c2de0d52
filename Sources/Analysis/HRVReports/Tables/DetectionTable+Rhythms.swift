import PhysioTypes

extension DetectionTable {
    /// `rhythms` and `summary`.
    static func rhythmColumns(_ summary: RhythmSummary) -> [(String, OrderedJSON)] {
        [
            ("rhythms", .array(summary.rhythms.map(object))), ("summary", object(summary)),
        ]
    }

    private static func object(_ episode: RhythmEpisode) -> OrderedJSON {
        .object([
            ("kind", .text(episode.kind.rawValue)), ("start_s", .number(episode.startSeconds)),
            ("end_s", .number(episode.endSeconds)), ("n_beats", .integer(episode.beats.count)),
            ("rate_bpm", episode.beatsPerMinute.map { .number($0) } ?? .null),
        ])
    }

    private static func object(_ summary: RhythmSummary) -> OrderedJSON {
        func count(_ kind: RhythmEpisode.Kind) -> OrderedJSON {
            .integer(summary.episodes(of: kind).count)
        }
        func maxBeatCount(_ kind: RhythmEpisode.Kind) -> OrderedJSON {
            .integer(summary.episodes(of: kind).map(\.beats.count).max() ?? 0)
        }
        let reasons = missingReasons(summary)
        let columns: [(String, OrderedJSON)] = [
            ("hours", .array(summary.hours.map(object))),
            ("n_ventricular_runs", count(.ventricularRun)),
            ("max_ventricular_run_beats", maxBeatCount(.ventricularRun)),
            ("n_supraventricular_runs", count(.supraventricularRun)),
            ("max_supraventricular_run_beats", maxBeatCount(.supraventricularRun)),
            ("n_ventricular_pairs", count(.ventricularPair)),
            ("n_supraventricular_pairs", count(.supraventricularPair)),
            ("bigeminy_s", .number(summary.seconds(of: .ventricularBigeminy))),
            ("trigeminy_s", .number(summary.seconds(of: .ventricularTrigeminy))),
            ("n_pauses", summary.hasQuality ? count(.pause) : .null),
            ("max_pause_s", summary.maxPauseSeconds.map { .number($0) } ?? .null),
            ("n_uncertain_pauses", .integer(summary.uncertainPauseCount)),
            (
                "atrial_fibrillation_pct",
                summary.atrialFibrillationPercent.map { .number($0) } ?? .null
            ),
        ]
        guard !reasons.isEmpty else { return .object(columns) }
        return .object(
            columns + [
                ("reasons", .object(reasons.map { ($0.name, .text($0.reason.code)) })),
                ("reason_details", .object(reasons.map { ($0.name, .text($0.reason.text)) })),
            ])
    }

    private static func object(_ hour: RhythmSummary.Hour) -> OrderedJSON {
        .object([
            ("start_s", .number(hour.startSeconds)), ("duration_s", .number(hour.durationSeconds)),
            ("n_normal", .integer(hour.count(of: .normal))),
            ("n_supraventricular", .integer(hour.count(of: .supraventricular))),
            ("n_ventricular", .integer(hour.count(of: .ventricular))),
            ("n_fusion", .integer(hour.count(of: .fusion))),
            ("n_unclassifiable", .integer(hour.count(of: .unclassifiable))),
        ])
    }

    private static func missingReasons(
        _ summary: RhythmSummary
    ) -> [(name: String, reason: MissingReason)] {
        var reasons: [(name: String, reason: MissingReason)] = []
        if !summary.hasQuality {
            let reason = MissingReason.notMeasured(
                "no pause is certain where the detector does not measure the signal's quality")
            reasons += [("n_pauses", reason), ("max_pause_s", reason)]
        } else if summary.maxPauseSeconds == nil {
            reasons.append(
                (
                    "max_pause_s",
                    .tooFew(
                        needed: DetectionRecord.pauseSeconds,
                        found: summary.maxIntervalSeconds ?? 0, .seconds)
                ))
        }
        if summary.atrialFibrillationPercent == nil {
            reasons.append(
                (
                    "atrial_fibrillation_pct",
                    .tooFew(
                        needed: DetectionRecord.minFibrillationSeconds,
                        found: summary.observedSeconds, .seconds)
                ))
        }
        return reasons
    }
}
