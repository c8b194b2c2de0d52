/// Something wrong with one beat of a simulated series.
public struct SimulatedArtefact: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        /// The beat is not seen: its two intervals are one.
        case missed
        /// One more beat is seen in the interval that the beat ends.
        case extra
        /// The beat comes early, and the next one in its time.
        case ectopic
        /// The beat comes late, and the next one in its time.
        case late
        /// The interval that the beat ends is longer, and every later beat comes later.
        case long
        /// The interval that the beat ends is shorter, and every later beat comes earlier.
        case short

        /// Indicates whether the beats that are not affected keep their times.
        public var keepsTime: Bool { self != .long && self != .short }

        /// Shares of an interval that an artefact of this kind may have: where an extra beat lies in it,
        /// or by how much a length changes. The interval is the one before the beat, for late beats the
        /// one after.
        public var intervalShareRange: ClosedRange<Double> {
            switch self {
            case .missed: 1...1
            case .extra: 0.25...0.75
            case .ectopic: 0.20...0.40
            case .late: 0.15...0.30
            case .long: 0.25...0.50
            case .short: 0.25...0.45
            }
        }
    }

    public let kind: Kind
    /// The beat in question; of the true series, in which beat 0 begins interval 0.
    public let beatIndex: Int
    /// The observed intervals that are not what they should be: two of extra, ectopic and late
    /// beats, one of the others. Two artefacts may share one.
    public let intervals: Range<Int>
    /// The time by which the beat comes later than it should; ms; below 0 where earlier. In `long`
    /// and `short` every later beat does too. 0 for missed and extra beats.
    public let displacementMs: Double
}
