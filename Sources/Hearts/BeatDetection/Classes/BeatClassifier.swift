import PhysioDSP
public import PhysioTypes

/// Classes the beats of a recording as normal, supraventricular, ventricular, fused or
/// paced (ANSI/AAMI EC57: N, S, V, F, Q).
///
/// The leads are taken as they come; the whole recording is known when its beats are classed. By shape (against
/// the person's own normal beat), time, and the other beats of the same shape; paced beats by
/// their spikes; fusion beats, where there are two leads, as sums of two shapes. `Guides/beat-classes.md` says how well it does.
///
/// ```swift
/// var classifier = BeatClassifier(sampleRatesHz: [360])
/// classifier.push(samples, lead: 0)
/// let classes = classifier.finish(seconds: peaks)
/// ```
///
/// Memory: 4 bytes for each of 125 samples a second and lead, and 0.4 KiB a beat and lead.
public struct BeatClassifier: Sendable {
    private static let ventricularThreshold = 0.4
    private static let supraventricularThreshold = 0.8
    /// Probability of a beat in a regular fast run.
    private static let runProbability = 0.96
    /// Probability of class Q of a paced beat. None of 45,000 other beats has spikes, but two hearts
    /// show no second digit.
    private static let pacedProbability = 0.99
    /// Probability of class F of a beat that is the sum of two shapes: 6 of 11 with limits chosen on other people.
    private static let fusionProbability = 0.55
    /// A shape whose beats are as rarely early, and whose P waves are as alike, is a conduction block.
    private static let maxBlockEarlyBeatShare = 0.25
    private static let minBlockPCorrelation = 0.6

    private var leads: [ClassificationLead]

    /// - Parameter sampleRatesHz: one a lead; at least one.
    /// - Precondition: the rates are within ``DetectionLimits/sampleRatesHz``.
    public init(sampleRatesHz: [Double]) {
        precondition(!sampleRatesHz.isEmpty, "beats are classed in at least one lead")
        leads = sampleRatesHz.map(ClassificationLead.init)
    }

    /// Takes the next samples of a lead; NaN for those that are missing.
    public mutating func push(_ samples: [Double], lead: Int) { leads[lead].push(samples) }

    /// Passes over samples of a lead that were not recorded.
    public mutating func skip(_ sampleCount: Int, lead: Int) { leads[lead].skip(sampleCount) }

    /// The class of each beat.
    ///
    /// - Parameter seconds: times of the R peaks from the first sample on; ascending.
    /// - Returns: one a beat; none where there are no samples.
    /// - Complexity: O(n) for n samples and beats.
    public consuming func finish(seconds: [Double]) -> [BeatClassEstimate] {
        finishWithSignal(seconds: seconds).classes
    }

    /// Sample rate of the signal that ``finishWithSignal(seconds:)`` returns; Hz.
    package static var signalRateHz: Double { ClassificationLead.rateHz }

    /// The class of each beat, and the first lead at ``signalRateHz``, low-passed at 35 Hz.
    package consuming func finishWithSignal(
        seconds: [Double]
    ) -> (classes: [BeatClassEstimate], signal: [Float]) {
        var signals: [[Float]] = []
        var first: [Float] = []
        let spikes = leads.map(\.spikes.seconds)
        while !leads.isEmpty {
            let (signal, resampled) = leads.removeFirst().finish()
            if signals.isEmpty { first = resampled }
            signals.append(signal)
        }
        let count = signals.map(\.count).min() ?? 0
        guard count > 0, !seconds.isEmpty else { return ([], first) }
        for index in signals.indices { signals[index].removeLast(signals[index].count - count) }
        let classes = Self.classes(leads: signals, spikes: spikes, seconds: seconds)
        return (classes, first)
    }

    /// Class of each beat of a signal that is known as a whole.
    ///
    /// - Parameter leads: at ``ClassificationLead/rateHz``, equally long, not empty.
    /// - Parameter spikes: times of the spikes of a pacemaker in each lead; s.
    /// - Parameter seconds: times of the R peaks from the first sample on; ascending, at least one.
    static func classes(
        leads: [[Float]], spikes: [[Double]], seconds: [Double]
    ) -> [BeatClassEstimate] {
        var measures = BeatMeasures(leads: leads, seconds: seconds)
        measures.measureIntervals()
        let ventricularProbabilities = estimateVentricular(&measures)
        let supraventricularProbabilities = estimateSupraventricular(
            &measures, ventricularProbabilities)
        let fibrillationValues = measures[.af]
        let fusionBeats = FusionBeats(
            measures, ventricularProbabilities: ventricularProbabilities,
            minVentricularProbability: ventricularThreshold)
        let isPacedByLead = spikes.map { PacingSpikes.isPaced($0, seconds: seconds) }
        return seconds.indices.map { beat in
            let ventricular = ventricularProbabilities[beat]
            // That it is not ventricular and, given that, supraventricular.
            let supraventricular = (1 - ventricular) * supraventricularProbabilities[beat]
            let label: BeatClass =
                if ventricular > ventricularThreshold {
                    .ventricular
                } else if supraventricular > supraventricularThreshold {
                    .supraventricular
                } else {
                    .normal
                }
            var estimate = BeatClassEstimate(
                label: label, ventricularProbability: ventricular,
                supraventricularProbability: supraventricular)
            estimate.isInAtrialFibrillation = fibrillationValues[beat] > 0.5
            estimate.evidence = measures.evidence(beat)
            if label != .supraventricular, fusionBeats.contains(beat) {
                estimate.setFusion(probability: fusionProbability)
            }
            if isPacedByLead.contains(where: { $0[beat] }) {
                estimate.setUnclassifiable(probability: pacedProbability)
            }
            return estimate
        }
    }

