/// A heart beat found in an ECG.
public struct DetectedBeat: Sendable, Equatable {
    /// Kind of a beat, as far as shape and prematurity show it.
    public enum Kind: UInt8, Sendable {
        /// A beat of the recording's dominant shape that is not early.
        case normal
        /// Early, or of another shape: no part of an NN interval.
        case other
        /// Its shape cannot be distinguished from noise.
        case unclassified
    }

    /// Position of the R peak, counted from the first sample of the signal; between two samples as a
    /// rule.
    public var sample: Double
    /// Kind of the beat; nil where the detector reports no kinds.
    public var kind: Kind?
    /// The quality of the signal around the beat: 0 (the beat cannot be seen in it) ... 1; nil
    /// where nothing measured it.
    public var quality: Double?
    /// True if the beat was found by looking back, after a later beat may have been reported.
    public var isFromSearchBack: Bool
    /// True if samples are missing between this beat and the one before, so that no interval ends
    /// here.
    public var isAfterGap: Bool

    public init(
        sample: Double, kind: Kind? = nil, quality: Double? = nil, isFromSearchBack: Bool = false,
        isAfterGap: Bool = false
    ) {
        self.sample = sample
        self.kind = kind
        self.quality = quality
        self.isFromSearchBack = isFromSearchBack
        self.isAfterGap = isAfterGap
    }

    /// Indicates whether nothing is known against it as a bound of an NN interval: it is normal, or its
    /// kind is not stated.
    public var canBoundNN: Bool { kind == nil || kind == .normal }
}
