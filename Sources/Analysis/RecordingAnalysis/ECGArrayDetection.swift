public import BeatDetection
public import HRVPipeline
import PhysioDSP
import PhysioTypes

/// Finds the beats in an ECG of another program, whose samples may be anything.
///
/// ```swift
/// let found = samples.withUnsafeBufferPointer { ArrayECG(rateHz: 250).beats($0) }
/// found.record.beats.count
/// ```
public struct ECGArrayDetection: Sendable {
    private let rateHz: Double
    private let detector: PublishedDetector?

    /// Samples at a time: some minutes.
    private static let blockSize = 1 << 14
    /// Larger numbers are no voltage in any unit; their squares would be beyond a double.
    private static let maxMagnitude = 1e100

    /// - Parameter rateHz: samples a second, in ``DetectionLimits/sampleRatesHz``.
    /// - Parameter detector: a published detector; nil for the toolkit's own.
    public init(rateHz: Double, detector: PublishedDetector? = nil) {
        self.rateHz = rateHz
        self.detector = detector
    }

    /// The beats, and how they were found. It ends early where a `Cancellation` is wanted.
    ///
    /// - Parameter samples: in any unit; what is not finite, or no voltage in any unit, is missing.
    /// - Complexity: O(n) for n samples, but for what a published detector does.
    public func beats(
        _ samples: UnsafeBufferPointer<Double>
    ) -> DetectionPipeline.Output {
        var pipeline = DetectionPipeline(
            signal: SignalDescription(name: "ECG", unit: "", sampleRateHz: rateHz),
            published: detector, classifiesBeats: true)
        var firstSample = 0
        while firstSample < samples.count, !Cancellation.isRequested {
            let end = min(samples.count, firstSample + Self.blockSize)
            let block = samples[firstSample..<end].map { abs($0) <= Self.maxMagnitude ? $0 : .nan }
            pipeline.push(block, firstSample: firstSample)
            firstSample = end
        }
        return pipeline.finish()
    }
}
