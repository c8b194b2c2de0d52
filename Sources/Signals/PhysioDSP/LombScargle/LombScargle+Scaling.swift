extension LombScargle {
    /// The factor of the explained share p; u is the values' unit, n their number.
    public enum Scaling: Sendable, Equatable {
        /// p itself: 0 ... 1, no unit.
        case standard
        /// n YY p / 2, half of what the fit takes off the sum of squares; u^2. Of a sine of
        /// amplitude A on many samples: n A^2 / 4.
        case unnormalised
        /// The one-sided density T YY p / (n sum w^2); u^2/Hz: its integral over frequency is the
        /// variance. T, the time the samples stand for, is their span less its gaps; s; 0 or more.
        case density(coveredSeconds: Double)

        /// The factor of the explained variance YY p.
        func factor(_ samples: WeightedSamples) -> Double {
            let count = Double(samples.count)
            switch self {
            case .standard: return 1 / samples.moments.variance
            case .unnormalised: return count / 2
            case .density(let seconds):
                precondition(seconds >= 0, "samples stand for 0 s or more")
                return seconds / (count * samples.moments.square_sum)
            }
        }
    }

    /// The greatest deviation of the engines from the exact value.
    public enum Accuracy: Sendable, CaseIterable {
        /// 1e-12 of the highest peak.
        case full
        /// 1e-8 of the highest peak: ``Engine/nonuniformTransform`` on a coarser grid.
        case fast

        /// Error of the transform, relative to the sum of the values' magnitudes.
        var transformTolerance: Double {
            switch self {
            case .full: 1e-14
            case .fast: 1e-9
            }
        }
    }
}

/// Evenly spaced frequencies: first, first + step ... (exactly; no step is rounded on the way).
public struct FrequencyGrid: Sendable, Equatable {
    /// Hz; 0 or above.
    public let firstHz: Double
    /// Hz; above 0.
    public let stepHz: Double
    /// 1 ... 2^26.
    public let count: Int

    /// - Precondition: the ranges above; both frequencies finite.
    public init(firstHz: Double, stepHz: Double, count: Int) {
        precondition(
            firstHz >= 0 && stepHz > 0 && firstHz.isFinite && stepHz.isFinite,
            "a grid begins at 0 Hz or above and ascends")
        precondition((1...(1 << 26)).contains(count), "a grid has 1 to 2^26 frequencies")
        self.firstHz = firstHz
        self.stepHz = stepHz
        self.count = count
    }
}