    private static func estimateVentricular(_ measures: inout BeatMeasures) -> [Double] {
        let first = BeatClassModel.ventricularShape.probabilities(measures)
        measures.setNeighbourProbabilities(first, beyond: true)
        measures[.ventricularLogOdds] = first.map { probability in
            let limited = min(max(probability, 0.005), 0.995)
            return PlatformMath.log(limited / (1 - limited))
        }
        measures[.shapeVentricularLogOdds] = ShapeMeans(
            seconds: measures.seconds, labels: measures.labels
        ).means(
            of: measures[.ventricularLogOdds])
        let second = BeatClassModel.ventricularContext.probabilities(measures)
        return second.indices.map { beat in
            let isConductionBlock =
                measures[.shapePWaveCorrelation, beat] > minBlockPCorrelation
                && measures[.shapeShortIntervalShare, beat] < maxBlockEarlyBeatShare
            return isConductionBlock ? 0 : second[beat]
        }
    }

    /// Returns the probability that each beat is supraventricular, if it is not ventricular.
    private static func estimateSupraventricular(
        _ measures: inout BeatMeasures, _ ventricular: [Double]
    ) -> [Double] {
        measures.measureRuns(isVentricular: ventricular.map { $0 > ventricularThreshold })
        measures.setNeighbourProbabilities(ventricular, beyond: false)
        let found = BeatClassModel.supraventricular.probabilities(measures)
        return found.indices.map { beat in
            if measures[.run, beat] > 0.5 { return runProbability }
            let isExcluded = measures[.otherRun, beat] > 0.5 || measures[.af, beat] > 0.5
            return isExcluded ? 0 : found[beat]
        }
    }
}

extension BeatMeasures {
    fileprivate func evidence(_ beat: Int) -> BeatClassEstimate.Evidence {
        func ratio(_ measure: BeatMeasure) -> Float {
            Float(PlatformMath.exp(self[measure, beat] * 0.693_147_180_559_945_3))
        }
        return BeatClassEstimate.Evidence(
            intervalRatio: ratio(.neighbourLog2Ratio), widthRatio: ratio(.widthLog2Ratio),
            similarity: Float(self[.similarity, beat]))
    }

    fileprivate mutating func setNeighbourProbabilities(_ probabilities: [Double], beyond: Bool) {
        func shifted(_ distance: Int) -> [Double] {
            probabilities.indices.map { beat in
                let index = beat + distance
                return probabilities.indices.contains(index) ? probabilities[index] : 0
            }
        }
        self[.previousProbability] = shifted(-1)
        self[.nextProbability] = shifted(1)
        guard beyond else { return }
        self[.secondPreviousProbability] = shifted(-2)
        self[.secondNextProbability] = shifted(2)
    }
}

extension BeatClassifier {
    /// Returns the classes as far as the signal shows them: Q where the quality of the beat is below 0.5, and N
    /// for S where that of the beat or of a neighbour is below 0.8, as S is a matter of time.
    ///
    /// The probability of Q is then 1 less the quality; such an N keeps its probabilities. Of 835 S of the
    /// MIT-BIH records that are found 2 become N; of 44,098 N 17 become Q.
    ///
    /// - Parameter qualities: of each beat, 0 to 1; nil where nothing measured it; none: all are nil.
    package static func checked(
        _ classes: [BeatClassEstimate], qualities: [Double?]
    ) -> [BeatClassEstimate] {
        // A published detector's beats have qualities and no classes.
        guard !classes.isEmpty else { return [] }
        precondition(qualities.isEmpty || qualities.count == classes.count, "a quality a beat")
        var checked = classes
        for (beat, quality) in zip(classes.indices, qualities) {
            if let quality, quality < DetectionRecord.minClassQuality {
                guard checked[beat].label != .unclassifiable else { continue }
                checked[beat].setUnclassifiable(probability: 1 - quality)
            } else if classes[beat].label == .supraventricular,
                qualities[max(0, beat - 1)...min(classes.count - 1, beat + 1)].contains(where: {
                    ($0 ?? 1) < DetectionRecord.minGoodQuality
                })
            {
                checked[beat].label = .normal
            }
        }
        return checked
    }
}
