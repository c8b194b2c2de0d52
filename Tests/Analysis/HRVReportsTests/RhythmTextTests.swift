import HRVReports
import PhysioTypes
import Testing

@Suite struct RhythmTextTests {
    /// Beats at 1, 2, ... s, except where an interval is given.
    private func entry(_ letters: String, secondsBefore: [Int: Double] = [:]) -> DetectionEntry {
        var time = 0.0
        let beats = letters.indices.map { index in
            let number = letters.distance(from: letters.startIndex, to: index)
            time += secondsBefore[number] ?? 1
            return DetectedBeat(sample: time * 1000, kind: .normal, quality: 1)
        }
        return DetectionEntry(
            name: "a", format: "wfdb",
            record: DetectionRecord(
                signal: SignalDescription(name: "MLII", unit: "mV", sampleRateHz: 1000),
                beats: beats, sampleCount: Int(time * 1000) + 1000,
                quality: [SignalQuality(startSeconds: 0, durationSeconds: 1000, value: 1)],
                classes: letters.map { letter in
                    BeatClassEstimate(
                        label: letter == "V"
                            ? .ventricular : letter == "S" ? .supraventricular : .normal,
                        ventricularProbability: 0, supraventricularProbability: 0)
                }),
            recipe: Recipe(), notices: [])
    }

    @Test func jsonListsRhythmsAndTheSummary() {
        let json = DetectionTable.object(
            entry("NNVVVNN", secondsBefore: [3: 0.5, 4: 0.5, 6: 2.5])
        ).compactText
        #expect(
            json.contains(
                #""rhythms": [{"kind": "ventricular_run", "start_s": 3, "end_s": 4, "n_beats": 3, "#
                    + #""rate_bpm": 120}, {"kind": "pause", "start_s": 5, "end_s": 7.5, "#
                    + #""n_beats": 2, "rate_bpm": null}]"#))
        #expect(
            json.contains(
                #""hours": [{"start_s": 0, "duration_s": 8.5, "n_normal": 4, "#
                    + #""n_supraventricular": 0, "n_ventricular": 3, "n_fusion": 0, "#
                    + #""n_unclassifiable": 0}]"#))
        #expect(json.contains(#""n_pauses": 1, "max_pause_s": 2.5"#))
        #expect(
            json.contains(
                #""atrial_fibrillation_pct": null, "reasons": {"#
                    + #""atrial_fibrillation_pct": "too_few"}"#))
    }

    @Test func aLineNamesWhatWasFound() {
        let text = DetectionText.render([
            entry("NNVVVNN", secondsBefore: [3: 0.5, 4: 0.5, 6: 2.5]), entry("NNNN"),
        ])
        let lines = text.split(separator: "\n").suffix(2).map(String.init)
        #expect(
            lines == [
                "a: 1 run of ventricular beats (longest 3 beats, fastest 120.0 bpm); "
                    + "1 pause above 2 s (longest 2.500 s)",
                "a: no runs, pairs, bigeminy, trigeminy or pauses found",
            ])
    }

    /// A ventricular beat 40 % early, twice as wide, of another shape; and one that is normal.
    @Test func aBeatIsExplainedInOneSentence() throws {
        var estimate = BeatClassEstimate(
            label: .ventricular, ventricularProbability: 0.97, supraventricularProbability: 0.01)
        estimate.evidence = BeatClassEstimate.Evidence(
            intervalRatio: 0.6, widthRatio: 2, similarity: 0.25)
        let plain = entry("NNN")
        let record = DetectionRecord(
            signal: plain.record.signal, beats: plain.record.beats, sampleCount: 4000,
            classes: [plain.record.classes[0], estimate, plain.record.classes[2]])
        let found = DetectionEntry(
            name: "a", format: "wfdb", record: record, recipe: Recipe(), notices: [])
        let beat = try #require(BeatExplanation(found, nearest: 2.3))
        #expect(
            beat.text
                == "The beat at 2 s bounds no NN interval, as it is of class V with probability 0.9700: "
                + "it comes 40 % earlier than the beats around it, its QRS complex is 2.000 times as wide "
                + "as that of the normal beat, and its similarity with the normal beat is 0.2500 "
                + "(1: equal).")
        #expect(beat.object.compactText.contains(#""interval_ratio": 0.6, "width_ratio": 2, "#))
        let normal = try #require(BeatExplanation(found, nearest: 0))
        #expect(
            normal.text
                == "The beat at 1 s may bound NN intervals, as it is of class N with probability 1.000."
        )
        let fused = DetectionRecord(
            signal: plain.record.signal, beats: plain.record.beats, sampleCount: 4000,
            classes: plain.record.classes.enumerated().map { index, estimate in
                index == 1
                    ? BeatClassEstimate(
                        label: .fusion, ventricularProbability: 0.25,
                        supraventricularProbability: 0, fusionProbability: 0.5) : estimate
            })
        let fusion = try #require(
            BeatExplanation(
                DetectionEntry(
                    name: "a", format: "wfdb", record: fused, recipe: Recipe(), notices: []),
                nearest: 2))
        #expect(
            fusion.text
                == "The beat at 2 s bounds no NN interval, as it is of class F with probability 0.5000 "
                + "as both leads show parts of a ventricular and of a normal beat.")
    }
}
