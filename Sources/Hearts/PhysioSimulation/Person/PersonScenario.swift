/// Conditions under which people of a population are simulated.
///
/// Where two conditions differ in noise, artefacts or drift only, the person of one index is the same
/// in both but for that.
public enum PersonScenario: String, Sendable, CaseIterable {
    /// Noise as in ``PersonPopulation``; 0.2 % of beats early, 0.2 % of them misread.
    case base
    /// 0.4 of the noise, no artefacts.
    case clean
    /// 1.8 times the noise, 1.5 times the changes of gain; 1 % early, 1 % misread.
    case noisy
    /// A resonance that drifts by 0.5 % a minute (standard deviation) instead of 0.15 %.
    case strongDrift = "strong-drift"
    /// Best rates about 5.2 breaths/min.
    case low
    /// Best rates about 6.2 breaths/min.
    case high
    /// People who lose little RSA amplitude one breath/min off the best rate
    /// (``PersonPopulation/maxFlatShareLost``).
    case flat

    var noiseFactor: Double {
        switch self {
        case .clean: 0.4
        case .noisy: 1.8
        default: 1
        }
    }

    var gainNoiseFactor: Double { self == .noisy ? 1.5 : 1 }

    /// Share of early beats, and of beats that the sensor misreads.
    var artefactShare: Double {
        switch self {
        case .clean: 0
        case .noisy: 0.01
        default: 0.002
        }
    }

    var driftDeviationPerMinute: Double { self == .strongDrift ? 0.005 : 0.0015 }

    /// Mean of the normal distribution of best rates; breaths/min.
    var meanBreathsPerMinute: Double {
        switch self {
        case .low: 5.2
        case .high: 6.2
        default: 5.6
        }
    }
}
