import PhysioTypes

/// The reason that one beat of an ECG bounds NN intervals or bounds none, for a terminal and as JSON.
package struct BeatExplanation: Sendable {
    private let record: DetectionRecord
    private let index: Int

    /// - Parameter seconds: a time from the first sample on; the nearest beat is explained.
    /// - Returns: nil where no beat was found.
    package init?(_ entry: DetectionEntry, nearest seconds: Double) {
        let record = entry.record
        func distance(_ index: Int) -> Double {
            abs(record.seconds(of: record.beats[index]) - seconds)
        }
        let nearest = record.beats.indices.min { distance($0) < distance($1) }
        guard let nearest else { return nil }
        self.record = record
        index = nearest
    }

    private var estimate: BeatClassEstimate? {
        record.classes.isEmpty ? nil : record.classes[index]
    }

    /// One sentence: class, probability, and the evidence.
    package var text: String {
        let time = OrderedJSON.plain(
            (record.seconds(of: record.beats[index]) * 1000).rounded() / 1000)
        let head = "The beat at \(time) s"
        guard let estimate else {
            return record.beats[index].kind == nil
                ? "\(head) has no class: the detector does not look at the shape of beats."
                : "\(head) has no class."
        }
        let name =
            "class \(estimate.label.letter) with probability "
            + ReportNumber.fourSignificantDigits(estimate.probability)
        let evidence = estimate.evidence.map { ": " + Self.sentence($0) } ?? ""
        return
            "\(head) \(nnBoundaryText(estimate)), as it is of \(name)\(reason(estimate))\(evidence)."
    }

    private func nnBoundaryText(_ estimate: BeatClassEstimate) -> String {
        record.canBoundNN(at: index) ? "may bound NN intervals" : "bounds no NN interval"
    }

    /// Reason that a beat of class N bounds no interval, and that a beat is of class F or Q.
    private func reason(_ estimate: BeatClassEstimate) -> String {
        if estimate.label == .fusion {
            return " as both leads show parts of a ventricular and of a normal beat"
        }
        if estimate.label == .unclassifiable {
            let hasPoorQuality =
                record.beats[index].quality.map { $0 < DetectionRecord.minClassQuality } ?? false
            return hasPoorQuality
                ? " as the signal does not show what it is" : " as spikes of a pacemaker precede it"
        }
        guard estimate.label == .normal, !record.canBoundNN(at: index) else { return "" }
        return record.beats[index].kind == .unclassified
            ? " but cannot be told from noise" : " but early or of another shape"
    }

    private static func sentence(_ evidence: BeatClassEstimate.Evidence) -> String {
        let percent = Int((100 * (Double(evidence.intervalRatio) - 1)).rounded())
        let time =
            percent == 0
            ? "on time"
            : "\(abs(percent)) % \(percent < 0 ? "earlier" : "later") than the beats around it"
        return "it comes \(time), its QRS complex is "
            + "\(ReportNumber.fourSignificantDigits(Double(evidence.widthRatio))) times as wide as that of the "
            + "normal beat, and its similarity with the normal beat is "
            + "\(ReportNumber.fourSignificantDigits(Double(evidence.similarity))) (1: equal)"
    }

    /// Class, probabilities, evidence and the sentence; null where beats were not classed.
    package var object: OrderedJSON {
        func number(_ value: Double?) -> OrderedJSON {
            value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null
        }
        let evidence = estimate?.evidence
        return .object([
            ("time_s", .number(record.seconds(of: record.beats[index]))),
            ("class", estimate.map { .text(String($0.label.letter)) } ?? .null),
            ("class_probability", number(estimate?.probability)),
            ("v_probability", number(estimate?.ventricularProbability)),
            ("s_probability", number(estimate?.supraventricularProbability)),
            ("f_probability", number(estimate?.fusionProbability)),
            ("q_probability", number(estimate?.unclassifiableProbability)),
            (
                "kind", record.beats[index].kind.map { .text(DetectionTable.kindText($0)) } ?? .null
            ),
            ("bounds_nn", .flag(record.canBoundNN(at: index))),
            ("interval_ratio", number(evidence.map { Double($0.intervalRatio) })),
            ("width_ratio", number(evidence.map { Double($0.widthRatio) })),
            ("similarity", number(evidence.map { Double($0.similarity) })),
            ("text", .text(text)),
        ])
    }
}
