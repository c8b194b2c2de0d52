/// A one-sided power spectral density over time and frequency.
///
/// Made by ``ShortTimePSD`` or ``MorletWavelet``. A column is one time, with a value at each
/// frequency; its integral over frequency is the variance around that time. If the data have unit
/// u, the values have u^2/Hz. Each is a chi-square of two degrees of freedom, scaled.
///
/// ```swift
/// let tone = (0..<1200).map { 20 * PlatformMath.sin(2 * .pi * 0.1 * Double($0) / 4) }
/// let map = ShortTimePSD(segmentSeconds: 100, stepSeconds: 10).map(of: tone, sampleRateHz: 4)
/// map?.power(fromHz: 0.04, toHz: 0.15)  // 200 in each of 21 columns
/// ```
public struct TimeFrequencyMap: Sendable, Equatable {
    /// The times of the columns after the first sample; s; ascending.
    public let timesSeconds: [Double]
    /// Hz; ascending, at any distances.
    public let frequenciesHz: [Double]
    /// The density, row-major [time][frequency]: times x frequencies numbers; not negative.
    public let values: [Double]
    /// Half-width of the cone of influence at each frequency: how near the first or the last sample
    /// a time must be to feel the end of the series there; s.
    public let coneOfInfluenceSeconds: [Double]
    /// Time of the last sample after the first; s.
    public let spanSeconds: Double

    init(
        timesSeconds: [Double], frequenciesHz: [Double], values: [Double],
        coneOfInfluenceSeconds: [Double],
        spanSeconds: Double
    ) {
        precondition(
            values.count == timesSeconds.count * frequenciesHz.count
                && coneOfInfluenceSeconds.count == frequenciesHz.count, "a map is a full rectangle")
        self.timesSeconds = timesSeconds
        self.frequenciesHz = frequenciesHz
        self.values = values
        self.coneOfInfluenceSeconds = coneOfInfluenceSeconds
        self.spanSeconds = spanSeconds
    }

    /// The density at one time and frequency, by their indices.
    public subscript(time: Int, frequency: Int) -> Double {
        precondition(frequenciesHz.indices.contains(frequency), "no such frequency")
        return values[time * frequenciesHz.count + frequency]
    }

    /// The density at one time, by frequency; its indices begin anywhere.
    public func column(_ time: Int) -> ArraySlice<Double> {
        values[time * frequenciesHz.count..<(time + 1) * frequenciesHz.count]
    }

    /// Returns true if a value lies outside the cone of influence, at least ``coneOfInfluenceSeconds`` from
    /// both ends of the series.
    public func isClearOfEnds(time: Int, frequency: Int) -> Bool {
        let seconds = timesSeconds[time]
        return min(seconds, spanSeconds - seconds) >= coneOfInfluenceSeconds[frequency]
    }

    /// The integral of each column over [`low`, `high`], by time; u^2.
    ///
    /// The density is taken as straight between two frequencies (the trapezium rule), so a band
    /// edge may lie anywhere and neighbouring bands add up; as nothing below the first and above
    /// the last frequency. A value inside a cone of influence counts like any other.
    ///
    /// - Returns: one number a column; 0 for an empty band.
    /// - Complexity: O(times x frequencies inside).
    public func power(fromHz low: Double, toHz high: Double) -> [Double] {
        let weights = bandWeights(low, high)
        guard let first = weights.firstIndex(where: { $0 > 0 }),
            let last = weights.lastIndex(where: { $0 > 0 })
        else { return [Double](repeating: 0, count: timesSeconds.count) }
        return timesSeconds.indices.map { time in
            let begin = time * frequenciesHz.count
            var sum = 0.0
            for index in first...last { sum += weights[index] * values[begin + index] }
            return sum
        }
    }

    /// The mean of all columns, by frequency: the marginal over time.
    ///
    /// - Complexity: O(times x frequencies).
    public func meanOverTime() -> [Double] {
        var sums = [Double](repeating: 0, count: frequenciesHz.count)
        for time in timesSeconds.indices {
            let begin = time * frequenciesHz.count
            for index in sums.indices { sums[index] += values[begin + index] }
        }
        return sums.map { $0 / Double(timesSeconds.count) }
    }

    /// Returns the weight of each value in the integral over a band.
    private func bandWeights(_ low: Double, _ high: Double) -> [Double] {
        var weights = [Double](repeating: 0, count: frequenciesHz.count)
        for cell in 0..<max(0, frequenciesHz.count - 1) {
            let left = frequenciesHz[cell]
            let right = frequenciesHz[cell + 1]
            let from = max(low, left)
            let to = min(high, right)
            guard from < to else { continue }
            let share = (0.5 * (from + to) - left) / (right - left)
            weights[cell] += (to - from) * (1 - share)
            weights[cell + 1] += (to - from) * share
        }
        return weights
    }
}
