public import PhysioTypes

/// Heart rate turbulence: the short speeding up and slow recovery after a premature beat.
///
/// A ventricular premature beat ends a short coupling interval and begins a long pause. With the
/// sinus intervals x[-5] ... x[-1] before the coupling interval and x[1] ... x[15] after the pause:
/// - onset: 100 (x[1] + x[2] - x[-2] - x[-1]) / (x[-2] + x[-1]), the mean over all premature beats;
///   below 0 in the healthy;
/// - slope: the steepest rise of a straight line fitted to five successive intervals of the mean
///   x[1] ... x[15] over all premature beats; above 2.5 ms per interval in the healthy.
///
/// A premature beat counts where (Bauer 2008, Schmidt 1999)
/// - those 20 sinus intervals, the coupling interval and the pause follow one another without a gap
///   and no mark but the coupling interval's and the pause's own;
/// - every sinus interval is in 300 ... 2000 ms, within 200 ms of the sinus interval before it on
///   its side of the premature beat, and within 20 % of the reference, the mean of the five before;
/// - the coupling interval is at most 80 % of the reference, the pause at least 120 %.
///
/// ```swift
/// let turbulence = HeartRateTurbulence(intervals, couplingIntervalIndices: [103, 560])
/// turbulence.onsetPercent  // nil where no premature beat counts
/// ```
///
/// - SeeAlso: Schmidt 1999, Lancet 353:1390, doi 10.1016/S0140-6736(98)08428-1; Bauer 2008, J. Am.
///   Coll. Cardiol. 52:1353, doi 10.1016/j.jacc.2008.07.041, which asks for five premature beats.
public struct HeartRateTurbulence: Sendable, Equatable {
    /// Turbulence onset; %; nil where no premature beat counts.
    public let onsetPercent: Double?
    /// Turbulence slope; ms per interval; nil where no premature beat counts.
    public let slopeMsPerInterval: Double?
    /// The number of premature beats that count.
    public let acceptedBeatCount: Int
    /// The mean of x[1] ... x[15]; ms; empty where no premature beat counts.
    public let meanRecoveryMs: [Double]

    /// Sinus intervals needed before the coupling interval; their mean is the reference.
    public static let referenceIntervalCount = 5
    /// Sinus intervals needed after the pause.
    public static let recoveryIntervalCount = 15
    /// Lengths a sinus interval may have; ms (Bauer 2008).
    public static let sinusRangeMs: ClosedRange<Double> = 300...2000
    /// Largest change from one sinus interval to the next; ms (Bauer 2008).
    public static let maximumChangeMs = 200.0
    /// Largest distance from the reference, as a share of it (Bauer 2008).
    public static let maximumDistanceShare = 0.2
    /// A coupling interval at most this share of the reference is premature (Bauer 2008).
    public static let maxPrematureShare = 0.8
    /// A pause of at least this share of the reference is compensatory (Bauer 2008).
    public static let minPauseShare = 1.2
    /// Intervals a slope is fitted to.
    static let slopeIntervalCount = 5

    /// - Parameter couplingIntervalIndices: for each premature beat the index of the interval that
    ///   it ends; the pause is the next. One too near to either end of the series does not count.
    /// - Complexity: O(premature beats); allocates the mean course.
    public init(_ series: RRSeries, couplingIntervalIndices: [Int]) {
        var onsetPercentSum = 0.0
        var sums = [Double](repeating: 0, count: Self.recoveryIntervalCount)
        var count = 0
        for coupling in couplingIntervalIndices {
            guard let beat = PrematureBeat(series, coupling) else { continue }
            count += 1
            onsetPercentSum += beat.onsetPercent
            for offset in sums.indices { sums[offset] += beat.recovery[beat.firstIndex + offset] }
        }
        acceptedBeatCount = count
        let mean = count > 0 ? sums.map { $0 / Double(count) } : []
        meanRecoveryMs = mean
        onsetPercent = count > 0 ? onsetPercentSum / Double(count) : nil
        slopeMsPerInterval = Self.steepestSlope(mean)
    }

    private static func steepestSlope(_ course: [Double]) -> Double? {
        (0..<max(0, course.count - slopeIntervalCount + 1)).map { start in
            let x = course[start..<start + slopeIntervalCount]
            // Least squares over the positions -2 ... 2, whose squares add up to 10.
            return (2 * (x[start + 4] - x[start]) + x[start + 3] - x[start + 1]) / 10
        }.max()
    }
}

extension HeartRateTurbulence: MetricFamily {
    package func value(of metric: Metric) -> Double? {
        switch metric {
        case .turbulenceOnset: onsetPercent
        case .turbulenceSlope: slopeMsPerInterval
        }
    }
}

/// A premature beat that counts, with the intervals about it.
private struct PrematureBeat {
    private let intervalsBefore: ArraySlice<Double>
    let recovery: ArraySlice<Double>

    var firstIndex: Int { recovery.startIndex }

    var onsetPercent: Double {
        let last = intervalsBefore.endIndex - 1
        let referenceSum = intervalsBefore[last - 1] + intervalsBefore[last]
        return 100 * (recovery[firstIndex] + recovery[firstIndex + 1] - referenceSum) / referenceSum
    }

    /// - Returns: nil where the beat does not count.
    init?(_ series: RRSeries, _ coupling: Int) {
        // No sum with a foreign index: it may be any number.
        guard coupling >= HeartRateTurbulence.referenceIntervalCount,
            coupling < series.count - 1 - HeartRateTurbulence.recoveryIntervalCount
        else { return nil }
        let pause = coupling + 1
        let start = coupling - HeartRateTurbulence.referenceIntervalCount
        let end = pause + 1 + HeartRateTurbulence.recoveryIntervalCount
        guard Self.isContinuousSinusRhythm(series, start..<end, coupling: coupling) else {
            return nil
        }
        let x = series.intervalsMs
        intervalsBefore = x[start..<coupling]
        recovery = x[pause + 1..<end]
        let reference =
            intervalsBefore.reduce(0, +) / Double(HeartRateTurbulence.referenceIntervalCount)
        guard
            x[coupling] <= HeartRateTurbulence.maxPrematureShare * reference * Self.roundingFactor,
            x[pause] * Self.roundingFactor >= HeartRateTurbulence.minPauseShare * reference,
            Self.isSinus(intervalsBefore, reference), Self.isSinus(recovery, reference)
        else { return nil }
    }

    private static func isContinuousSinusRhythm(
        _ series: RRSeries, _ range: Range<Int>, coupling: Int
    ) -> Bool {
        range.allSatisfy { index in
            let marks = series.marks[index]
            if index > range.lowerBound, marks.contains(.afterGap) { return false }
            let isBesidePrematureBeat = index == coupling || index == coupling + 1
            return isBesidePrematureBeat || marks.isDisjoint(with: [.notNormal, .outOfRange])
        }
    }

    /// The factor on limits that makes a value on a limit count as inside, also where a clock's
    /// ticks in ms are rounded.
    private static let roundingFactor = 1 + 1e-12

    private static func isSinus(_ intervals: ArraySlice<Double>, _ reference: Double) -> Bool {
        let maxDistance = HeartRateTurbulence.maximumDistanceShare * reference * roundingFactor
        let isNear = intervals.allSatisfy {
            HeartRateTurbulence.sinusRangeMs.contains($0) && abs($0 - reference) <= maxDistance
        }
        return isNear
            && zip(intervals, intervals.dropFirst()).allSatisfy {
                abs($1 - $0) <= HeartRateTurbulence.maximumChangeMs
            }
    }
}
