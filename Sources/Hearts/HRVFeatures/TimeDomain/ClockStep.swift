import PhysioDSP
package import PhysioTypes

/// The step of the clock by which a recording counts its intervals, as the intervals show it.
///
/// All intervals of a recorder at 128 Hz are multiples of 7.8125 ms, also where a file rounds them
/// to whole ms. The step is the longest 1000 / f ms, f being a whole number of Hz, of which all
/// intervals but some in a thousand are multiples to within the digits of the file, and of which so
/// many different ones are not by chance; otherwise the digits of the file.
///
/// ```swift
/// TimeStep(of: [796.875, 804.6875, ...])?.milliseconds  // 7.8125
/// ```
package struct ClockStep: Sendable, Equatable {
    /// The step; ms; above 0.
    package let milliseconds: Double

    /// A step that the caller knows; ms.
    ///
    /// - Precondition: finite and above 0.
    package init(milliseconds: Double) {
        precondition(milliseconds > 0 && milliseconds.isFinite, "a step of time is above 0")
        self.milliseconds = milliseconds
    }

    /// The step of a recording's raw intervals.
    ///
    /// - Returns: nil for fewer than ``minDistinctCount`` different intervals, and for those
    ///   without a step that their digits show, as from peaks between samples.
    /// - Complexity: O(N log N).
    package init?(of series: RRSeries) {
        let lengths = series.intervalsMs.indices.filter {
            !series.marks[$0].contains(.outOfRange)
        }.map { series.intervalsMs[$0] }
        guard let found = Self.step(of: lengths) else { return nil }
        milliseconds = found
    }

    /// Fewer different intervals do not show a step.
    static let minDistinctCount = 8
    /// Rates at which recorders count; Hz.
    private static let recorderRatesHz = 20...2000
    /// Share of intervals that may be no multiples, as of beats that were put in by hand.
    private static let maxNonMultipleShare = 0.005
    /// Chance below which intervals are no multiples by accident.
    private static let falseAlarmProbability = 1e-7
    /// The largest number of different intervals examined; of more, some are examined, spread
    /// evenly.
    private static let maxExaminedCount = 2000
    /// Coarsest and finest unit of the digits of a file; ms.
    private static let digitUnitsMs = [10.0, 1, 0.1, 0.01, 0.001]
    /// The largest error of a multiple by the arithmetic of decimal fractions; ms.
    private static let maxRoundingErrorMs = 1e-6

    /// Lengths that differ, each with the number of intervals that have it.
    private struct DistinctLengths {
        var values: [Double] = []
        var counts: [Int] = []

        init(_ lengthsMs: [Double]) {
            for length in lengthsMs.sorted() {
                if let last = values.last, length - last <= maxRoundingErrorMs {
                    counts[counts.count - 1] += 1
                } else {
                    values.append(length)
                    counts.append(1)
                }
            }
            guard values.count > maxExaminedCount else { return }
            let indices = (0..<maxExaminedCount).map { $0 * values.count / maxExaminedCount }
            (values, counts) = (indices.map { values[$0] }, indices.map { counts[$0] })
        }

        /// Returns true if all but some stray ones are multiples of a step.
        func areMultiples(of stepMs: Double, within toleranceMs: Double) -> Bool {
            let maxStrayCount = Int(maxNonMultipleShare * Double(counts.reduce(0, +)))
            var strayCount = 0
            for (length, count) in zip(values, counts) {
                let remainder = abs(length - (length / stepMs).rounded() * stepMs)
                if remainder > toleranceMs { strayCount += count }
                if strayCount > maxStrayCount { return false }
            }
            return true
        }

        /// Unit of the last digit; nil for more than three decimals of a ms.
        var digitUnitMs: Double? {
            digitUnitsMs.first { areMultiples(of: $0, within: maxRoundingErrorMs) }
        }
    }

    private static func step(of lengthsMs: [Double]) -> Double? {
        let lengths = DistinctLengths(lengthsMs)
        guard lengths.values.count >= minDistinctCount else { return nil }
        guard let digitUnitMs = lengths.digitUnitMs else {
            return clockStep(lengths, within: maxRoundingErrorMs) { 2 * maxRoundingErrorMs / $0 }
        }
        // Exact multiples, then those rounded to the digit, then differences of times that are. Of
        // the multiples of a digit that lie within a tolerance a step of q has at most two, or three.
        return clockStep(lengths, within: maxRoundingErrorMs) { digitUnitMs / $0 }
            ?? clockStep(lengths, within: digitUnitMs / 2 + maxRoundingErrorMs) {
                2 * digitUnitMs / $0
            }
            ?? clockStep(lengths, within: digitUnitMs + maxRoundingErrorMs) { 3 * digitUnitMs / $0 }
            ?? digitUnitMs
    }

    /// The longest step of which the lengths are multiples.
    ///
    /// - Parameter share: of the lengths that are by accident multiples of a step; 1 and more where
    ///   nothing can be said.
    private static func clockStep(
        _ lengths: DistinctLengths, within toleranceMs: Double, share: (Double) -> Double
    ) -> Double? {
        for rateHz in recorderRatesHz {
            let stepMs = 1000 / Double(rateHz)
            let share = share(stepMs)
            // So many different intervals would have to be multiples by accident.
            guard share < 1,
                Double(lengths.values.count) * PlatformMath.log(share)
                    < PlatformMath.log(falseAlarmProbability)
            else { return nil }
            if lengths.areMultiples(of: stepMs, within: toleranceMs) { return stepMs }
        }
        return nil
    }

    /// Unit of the last digit of some intervals; ms; nil for more than three decimals of a ms.
    package static func digitUnitMs(of lengths: [Double]) -> Double? {
        DistinctLengths(lengths).digitUnitMs
    }

    /// The different intervals, ascending, or some of very many.
    package static func distinctValues(of lengths: [Double]) -> [Double] {
        DistinctLengths(lengths).values
    }

    // MARK: What it does to numbers

    /// Share by which an error of the clock raises RMSSD above which a number should not stand
    /// alone.
    package static let rmssdErrorShareThreshold = 0.02

    /// Variance that the clock adds to the square of RMSSD; ms^2.
    ///
    /// The time of a beat is off by a uniform error of variance s^2 / 12. A difference of two
    /// intervals that share a beat is t[i + 1] - 2 t[i] + t[i - 1], so 1 + 4 + 1 of them.
    package var addedMeanSquareMsSquared: Double { milliseconds * milliseconds / 2 }

    /// Share by which the clock raises an RMSSD; 0.02 for 2 %; infinite where nothing else is in it.
    package func share(ofRMSSDMs rmssdMs: Double) -> Double {
        let square = rmssdMs * rmssdMs - addedMeanSquareMsSquared
        return square > 0 ? rmssdMs / square.squareRoot() - 1 : .infinity
    }
}
