public import PhysioTypes

/// The beat classification of Lipponen and Tarvainen.
///
/// With d the differences of successive intervals and m the distances of intervals from the median
/// of the 11 around them (doubled where negative), u = d / Th1 and v = m / Th2; both thresholds are
/// 5.2 times the quartile deviation of |d| or |m| over the 91 beats around. A beat with |u| <= 1 is
/// sound. Of the others, u against its neighbours shows an ectopic beat; u against the next two, or
/// |v| > 3, a long or a short interval, which is a missed or an extra beat where half of it, or its
/// sum with the next one, comes within Th2 of the median.
///
/// Both thresholds are at least 10 ms here: a steady rhythm has a quartile deviation of 0. The
/// series is thought to begin with one interval of its mean length, differences are mirrored at the
/// ends, windows end where the series does, and the last beat and mostly the one before it are not
/// judged: so an error in the last two intervals is not found.
///
/// - SeeAlso: Lipponen and Tarvainen 2019, J. Med. Eng. Technol. 43:173, doi
///   10.1080/03091902.2019.1640306: thresholds, subspaces, figure 1.
public struct LipponenRule: BeatRule, Equatable {
    /// Beats over which a quartile deviation is taken.
    public static let quartileWindowBeatCount = 91
    /// Intervals over which a median is taken.
    public static let medianWindowIntervalCount = 11
    /// Quartile deviations a threshold has: 3.5 standard deviations of a normal distribution.
    public var thresholdFactor = 5.2
    /// The slope of the two lines that separate ectopic beats from others.
    public var ectopicSlope = 0.13
    public var ectopicOffset = 0.17
    /// Largest |v| of a sound interval, for beats that are judged at all.
    public var maxMedianDistance = 3.0
    /// Least value of both thresholds; ms; ours.
    public var minThresholdMs = 10.0
    /// True if a beat is also judged where |u| <= 1 and |v| exceeds its limit, as in the figure of
    /// the paper, but not in programs.
    public var followsPaperStrictly: Bool

    public let passLimit = 10
    /// Half of both windows, the subspaces, and a few beats that one after the other exceed Th1.
    public let reach: Int? = quartileWindowBeatCount / 2 + medianWindowIntervalCount / 2 + 10
    public var name: String { followsPaperStrictly ? "lipponen-strict" : "lipponen" }

    public init(followsPaperStrictly: Bool = false) {
        self.followsPaperStrictly = followsPaperStrictly
    }

    /// - Complexity: O(n); allocates the result, and memory for blocks of some thousand beats.
    public func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
        var kinds = [CorrectionEvent.Kind?](repeating: nil, count: intervalsMs.count)
        guard intervalsMs.count >= 2 else { return kinds }
        var beats = LipponenBeats(intervalsMs, rule: self)
        var lastEctopic = (beat: -1, size: 0.0)
        for (beat, kind, u) in beats.classifiedBeats() where beat > 0 {
            let index = beat - 1
            guard kind == .ectopic else {
                kinds[index] = kind
                continue
            }
            // The difference of two intervals is an extreme: the beat they share is displaced. Of
            // two such in a row the larger one decides which.
            if lastEctopic.beat == beat - 1, index > 1, abs(u) > lastEctopic.size {
                kinds[index - 2] = nil
            }
            lastEctopic = (beat, abs(u))
            if index == 0 {
                kinds[0] = u > 0 ? .long : .short
            } else if kinds[index - 1] != .extra, kinds[index - 1] != .missed {
                kinds[index - 1] = .ectopic
            }
        }
        return kinds
    }
}
