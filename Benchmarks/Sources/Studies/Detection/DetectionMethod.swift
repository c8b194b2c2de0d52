import BeatDetection

/// A detector of ours: whole signals in, R peaks out.
public struct DetectionMethod: Sendable {
    /// The name as in `hrv detect --detector`.
    public let name: String
    private let baseline: PublishedDetector?

    /// The one that is used where none is named.
    public static let standard = DetectionMethod(name: "resonant", baseline: nil)
    /// The standard detector, and the published ones written anew for comparison.
    public static let all =
        [standard]
        + PublishedDetector.allCases.map { DetectionMethod(name: $0.rawValue, baseline: $0) }

    /// Samples from the first one, ascending.
    ///
    /// - Precondition: the rate lies within ``DetectionLimits/sampleRatesHz``.
    public func positions(_ samples: [Double], sampleRateHz: Double) -> [Double] {
        if let baseline { return baseline.detect(samples, sampleRateHz: sampleRateHz) }
        var detector = RPeakDetector(sampleRateHz: sampleRateHz)
        var positions: [Double] = []
        detector.push(samples) { beat, _ in positions.append(beat.sample) }
        detector.finish { beat, _ in positions.append(beat.sample) }
        return positions.sorted()
    }
}
