/// An interval is wrong where it differs by more than a fifth from the one before it.
///
/// The first interval is not judged, and the one after a wrong one is taken as sound, as there is
/// nothing to compare it with.
///
/// - SeeAlso: Malik and others 1989, Eur. Heart J. 10:1060.
public struct MalikRule: FlaggingRule, Equatable {
    /// Largest difference, as a share of the interval before.
    public static let maxDifferenceShare = 0.2
    public let name = "malik"

    public init() {}

    func flaggedIntervals(_ intervalsMs: [Double]) -> FlaggedIntervals {
        let share = Self.maxDifferenceShare
        return FlaggedIntervals(
            isFlagged: flags(intervalsMs) { abs($1 - $0) > share * $0 },
            tolerance: .share(share))
    }
}

/// An interval is wrong where it is by more than 32.5 % longer or 24.5 % shorter than the one before.
///
/// The first interval is not judged, and the one after a wrong one is taken as sound.
///
/// - SeeAlso: Kamath and Fallen 1995, in Malik and Camm (eds.), Heart Rate Variability, p. 75.
public struct KamathRule: FlaggingRule, Equatable {
    /// Largest rise and fall, as shares of the interval before.
    public static let maxRiseShare = 0.325
    public static let maxFallShare = 0.245
    public let name = "kamath"

    public init() {}

    func flaggedIntervals(_ intervalsMs: [Double]) -> FlaggedIntervals {
        FlaggedIntervals(
            isFlagged: flags(intervalsMs) {
                $1 - $0 > Self.maxRiseShare * $0 || $0 - $1 > Self.maxFallShare * $0
            }, tolerance: .share(Self.maxFallShare))
    }
}

/// Returns the flags of the intervals that a comparison with the one before finds wrong; none right
/// after a wrong one.
private func flags(_ intervals: [Double], isWrong: (Double, Double) -> Bool) -> [Bool] {
    var flags = [Bool](repeating: false, count: intervals.count)
    for index in 1..<max(1, intervals.count) where !flags[index - 1] {
        flags[index] = isWrong(intervals[index - 1], intervals[index])
    }
    return flags
}

/// An interval is wrong where it differs by more than a fifth from the mean of its two neighbours.
///
/// The first and the last interval are not judged.
///
/// - SeeAlso: Karlsson and others 2012, Biomed. Eng. Online 11:2, doi 10.1186/1475-925X-11-2.
public struct KarlssonRule: FlaggingRule, Equatable {
    /// Largest difference, as a share of the mean of both neighbours.
    public static let maxDifferenceShare = 0.2
    public let name = "karlsson"

    public init() {}

    func flaggedIntervals(_ intervalsMs: [Double]) -> FlaggedIntervals {
        var flags = [Bool](repeating: false, count: intervalsMs.count)
        for index in 1..<max(1, intervalsMs.count - 1) {
            let mean = (intervalsMs[index - 1] + intervalsMs[index + 1]) / 2
            flags[index] = abs(mean - intervalsMs[index]) > Self.maxDifferenceShare * mean
        }
        return FlaggedIntervals(isFlagged: flags, tolerance: .share(Self.maxDifferenceShare))
    }
}

/// An interval is wrong where it differs by more than a fifth from the mean of the last nine that
/// are not.
///
/// The first nine are not judged. It follows no quick change: an oscillation of breathing by a fifth is
/// wrong to it, and after a lasting one all is.
///
/// - SeeAlso: Acar and others 1999, Comput. Biomed. Res. 32:492.
public struct AcarRule: FlaggingRule, Equatable {
    /// Largest difference, as a share of the mean.
    public static let maxDifferenceShare = 0.2
    /// The number of intervals in the mean.
    public static let averagedCount = 9
    public let name = "acar"

    public init() {}

    func flaggedIntervals(_ intervalsMs: [Double]) -> FlaggedIntervals {
        var flags = [Bool](repeating: false, count: intervalsMs.count)
        var validIntervals = Array(intervalsMs.prefix(Self.averagedCount))
        var oldest = 0
        for index in Self.averagedCount..<max(Self.averagedCount, intervalsMs.count) {
            let mean = validIntervals.reduce(0, +) / Double(Self.averagedCount)
            if abs(mean - intervalsMs[index]) > Self.maxDifferenceShare * mean {
                flags[index] = true
            } else {
                validIntervals[oldest] = intervalsMs[index]
                oldest = (oldest + 1) % Self.averagedCount
            }
        }
        return FlaggedIntervals(isFlagged: flags, tolerance: .share(Self.maxDifferenceShare))
    }
}
