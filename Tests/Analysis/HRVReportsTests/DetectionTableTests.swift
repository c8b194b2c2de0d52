import HRVReports
import PhysioTypes
import Testing

@Suite struct DetectionTableTests {
    private static let entry: DetectionEntry = {
        var beats = [100.25, 300.5, 900, 1100].map {
            DetectedBeat(sample: $0, kind: .normal, quality: 0.98764)
        }
        beats[2].isAfterGap = true
        beats[3].kind = .other
        beats[3].isFromSearchBack = true
        return DetectionEntry(
            name: "a/b.hea", format: "wfdb",
            record: DetectionRecord(
                signal: SignalDescription(name: "MLII", unit: "mV", sampleRateHz: 250),
                beats: beats, sampleCount: 2500,
                quality: [
                    SignalQuality(
                        startSeconds: 0, durationSeconds: 10, value: 0.9, flags: [.noisy])
                ],
                breathing: [
                    BreathingEpoch(startSeconds: 0, durationSeconds: 10, breathsPerMinute: nil)
                ]),
            recipe: Recipe(), notices: [])
    }()

    @Test func aLineABeatWithAnEmptyIntervalWhereNoneEnds() {
        let table = DetectionTable(hasFileColumn: false)
        #expect(table.csvHeader == "sample,time_s,rr_ms,quality,class,class_probability")
        #expect(
            Array(table.csvLines(Self.entry)) == [
                "100,0.401,,0.988,,", "301,1.202,801,0.988,,", "900,3.6,,0.988,,",
                "1100,4.4,800,0.988,,",
            ])
        #expect(
            DetectionTable(hasFileColumn: true).csvLines(Self.entry)[0]
                == "a/b.hea,100,0.401,,0.988,,"
        )
    }

    @Test func jsonSaysWhatIsMissingAsNull() {
        let json = DetectionTable.object(Self.entry).compactText
        #expect(json.contains(#""rr_ms": [null, 801, null, 800]"#))
        #expect(json.contains(#""kind": ["normal", "normal", "normal", "other"]"#))
        #expect(json.contains(#""late": [false, false, false, true]"#))
        #expect(json.contains(#""faults": ["noisy"]"#))
        #expect(json.contains(#""breaths_per_min": null"#))
    }

    @Test func unmeasuredValuesAreMissingWithAReason() {
        let plain = DetectionEntry(
            name: "a", format: "wfdb",
            record: DetectionRecord(
                signal: SignalDescription(name: "MLII", unit: "mV", sampleRateHz: 250),
                beats: [100, 300].map { DetectedBeat(sample: $0) }, sampleCount: 2500),
            recipe: Recipe(), notices: [])
        #expect(
            Array(DetectionTable(hasFileColumn: false).csvLines(plain)) == [
                "100,0.4,,,,", "300,1.2,800,,,",
            ])
        let json = DetectionTable.object(plain).compactText
        #expect(json.contains(#""quality": [null, null], "kind": [null, null]"#))
        #expect(json.contains(#""n_not_normal": null"#))
        #expect(
            json.contains(
                #""reasons": {"n_not_normal": "not_measured", "kind": "not_measured", "#
                    + #""quality": "not_measured"}"#))
        #expect(!DetectionTable.object(Self.entry).compactText.contains("reasons"))
        let cells = DetectionText.render([plain]).split(separator: "\n")[1]
            .split(separator: " ", omittingEmptySubsequences: true)
        // Beats, V, S, F, Q, not normal, late.
        #expect(
            cells[6...12] == [
                "2", "\u{2013}", "\u{2013}", "\u{2013}", "\u{2013}", "\u{2013}", "0",
            ])
    }

    @Test func classesHaveALetterAndAProbability() {
        let classed = DetectionEntry(
            name: "a", format: "wfdb",
            record: DetectionRecord(
                signal: SignalDescription(name: "MLII", unit: "mV", sampleRateHz: 250),
                beats: [100, 300, 450].map { DetectedBeat(sample: $0, kind: .normal, quality: 1) },
                sampleCount: 2500,
                classes: [(0.125, 0.125), (0.25, 0.5), (0.75, 0.25)].map { v, s in
                    BeatClassEstimate(
                        label: v > 0.5 ? .ventricular : s > 0.4 ? .supraventricular : .normal,
                        ventricularProbability: v, supraventricularProbability: s)
                }),
            recipe: Recipe(), notices: [])
        #expect(
            Array(DetectionTable(hasFileColumn: false).csvLines(classed)) == [
                "100,0.4,,1,N,0.75", "300,1.2,800,1,S,0.5", "450,1.8,600,1,V,0.75",
            ])
        let json = DetectionTable.object(classed).compactText
        #expect(
            json.contains(
                #""n_ventricular": 1, "n_supraventricular": 1, "n_fusion": 0, "#
                    + #""n_unclassifiable": 0"#))
        #expect(json.contains(#""class": ["N", "S", "V"], "v_probability": [0.125, 0.25, 0.75]"#))
        #expect(
            DetectionText.render([classed]).split(separator: "\n")[1].split(separator: " ")
                .joined(separator: " ")
                == "a MLII 250 Hz 10 s 3 1 1 0 0 0 0 0 85.71 bpm \u{2013} \u{2013}")
    }

    @Test func theTableRoundsAndMarksWhatIsMissing() {
        let lines = DetectionText.render([Self.entry]).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[1].split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
                == "b.hea MLII 250 Hz 10 s 4 \u{2013} \u{2013} \u{2013} \u{2013} 1 1 1 74.95 bpm 0.9000 \u{2013}"
        )
    }
}
