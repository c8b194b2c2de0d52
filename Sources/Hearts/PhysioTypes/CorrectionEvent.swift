/// One thing a correction of heart beats found, and what it made of it.
///
/// Beat `i` is the one that ends interval `i` of the raw series, which itself is never changed. A
/// log of events in order states the whole way from the raw to the corrected series.
public struct CorrectionEvent: Sendable, Equatable, Codable {
    /// The kind of artefact in a beat or an interval.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A beat was not seen: the interval that the beat ends is two.
        case missed
        /// The beat is none: the two intervals that it bounds are one.
        case extra
        /// The beat came early or late and the next one did not: the two intervals that it bounds
        /// have the wrong lengths and the right sum.
        case ectopic
        /// The interval that the beat ends is too long, for no known reason.
        case long
        /// The interval that the beat ends is too short, for no known reason.
        case short
        /// The interval that the beat ends has a length no interval can have.
        case range
        /// The interval that the beat ends does not follow the one before it.
        case gap
    }

    public let kind: Kind
    /// Index of the beat in question in the raw series. An artefact that shows only after others are corrected
    /// has the index of the raw interval in which its beat lies.
    public let beatIndex: Int
    /// Name of the rule that found it; `annotation` where the recording says so itself, `recording`
    /// for its gaps and for lengths outside ``RRSeries/plausibleRangeMs``.
    public let rule: String
    /// The number of the pass over the beats in which it was found; from 1 on. Later passes see
    /// what the earlier ones corrected.
    public let pass: Int
    /// The intervals in question before; ms.
    public let oldIntervalsMs: [Double]
    /// Intervals that replace them; ms; none where they were left out, the old ones where they
    /// were only marked.
    public let newIntervalsMs: [Double]

    /// Number of raw beats that are artefacts: those inside the old intervals, and at least one. None where the
    /// recording itself says that a beat is not normal, or that beats are not known.
    public var beatCount: Int {
        kind == .gap || rule == "annotation" ? 0 : max(1, oldIntervalsMs.count - 1)
    }

    public init(
        kind: Kind, beatIndex: Int, rule: String, pass: Int = 1, oldIntervalsMs: [Double],
        newIntervalsMs: [Double]
    ) {
        self.kind = kind
        self.beatIndex = beatIndex
        self.rule = rule
        self.pass = pass
        self.oldIntervalsMs = oldIntervalsMs
        self.newIntervalsMs = newIntervalsMs
    }
}
