@_spi(Studies) import BeatDetection

/// The fit of the detector's weights to annotated recordings, through the detector itself.
///
/// The detector runs over the training set by the weights there are; the annotations show which of
/// its candidates were beats; a logistic regression on what it measured of them gives new weights.
/// As levels depend on the decisions before them, this is repeated, with the candidates of the last
/// rounds together, until the weights stay where they are. It starts from two measures alone: a
/// larger peak is likelier a beat, and one too soon after a beat is not.
///
/// ```swift
/// let fit = DetectorFit(recordings)
/// print(fit.code)  // as the kernel's source has it
/// ```
public struct DetectorFit: Sendable {
    /// The weights, rounded as the kernel's source has them.
    let weights: QRSWeights
    /// Rounds until they stayed where they were; at most ``maxRounds``.
    let roundCount: Int

    static let maxRounds = 10
    /// Candidates of so many rounds are taken together.
    private static let retainedRounds = 3
    /// The limit that ends the fit: the changes of all weights are below it.
    private static let settled = 0.2

    /// - Precondition: there are recordings.
    /// - Complexity: half a minute for 24 recordings of half an hour.
    public init(_ recordings: [AnnotatedLeads]) {
        self.init(recordings, maxRounds: Self.maxRounds)
    }

    init(_ recordings: [AnnotatedLeads], maxRounds: Int) {
        let rates = Set(recordings.map(\.sampleRateHz))
        let banks = Dictionary(
            uniqueKeysWithValues: rates.map { ($0, NoiseBank(sampleRateHz: $0)) })
        var weights = Self.start
        var rounds: [TrainingRows] = []
        var count = 0
        while count < maxRounds {
            count += 1
            rounds =
                rounds.suffix(Self.retainedRounds - 1) + [Self.rows(recordings, banks, weights)]
            var rows = TrainingRows(measureCount: weights.measures.count)
            for round in rounds { rows.add(round) }
            let fit = LogisticFit(rows)
            let new = QRSWeights(bias: fit.bias, measures: fit.weights).rounded
            let change = zip(new.all, weights.all).map { abs($0 - $1) }.max() ?? 0
            weights = new
            if change < Self.settled { break }
        }
        self.weights = weights
        roundCount = count
    }

    /// Weights that come from no fit.
    static let start = QRSWeights(
        bias: 2,
        measures: QRSWeights.measureNames.map { ["low": 2, "early": -2][$0] ?? 0 })

    private static func rows(
        _ recordings: [AnnotatedLeads], _ banks: [Double: NoiseBank], _ weights: QRSWeights
    ) -> TrainingRows {
        var rows = TrainingRows(measureCount: weights.measures.count)
        for (ordinal, recording) in recordings.enumerated() {
            guard let noise = banks[recording.sampleRateHz] else { continue }
            for index in TrainingSignal.plan.indices {
                guard
                    let signal = TrainingSignal(
                        recording, planned: index, ordinal: ordinal, noise: noise)
                else {
                    continue
                }
                let trace = TrainingTrace(
                    signal.samples, sampleRateHz: signal.reference.sampleRateHz, weights: weights)
                rows.add(trace, reference: signal.reference, weight: signal.weight)
            }
        }
        return rows
    }

    /// The lines of ck_qrs_weights.c.
    public var code: String {
        let lines = zip(QRSWeights.measureNames, weights.measures).map { name, weight in
            let constant = "measure_" + name.split(separator: " ").joined(separator: "_")
            return "        [\(constant)] = \(Self.text(weight)),\n"
        }
        return """
            static const ck_qrs_weights standard = {
                .bias = \(Self.text(weights.bias)),
                .measures = {
            \(lines.joined())    },
            };
            """
    }

    private static func text(_ weight: Double) -> String {
        DetectionReport.signed(weight, decimals: 3)
    }

    // MARK: Scores

    /// The beats that the detector finds in a lead by these weights, before their shapes are looked
    /// at, against the annotations.
    func score(_ recording: AnnotatedLeads, lead: Int, skipFirstSeconds: Double = 0) -> BeatScore {
        let trace = TrainingTrace(
            recording.leads[lead], sampleRateHz: recording.sampleRateHz, weights: weights)
        var comparison = BeatComparison()
        comparison.learningPeriodSeconds = skipFirstSeconds
        return comparison.score(
            BeatMarks(
                positions: trace.complexes.map(\.sample), sampleRateHz: recording.sampleRateHz),
            reference: recording.reference)
    }
}

extension QRSWeights {
    var all: [Double] { [bias] + measures }

    /// The weights to three decimals.
    var rounded: QRSWeights {
        QRSWeights(
            bias: (1000 * bias).rounded() / 1000,
            measures: measures.map { (1000 * $0).rounded() / 1000 })
    }
}
