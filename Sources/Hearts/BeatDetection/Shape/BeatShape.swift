import CHeartKernels
public import PhysioTypes

/// A heart beat looked at closely: where its R peak is, of what shape it is, and how good it is.
public struct BeatShape: Sendable, Equatable {
    /// Position of the R peak from the first sample of the signal; between two samples as a rule.
    public let sample: Double
    public let kind: DetectedBeat.Kind
    /// The quality of the signal around it: 0 ... 1; 0.5 where signal to noise is 6 dB.
    public let quality: Double
    /// The correlation with the average of the shape that fits best: 0 ... 1.
    public let correlation: Double
    /// The interval it ends over the one expected; nil where nothing is expected yet.
    public let intervalRatio: Double?
    /// Highest less lowest value within 60 ms: R to S, as a rule; unit of the samples, as below.
    public let rangeMillivolts: Double
    /// Integral over 40 ms either side, above the level 60 to 80 ms before; mV s.
    public let areaMillivoltSeconds: Double
    /// The steepest part of the QRS complex; mV/s; not negative.
    public let slopeMillivoltsPerSecond: Double
    /// Standard deviation; mV.
    public let noiseMillivolts: Double
    /// The index among the current shapes; nil where the beat could not be assigned.
    public let shape: Int?
    /// True if the R peak stays at one value for 16 ms and 3 samples or more: at the end of the
    /// range.
    public let isClipped: Bool

    /// True if ``sample`` is the R peak's; otherwise it is the given position.
    public var isLocated: Bool { shape != nil }

    init(_ beat: ck_beat_shape_beat, firstSample: Int) {
        sample = Double(firstSample) + beat.position
        kind =
            switch beat.kind {
            case CK_BEAT_NORMAL: .normal
            case CK_BEAT_OTHER: .other
            default: .unclassified
            }
        quality = beat.quality
        correlation = beat.correlation
        intervalRatio = beat.interval_ratio > 0 ? beat.interval_ratio : nil
        rangeMillivolts = beat.range_mv
        areaMillivoltSeconds = beat.area_mv_s
        slopeMillivoltsPerSecond = beat.slope_mv_per_s
        noiseMillivolts = beat.noise_mv
        shape = beat.is_placed != 0 ? Int(beat.shape) : nil
        isClipped = beat.is_clipped != 0
    }
}
