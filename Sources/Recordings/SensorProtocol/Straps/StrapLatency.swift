package import PhysioTypes

/// Published latency of a strap model's R-R intervals over the Bluetooth heart rate service.
///
/// Medians and quartiles of the time from an R peak of a synthetic ECG to the arrival of its interval:
/// Sabioni, Willen, Dual and Jacobsson 2025, Physiol. Meas. 46:085001, abstract. A normal distribution
/// with these quartiles has a standard deviation of their distance over 1.35.
///
/// ```swift
/// StrapLatency.model(named: "Polar H10 A1B2C3D4")?.medianSeconds  // 2.6
/// ```
package struct StrapLatency: Sendable, Equatable {
    /// Model as its makers call it.
    package let model: String
    /// Beginning or part of the name by which such a strap shows itself, in small letters.
    let namePart: String
    /// Latency, in s.
    package let medianSeconds: Double
    package let lowerQuartileSeconds: Double
    package let upperQuartileSeconds: Double

    /// Models with a published latency, in the order of their latency.
    package static let models = [
        StrapLatency(
            model: "Polar H10", namePart: "polar h10", medianSeconds: 2.6,
            lowerQuartileSeconds: 2.2, upperQuartileSeconds: 2.8),
        StrapLatency(
            model: "Wahoo TRACKR", namePart: "trackr", medianSeconds: 2.1,
            lowerQuartileSeconds: 1.9, upperQuartileSeconds: 2.4),
        StrapLatency(
            model: "Garmin HRM-Dual", namePart: "hrm-dual", medianSeconds: 0.7,
            lowerQuartileSeconds: 0.5, upperQuartileSeconds: 0.7),
        StrapLatency(
            model: "Movesense", namePart: "movesense", medianSeconds: 0.4,
            lowerQuartileSeconds: 0.2, upperQuartileSeconds: 0.5),
    ]

    /// Smallest standard deviation of an expected latency, in s: one study of a few straps says no more.
    static let minDeviationSeconds = 0.3

    /// The model of a strap by the name that it shows; nil for one without a published latency.
    package static func model(named name: String) -> StrapLatency? {
        let name = name.lowercased()
        return models.first { name.contains($0.namePart) }
    }

    /// Expected latency of a strap of this model.
    package var estimate: LatencyEstimate {
        LatencyEstimate(
            seconds: medianSeconds,
            deviationSeconds: max(
                Self.minDeviationSeconds,
                (upperQuartileSeconds - lowerQuartileSeconds) / 1.35))
    }
}
