/// The usual heart rate variability of a person at rest, to which samples of the same measure are compared.
package struct HRVBaseline: Sendable, Hashable {
    /// The origin of the baseline.
    package enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The person's own setting.
        case setting
        /// The median of samples at a low heart rate.
        case measured
        /// The value is unknown: 50 ms, and what follows from it is half as sure.
        case assumed
    }

    /// Used where nothing is known; ms.
    package static let assumedMs = 50.0

    package var measure: HRVMeasure
    /// The value, above 0; ms.
    package var valueMs: Double
    package var origin: Origin

    package init(measure: HRVMeasure = .sdnn, valueMs: Double, origin: Origin) {
        self.measure = measure
        self.valueMs = valueMs
        self.origin = origin
    }

    /// Assumption for a person without data.
    package static let assumed = HRVBaseline(valueMs: assumedMs, origin: .assumed)
}
