/// The sample rates at which an ECG can be read for its beats.
package enum ECGSampleRates {
    /// The allowed sample rates; Hz: below them a QRS complex has too few samples; above them
    /// nothing more is gained.
    package static let allowedHz: ClosedRange<Double> = 100...4000

    /// The rule for sample rates that a caller has to follow.
    package static let rangeMessage =
        "a rate lies in \(Int(allowedHz.lowerBound)) ... \(Int(allowedHz.upperBound)) Hz"
}
