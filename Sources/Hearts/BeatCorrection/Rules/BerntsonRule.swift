import PhysioDSP

/// An interval is wrong where it differs from its neighbours by more than a criterion that the
/// person's own beats set.
///
/// The criterion lies midway between the largest difference to be expected of sound beats, MED =
/// 3.32 quartile deviations of the differences of successive intervals, and the least one an
/// artefact makes, MAD = a third of the shortest interval to be expected (the median less 2.9
/// quartile deviations of the intervals). Wrong is an interval that differs by more than it from the
/// one before or after, and also from the last sound one (the median at first).
///
/// Programs that use one quartile deviation for both take that of the intervals; with a large oscillation
/// of the heart rate their criterion is larger.
///
/// - SeeAlso: Berntson, Quigley, Jang and Boysen 1990, Psychophysiology 27:586, doi
///   10.1111/j.1469-8986.1990.tb01982.x.
public struct BerntsonRule: FlaggingRule, Equatable {
    /// Quartile deviations within which nearly all differences of sound beats lie (97.5 % of a
    /// normal distribution).
    public static let expectedDifferenceFactor = 3.32
    /// Quartile deviations below the median at which the shortest sound interval lies.
    public static let minIntervalFactor = 2.9
    /// An extra or missed beat changes an interval by at least this share of the shortest one.
    public static let artefactShare = 1.0 / 3
    public let name = "berntson"

    public init() {}

    /// (MED + MAD) / 2; ms; 0 below two intervals. Not below 0.
    static func criterionMs(_ intervalsMs: [Double]) -> Double {
        let sorted = intervalsMs.sorted()
        let differences = zip(intervalsMs.dropFirst(), intervalsMs).map { $0 - $1 }.sorted()
        guard let median = Statistics.quantile(0.5, ofSorted: sorted),
            let deviation = quartileDeviation(sorted),
            let differenceDeviation = quartileDeviation(differences)
        else { return 0 }
        let maxExpectedDifference = expectedDifferenceFactor * differenceDeviation
        let minArtefactDifference = artefactShare * (median - minIntervalFactor * deviation)
        return max(0, (maxExpectedDifference + minArtefactDifference) / 2)
    }

    private static func quartileDeviation(_ sorted: [Double]) -> Double? {
        guard let low = Statistics.quantile(0.25, ofSorted: sorted),
            let high = Statistics.quantile(0.75, ofSorted: sorted)
        else { return nil }
        return (high - low) / 2
    }

    func flaggedIntervals(_ intervalsMs: [Double]) -> FlaggedIntervals {
        let n = intervalsMs.count
        let criterion = Self.criterionMs(intervalsMs)
        var flags = [Bool](repeating: false, count: n)
        if n >= 2, var lastValidInterval = Statistics.quantile(0.5, ofSorted: intervalsMs.sorted())
        {
            for index in 0..<n {
                let interval = intervalsMs[index]
                let before = index > 0 ? abs(interval - intervalsMs[index - 1]) : 0
                let after = index + 1 < n ? abs(interval - intervalsMs[index + 1]) : 0
                flags[index] =
                    max(before, after) > criterion && abs(interval - lastValidInterval) > criterion
                if !flags[index] { lastValidInterval = interval }
            }
        }
        return FlaggedIntervals(isFlagged: flags, tolerance: .ms(criterion))
    }
}
