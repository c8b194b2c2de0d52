/// Class of a beat by ANSI/AAMI EC57.
public enum BeatClass: UInt8, Sendable, CaseIterable {
    /// Begun in the sinus node; bundle branch blocks too.
    case normal
    /// Begun early above the ventricles.
    case supraventricular
    /// Begun in the ventricles.
    case ventricular
    /// Paced, or in a signal that does not show what it is.
    case unclassifiable
    /// Begun in the ventricles and in the sinus node at once.
    case fusion

    /// One letter, as the standard has it.
    public var letter: Character {
        switch self {
        case .normal: "N"
        case .supraventricular: "S"
        case .ventricular: "V"
        case .unclassifiable: "Q"
        case .fusion: "F"
        }
    }
}

/// The class of a beat, and how probable the others are.
public struct BeatClassEstimate: Sendable, Equatable {
    public package(set) var label: BeatClass
    /// Indicates that the intervals around are irregular as in atrial fibrillation, with no P wave.
    package var isInAtrialFibrillation = false
    /// The measures that speak most for a class; nil where they are not known.
    package var evidence: Evidence?

    /// The measures of a beat against the person's normal beat and the intervals around it.
    package struct Evidence: Sendable, Equatable {
        /// Interval before the beat over the median of those around it.
        package let intervalRatio: Float
        /// Width of the QRS complex over that of the normal beat.
        package let widthRatio: Float
        /// Similarity with the normal beat; 1 where equal.
        package let similarity: Float

        package init(intervalRatio: Float, widthRatio: Float, similarity: Float) {
            self.intervalRatio = intervalRatio
            self.widthRatio = widthRatio
            self.similarity = similarity
        }
    }

    private var ventricular: Float
    private var supraventricular: Float
    private var unclassifiable: Float
    private var fusion: Float

    public init(
        label: BeatClass, ventricularProbability: Double, supraventricularProbability: Double,
        unclassifiableProbability: Double = 0, fusionProbability: Double = 0
    ) {
        self.label = label
        ventricular = Float(ventricularProbability)
        supraventricular = Float(supraventricularProbability)
        unclassifiable = Float(unclassifiableProbability)
        fusion = Float(fusionProbability)
    }

    /// Makes the beat one of class F; what remains of the probability is shared as before.
    package mutating func setFusion(probability: Double) {
        label = .fusion
        let remaining = Float(1 - probability) / (1 - fusion)
        ventricular *= remaining
        supraventricular *= remaining
        unclassifiable *= remaining
        fusion = Float(probability)
    }

    /// Makes the beat one of class Q; what remains of the probability is shared as before.
    package mutating func setUnclassifiable(probability: Double) {
        label = .unclassifiable
        let remaining = Float(1 - probability) / (1 - unclassifiable)
        ventricular *= remaining
        supraventricular *= remaining
        fusion *= remaining
        unclassifiable = Float(probability)
    }

    /// Probability that the beat is ventricular.
    public var ventricularProbability: Double { Double(ventricular) }
    /// Probability that the beat is supraventricular.
    public var supraventricularProbability: Double { Double(supraventricular) }
    /// Probability that the beat is paced or cannot be classed.
    public var unclassifiableProbability: Double { Double(unclassifiable) }
    /// Probability that the beat is a fusion of a ventricular and a normal one.
    public var fusionProbability: Double { Double(fusion) }
    /// Probability of ``label``.
    public var probability: Double {
        switch label {
        case .normal:
            max(
                0,
                1 - ventricularProbability - supraventricularProbability
                    - unclassifiableProbability - fusionProbability)
        case .supraventricular: supraventricularProbability
        case .ventricular: ventricularProbability
        case .unclassifiable: unclassifiableProbability
        case .fusion: fusionProbability
        }
    }
}
