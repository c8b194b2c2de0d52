import BeatDetection
import PhysioTypes

/// Hands the recorded segments of an ECG to a detector that looks at whole signals.
///
/// A short gap is filled, so that the detector keeps what it has learned; a longer one ends the
/// segment, and the detector begins anew behind it. Memory: twice what was recorded of the longest
/// segment, whatever the gaps.
struct SegmentedDetector {
    let detector: PublishedDetector
    private let sampleRateHz: Double
    /// The current segment, and its position in the signal.
    private var samples: [Double] = []
    private var firstSample = 0
    /// Samples where recording continued after each gap that the segment begins with or contains.
    private var resumeSampleIndices: [Int] = []
    private var beats: [DetectedBeat] = []

    /// Gaps that are filled; s. The detectors need as much before they find the first beat.
    private static let maxFilledGapSeconds = 3.0

    init(_ detector: PublishedDetector, sampleRateHz: Double) {
        self.detector = detector
        self.sampleRateHz = sampleRateHz
    }

    mutating func add(_ samples: [Double]) { self.samples += samples }

    /// Passes over samples that were not recorded: no interval crosses them.
    mutating func skip(_ count: Int) {
        guard count > 0 else { return }
        // Shorter than what was recorded since the gap before: fillings never are most of a segment.
        let recordedSampleCount =
            samples.count - max(0, (resumeSampleIndices.last ?? 0) - firstSample)
        if count <= recordedSampleCount, Double(count) <= Self.maxFilledGapSeconds * sampleRateHz {
            samples += [Double](repeating: .nan, count: count)
        } else {
            endSegment()
            firstSample += count
        }
        resumeSampleIndices.append(firstSample + samples.count)
    }

    /// The beats of all segments, in the order of their times.
    consuming func finish() -> [DetectedBeat] {
        endSegment()
        return beats
    }

    private mutating func endSegment() {
        var gaps = resumeSampleIndices[...]
        for index in detector.detect(samples, sampleRateHz: sampleRateHz) {
            var beat = DetectedBeat(sample: Double(firstSample) + index)
            while let gap = gaps.first, Double(gap) <= beat.sample {
                beat.isAfterGap = true
                gaps.removeFirst()
            }
            beats.append(beat)
        }
        firstSample += samples.count
        samples.removeAll(keepingCapacity: true)
        resumeSampleIndices = Array(gaps)
    }
}
