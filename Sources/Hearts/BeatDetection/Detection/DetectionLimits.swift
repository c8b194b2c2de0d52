import PhysioTypes

/// The limits of a signal for R peaks to be found in it.
public enum DetectionLimits {
    /// The allowed sample rates; below them a QRS complex has too few samples, above them nothing
    /// is left to gain; Hz.
    public static let sampleRatesHz: ClosedRange<Double> = ECGSampleRates.allowedHz
}
