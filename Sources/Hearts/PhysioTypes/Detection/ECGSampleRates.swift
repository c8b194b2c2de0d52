/// The sample rates at which an ECG can be read for its beats.
package enum ECGSampleRates {
    /// Below it a QRS complex has too few samples; above it nothing is left to gain; Hz.
    package static let allowedHz: ClosedRange<Double> = 100...4000

    /// What a caller has to keep to.
    package static let rangeMessage =
        "a rate lies in \(Int(allowedHz.lowerBound)) ... \(Int(allowedHz.upperBound)) Hz"
}
