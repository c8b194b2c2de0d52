import PhysioDSP

/// The number of successive values of a series that have to stay together when it is drawn anew.
///
/// The length that makes the block bootstrap's variance of the mean most accurate:
/// b = (2 G^2 / D)^(1/3) N^(1/3), with G the sum over lags of |k| R(k), g the sum of R(k) and
/// D = 4 g^2 / 3 for circular blocks. R, the autocovariance, is weighted by a trapezium that is 1 up
/// to half of 2 m and falls to 0 at 2 m; m is the last lag before five lags in a row (more from
/// 100,000 values on: log10 N) whose correlation is below 2 sqrt(log10(N) / N).
///
/// It is at least N^(1/3), the order at which a block length has to grow, so that white noise too
/// has blocks that hold neighbours.
///
/// A constant series has N^(1/3). Gaps are not seen: values on both sides count as neighbours.
///
/// - SeeAlso: Politis and White 2004, Econometric Reviews 23:53, doi 10.1081/ETC-120028836, with
///   the correction of Patton, Politis and White 2009, Econometric Reviews 28:372.
struct BlockLength: Equatable {
    /// b; values; 1 or more.
    let valueCount: Int

    /// - Parameter values: at least 2.
    /// - Complexity: O(N sqrt N).
    init(_ values: [Double]) {
        let count = Double(values.count)
        let minCount = Int(PlatformMath.exp(PlatformMath.log(count) / 3).rounded(.up))
        guard let sums = Self.sums(values), sums.level > 0 else {
            valueCount = max(1, minCount)
            return
        }
        let ratio = sums.slope / sums.level
        let cube = 1.5 * ratio * ratio * count
        let best = cube > 0 ? PlatformMath.exp(PlatformMath.log(cube) / 3).rounded(.up) : 1
        valueCount = max(1, minCount, Int(min(best, count)))
    }

    /// G and g; nil for a constant series.
    private static func sums(_ values: [Double]) -> (slope: Double, level: Double)? {
        let count = values.count
        let first = values[0]
        let mean = values.reduce(0) { $0 + ($1 - first) } / Double(count)
        let x = values.map { $0 - first - mean }
        let insignificantRunLength = max(5, Int(PlatformMath.log10(Double(count)).rounded(.up)))
        let maxLag = min(
            count - 1, Int(Double(count).squareRoot().rounded(.up)) + insignificantRunLength)
        let covariances = (0...maxLag).map { lag in
            var sum = 0.0
            for index in lag..<count { sum += x[index] * x[index - lag] }
            return sum / Double(count)
        }
        guard covariances[0] > 0 else { return nil }
        let width = Double(bandwidth(covariances, count, insignificantRunLength))
        var slope = 0.0
        var level = covariances[0]
        for (lag, covariance) in covariances.enumerated().dropFirst() {
            let share = Double(lag) / width
            guard share < 1 else { break }
            let weight = share <= 0.5 ? 1 : 2 * (1 - share)
            slope += 2 * weight * Double(lag) * covariance
            level += 2 * weight * covariance
        }
        return (slope, level)
    }

    /// 2 m; lags.
    private static func bandwidth(
        _ covariances: [Double], _ count: Int, _ insignificantRunLength: Int
    )
        -> Int
    {
        let share = PlatformMath.log10(Double(count)) / Double(count)
        let limit = 2 * share.squareRoot() * covariances[0]
        let maxLag = covariances.count - 1
        var lastSignificantLag = 0
        for lag in 1...max(1, maxLag) where lag <= maxLag {
            if abs(covariances[lag]) >= limit { lastSignificantLag = lag }
            if lag - lastSignificantLag == insignificantRunLength {
                return min(max(1, 2 * lastSignificantLag), maxLag)
            }
        }
        return min(max(1, 2 * lastSignificantLag), maxLag)
    }
}
