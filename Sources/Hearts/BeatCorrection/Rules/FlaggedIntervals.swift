import PhysioDSP
import PhysioTypes

/// A rule whose source says which intervals are wrong, but not what is wrong with them.
protocol FlaggingRule: BeatRule {
    func flaggedIntervals(_ intervalsMs: [Double]) -> FlaggedIntervals
}

extension FlaggingRule {
    public func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
        flaggedIntervals(intervalsMs).kinds(of: intervalsMs)
    }
}

/// The intervals that a rule finds wrong, and how near it wants sound ones to be.
///
/// The kind of artefact is decided alike for all rules, and is ours: with the median of the
/// 11 intervals around as reference, a wrong interval is
///
/// - too long and half of it within the tolerance of the reference: a missed beat;
/// - too short and its sum with the next one within the tolerance: an extra beat;
/// - with the next or the previous one within the tolerance of two references: an ectopic beat;
/// - otherwise long or short.
struct FlaggedIntervals: Equatable {
    /// The largest allowed distance of an interval from its reference.
    enum Tolerance: Equatable {
        case share(Double)
        case ms(Double)

        func ms(at reference: Double) -> Double {
            switch self {
            case .share(let share): share * reference
            case .ms(let ms): ms
            }
        }
    }

    var isFlagged: [Bool]
    let tolerance: Tolerance

    static let referenceIntervalCount = 11

    func kinds(of intervals: [Double]) -> [CorrectionEvent.Kind?] {
        var kinds = [CorrectionEvent.Kind?](repeating: nil, count: intervals.count)
        guard isFlagged.contains(true) else { return kinds }
        let medians = RollingQuantiles(window: Self.referenceIntervalCount, probabilities: [0.5])(
            intervals)[0]
        var index = 0
        while index < intervals.count {
            defer { index += 1 }
            guard isFlagged[index] else { continue }
            let (interval, reference) = (intervals[index], medians[index])
            let tolerance = tolerance.ms(at: reference)
            let next = index + 1 < intervals.count ? intervals[index + 1] : nil
            let isLong = interval > reference
            if isLong, abs(interval / 2 - reference) < tolerance {
                kinds[index] = .missed
            } else if !isLong, let next, abs(interval + next - reference) < tolerance {
                kinds[index] = .extra
                index += 1
            } else if let next, abs(interval + next - 2 * reference) < tolerance {
                kinds[index] = .ectopic
                index += 1
            } else if index > 0, kinds[index - 1] == nil,
                abs(intervals[index - 1] + interval - 2 * reference) < tolerance
            {
                kinds[index - 1] = .ectopic
            } else {
                kinds[index] = isLong ? .long : .short
            }
        }
        return kinds
    }
}
