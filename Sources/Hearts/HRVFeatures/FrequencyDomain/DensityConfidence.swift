import PhysioDSP

/// The confidence interval of a power spectral density.
public enum DensityConfidence {
    /// The probability with which tables and charts give their intervals.
    public static let level = 0.95

    /// The factors that turn a density into the ends of its interval.
    ///
    /// - Parameter degreesOfFreedom: above 0; infinite gives 1...1.
    /// - SeeAlso: ``PowerSpectrum/confidenceFactors(level:)``, which states what they hold for.
    public static func factors(degreesOfFreedom: Double) -> ClosedRange<Double> {
        PowerSpectrum(firstHz: 0, stepHz: 1, density: [], degreesOfFreedom: degreesOfFreedom)
            .confidenceFactors(level: level)
    }
}
