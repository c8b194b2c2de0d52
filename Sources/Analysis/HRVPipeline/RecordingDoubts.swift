import HRVFeatures
import PhysioDSP
import PhysioTypes

/// What speaks against raw intervals being those between the beats of a heart.
extension AnalysisPipeline {
    static func doubts(on raw: RRSeries) -> [Notice] {
        let lengths = raw.intervalsMs.indices.filter { !raw.marks[$0].contains(.outOfRange) }
            .map { raw.intervalsMs[$0] }
        guard lengths.count >= minIntervalCount else { return [] }
        if let constant = constant(lengths) { return [constant] }
        return fromHeartRates(lengths).map { [$0] } ?? []
    }

    /// Of fewer intervals nothing is said.
    private static let minIntervalCount = 20
    /// Equal intervals in a row that no heart has, as of a sensor that repeats its last value.
    private static let maxEqualRun = 60

    private static func constant(_ lengths: [Double]) -> Notice? {
        var (maxRun, run) = (1, 1)
        for (length, before) in zip(lengths.dropFirst(), lengths) {
            run = length == before ? run + 1 : 1
            maxRun = max(maxRun, run)
        }
        guard maxRun == lengths.count || maxRun >= maxEqualRun else { return nil }
        return Notice(
            .warning, code: "constant",
            (maxRun == lengths.count
                ? "all \(maxRun) intervals are \(lengths[0]) ms"
                : "\(maxRun) intervals in a row are equal")
                + ": no heart beats so evenly; look at how they were made")
    }

    /// Rates are stated in whole beats/min, or in tenths.
    private static let ratesInABeat = [1.0, 10]
    /// Chance below which intervals are no such rates by accident.
    private static let chance = 1e-6

    /// Intervals that are 60000 / k for whole k hold the averages of a display, and no beats.
    private static func fromHeartRates(_ lengths: [Double]) -> Notice? {
        let distinct = TimeStep.distinctValues(of: lengths)
        guard distinct.count > 1 else { return nil }
        let toleranceMs = TimeStep.digit(of: distinct).map { 0.5 * $0 + 1e-9 } ?? 1e-6
        for factor in ratesInABeat {
            // The distance of two such intervals is x^2 / 60000.
            let chances = distinct.map {
                PlatformMath.log(min(1, 2 * toleranceMs * factor * 60_000 / ($0 * $0)))
            }
            let isRate = distinct.allSatisfy {
                let rate = (60_000 / $0 * factor).rounded()
                return abs($0 - 60_000 * factor / rate) <= toleranceMs
            }
            guard isRate, chances.reduce(0, +) < PlatformMath.log(chance) else { continue }
            let unit = factor == 1 ? "whole heart rates" : "heart rates with one decimal"
            return Notice(
                .warning, code: "from_heart_rates",
                "all intervals are 60000 / k ms for \(unit) k: they were computed from the rates of a "
                    + "display, which are averages, and hold no variability from beat to beat")
        }
        return nil
    }
}
