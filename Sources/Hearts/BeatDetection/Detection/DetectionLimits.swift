import PhysioTypes

/// What a signal must be for R peaks to be found in it.
public enum DetectionLimits {
    /// Below it a QRS complex has too few samples; above it nothing is left to gain; Hz.
    public static let sampleRatesHz: ClosedRange<Double> = ECGSampleRates.allowedHz
}
