import PhysioDSP
public import PhysioTypes

/// Classes the beats of a recording as normal, supraventricular or ventricular (ANSI/AAMI EC57: N, S, V).
///
/// The leads are taken as they come; the whole recording is known when its beats are classed. By shape (against
/// the person's own normal beat), time, and the other beats of the same shape. Fusion and paced beats are not
/// distinguished: they are classed as what they look like. `Guides/beat-classes.md` says how well it does.
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
    /// A shape whose beats are as rarely early, and whose P waves are as alike, is a conduction block.
    private static let blockEarlyShare = 0.25
    private static let blockPCorrelation = 0.6

    private var leads: [ClassLead]

    /// - Parameter sampleRatesHz: one a lead; at least one.
    /// - Precondition: the rates are within ``DetectionLimits/sampleRatesHz``.
    public init(sampleRatesHz: [Double]) {
        precondition(!sampleRatesHz.isEmpty, "beats are classed in at least one lead")
        leads = sampleRatesHz.map(ClassLead.init)
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
        var signals: [[Float]] = []
        while !leads.isEmpty { signals.append(leads.removeFirst().finish()) }
        let count = signals.map(\.count).min() ?? 0
        guard count > 0, !seconds.isEmpty else { return [] }
        return Self.classes(leads: signals.map { Array($0.prefix(count)) }, seconds: seconds)
    }

    /// Class of each beat of a signal that is known as a whole.
    ///
    /// - Parameter leads: at ``ClassLead/rateHz``, equally long, not empty.
    /// - Parameter seconds: times of the R peaks from the first sample on; ascending, at least one.
    static func classes(leads: [[Float]], seconds: [Double]) -> [BeatClassEstimate] {
        var measures = BeatMeasures(leads: leads, seconds: seconds)
        measures.measureIntervals()
        let ventricularProbabilities = ventricular(&measures)
        let supraventricularProbabilities = supraventricular(
            &measures, ventricularProbabilities)
        let fibrillation = measures[.af]
        return seconds.indices.map { beat in
            let ventricular = ventricularProbabilities[beat]
            let supraventricular = supraventricularProbabilities[beat]
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
                supraventricularProbability: (1 - ventricular) * supraventricular)
            estimate.isInAtrialFibrillation = fibrillation[beat] > 0.5
            estimate.evidence = measures.evidence(beat)
            return estimate
        }
    }

    private static func ventricular(_ measures: inout BeatMeasures) -> [Double] {
        let first = BeatClassModel.ventricularShape.probabilities(measures)
        measures.setNeighbours(first, beyond: true)
        measures[.lv] = first.map { probability in
            let limited = min(max(probability, 0.005), 0.995)
            return PlatformMath.log(limited / (1 - limited))
        }
        measures[.kl] = ShapeMeans(seconds: measures.seconds, labels: measures.labels).means(
            of: measures[.lv])
        let second = BeatClassModel.ventricularContext.probabilities(measures)
        return second.indices.map { beat in
            let isBlock =
                measures[.kpc, beat] > blockPCorrelation
                && measures[.early2, beat] < blockEarlyShare
            return isBlock ? 0 : second[beat]
        }
    }

    /// Returns the probability that each beat is supraventricular, if it is not ventricular.
    private static func supraventricular(
        _ measures: inout BeatMeasures, _ ventricular: [Double]
    ) -> [Double] {
        measures.measureRuns(isVentricular: ventricular.map { $0 > ventricularThreshold })
        measures.setNeighbours(ventricular, beyond: false)
        let found = BeatClassModel.supraventricular.probabilities(measures)
        return found.indices.map { beat in
            if measures[.run, beat] > 0.5 { return runProbability }
            let isExcluded = measures[.norun, beat] > 0.5 || measures[.af, beat] > 0.5
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
            intervalRatio: ratio(.rs), widthRatio: ratio(.wid), similarity: Float(self[.sim, beat]))
    }

    fileprivate mutating func setNeighbours(_ probabilities: [Double], beyond: Bool) {
        func shifted(_ distance: Int) -> [Double] {
            probabilities.indices.map { beat in
                let index = beat + distance
                return probabilities.indices.contains(index) ? probabilities[index] : 0
            }
        }
        self[.p1] = shifted(-1)
        self[.n1] = shifted(1)
        guard beyond else { return }
        self[.p2] = shifted(-2)
        self[.n2] = shifted(2)
    }
}
