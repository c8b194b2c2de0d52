import HRVFeatures
import PhysioDSP
import PhysioTypes

/// Notices on signs that raw intervals are not those between the beats of a heart.
extension AnalysisPipeline {
    static func plausibilityNotices(on raw: RRSeries) -> [Notice] {
        let lengths = raw.intervalsMs.indices.filter { !raw.marks[$0].contains(.outOfRange) }
            .map { raw.intervalsMs[$0] }
        guard lengths.count >= minIntervalCount else { return [] }
        if let constantIntervalsNotice = constantIntervalsNotice(lengths) {
            return [constantIntervalsNotice]
        }
        return displayedRatesNotice(lengths).map { [$0] } ?? []
    }

    /// The number of intervals below which no notice is given.
    private static let minIntervalCount = 20
    /// Equal intervals in a row that no heart has, as of a sensor that repeats its last value.
    private static let maxEqualIntervalCount = 60

    private static func constantIntervalsNotice(_ lengths: [Double]) -> Notice? {
        var (maxRun, runLength) = (1, 1)
        for (length, previous) in zip(lengths.dropFirst(), lengths) {
            runLength = length == previous ? runLength + 1 : 1
            maxRun = max(maxRun, runLength)
        }
        guard maxRun == lengths.count || maxRun >= maxEqualIntervalCount else { return nil }
        return Notice(
            .warning, code: "constant",
            (maxRun == lengths.count
                ? "all \(maxRun) intervals are \(lengths[0]) ms"
                : "\(maxRun) intervals in a row are equal")
                + ": no heart beats so evenly; look at how they were made")
    }

    /// Rates are stated in whole beats/min, or in tenths.
    private static let stepsPerBeatPerMinute = [1.0, 10]
    /// Chance below which intervals are no such rates by accident.
    private static let maxChanceProbability = 1e-6

    /// Intervals that are 60000 / k for whole k hold the averages of a display, and no beats.
    private static func displayedRatesNotice(_ lengths: [Double]) -> Notice? {
        let distinctLengths = ClockStep.distinctValues(of: lengths)
        guard distinctLengths.count > 1 else { return nil }
        let toleranceMs = ClockStep.digitUnitMs(of: distinctLengths).map { 0.5 * $0 + 1e-9 } ?? 1e-6
        for factor in stepsPerBeatPerMinute {
            // The distance of two such intervals is x^2 / 60000.
            let logProbabilities = distinctLengths.map {
                PlatformMath.log(min(1, 2 * toleranceMs * factor * 60_000 / ($0 * $0)))
            }
            let hasOnlyWholeRates = distinctLengths.allSatisfy {
                let rate = (60_000 / $0 * factor).rounded()
                return abs($0 - 60_000 * factor / rate) <= toleranceMs
            }
            guard hasOnlyWholeRates,
                logProbabilities.reduce(0, +) < PlatformMath.log(maxChanceProbability)
            else {
                continue
            }
            let unit = factor == 1 ? "whole heart rates" : "heart rates with one decimal"
            return Notice(
                .warning, code: "from_heart_rates",
                "all intervals are 60000 / k ms for \(unit) k: they were computed from the rates of a "
                    + "display, which are averages, and hold no variability from beat to beat")
        }
        return nil
    }
}
