import PhysioDSP
public import PhysioTypes

/// The breathing rate that the intervals themselves show, or why they show none.
///
/// The interval spectrum from 0.05 to 0.5 Hz, below half the mean beat rate, is searched for a
/// rhythm that noise and the vessels do not make. A rhythm counts as a line where one steady sine
/// explains most of its power in windows of 25 s (below 0.14 Hz) or 16 s (above). Below 0.14 Hz,
/// where the vessels have a rhythm near 0.1 Hz that is a band, only a line is a breath; above, a
/// band that stands out of its flanks is one too: free breathing. A rhythm whose phase follows
/// twice or three times that of a lower one is its harmonic, and the lower one is the breath. A
/// rhythm that is not clearly higher at its own frequency than at the beat rate less it may be the
/// image of a breath above half the beat rate. Where two of these disagree there is no number.
///
/// Recordings above ``maxSeconds`` are cut into equal parts of about ``partSeconds``, at most
/// ``maxParts`` of them evenly spread: the median of those that have a rate, absent unless more
/// than half have one.
///
/// ```swift
/// let rate = BreathingRate(nn)
/// rate.breathsPerMinute.map(String.init) ?? rate.absence?.text
/// ```
///
/// - SeeAlso: Charlton 2016, Physiol. Meas. 37:610, doi 10.1088/0967-3334/37/4/610 (what such
///   estimates are worth). The tests and their levels are ours.
public struct BreathingRate: Sendable, Equatable {
    /// The reason that there is no rate.
    public enum AbsenceReason: String, Sendable, CaseIterable {
        /// Fewer than ``BreathingRate/minSeconds`` or 20 plausible intervals.
        case tooShort
        /// Nothing stands out of the noise; constant intervals too.
        case noRhythm
        /// No rhythm but one below 0.14 Hz, as broad as the vessels' own.
        case slowWaves
        /// Two rhythms, or a harmonic of which it is not clear that it is one.
        case ambiguous
        /// A rhythm that cannot be distinguished from the image of a breath above half the beat
        /// rate.
        case aboveHalfBeatRate

        /// The reason in words.
        public var text: String {
            switch self {
            case .tooShort: "too few intervals to see breathing in"
            case .noRhythm: "no rhythm of breathing stands out of the noise"
            case .slowWaves: "a slow rhythm that may be the vessels' own and not the breath"
            case .ambiguous: "more than one rhythm may be the breath"
            case .aboveHalfBeatRate:
                "the rhythm may be the image of a breath above half the beat rate"
            }
        }
    }

    /// Frequency of the breath; Hz; nil where it is not known.
    public let peakHz: Double?
    /// The reason that there is no frequency; nil where there is one.
    public let absence: AbsenceReason?

    /// The band in which a breath is sought: 3 to 30 a minute.
    public static let searchBand: FrequencyBand = {
        guard let band = FrequencyBand(lowHz: 0.05, highHz: 0.5) else {
            preconditionFailure("the band ascends")
        }
        return band
    }()
    /// Time that intervals must cover: three periods of the slowest breath by a pacer (4 a
    /// minute), twelve of a free one; s.
    public static let minSeconds = 50.0
    /// Maximum length of a segment that is searched as one; s: in longer ones the phase of a paced breath
    /// whose period varies by 3 % wanders too far for a line.
    public static let maxSeconds = 450.0
    /// Length of the parts of a longer one, about; s.
    public static let partSeconds = 300.0
    /// Parts that are searched of a longer recording, at most: one in half an hour of a day.
    public static let maxParts = 48

    /// The rate of a person who breathes as they like, or by an unknown pacer.
    ///
    /// - Parameter band: where the breath lies; Hz; lines below it are not looked at.
    /// - Complexity: O(n T) for n intervals in a segment of T, below a millisecond for 5 minutes;
    ///   bounded by ``maxParts`` segments; allocates.
    public init(_ nn: NNSeries, band: FrequencyBand = searchBand) {
        let outcomes = Self.parts(of: nn).map { Self.outcome($0, band) }
        let rates = outcomes.compactMap { outcome -> Double? in
            if case .rate(let hz) = outcome { hz } else { nil }
        }
        if 2 * rates.count > outcomes.count,
            let medianHz = Statistics.quantile(0.5, ofSorted: rates.sorted())
        {
            (peakHz, absence) = (medianHz, nil)
            return
        }
        let reasons = outcomes.compactMap { outcome -> AbsenceReason? in
            if case .absent(let reason) = outcome { reason } else { nil }
        }
        let counts = AbsenceReason.allCases.map { reason in
            (reason: reason, count: reasons.count { $0 == reason })
        }
        (peakHz, absence) = (nil, counts.max { $0.count < $1.count }?.reason)
    }

    /// 60 times the breath's frequency; breaths/min.
    public var breathsPerMinute: Double? { peakHz.map { 60 * $0 } }

    private static func outcome(_ nn: NNSeries, _ band: FrequencyBand) -> BreathSearch.Outcome {
        guard nn.count >= IntervalFourierTransform.minCount, nn.coveredSeconds >= minSeconds else {
            return .absent(.tooShort)
        }
        return BreathSearch(nn, band: band)?.outcome() ?? .absent(.noRhythm)
    }

    private static func parts(of nn: NNSeries) -> [NNSeries] {
        guard nn.durationSeconds > maxSeconds else { return [nn] }
        let count = max(2, Int((nn.durationSeconds / partSeconds).rounded()))
        let length = nn.durationSeconds / Double(count)
        let partCount = min(count, maxParts)
        return (0..<partCount).map { index in
            let start =
                nn.startSeconds + length * Double((2 * index + 1) * count / (2 * partCount))
            return nn.window(startSeconds: start, endSeconds: start + length)
        }
    }
}
