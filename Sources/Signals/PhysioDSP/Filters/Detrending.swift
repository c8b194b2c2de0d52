/// The part of a series that is removed before its spectrum is estimated.
public enum Detrending: String, Sendable, CaseIterable {
    /// The mean only.
    case none
    /// The least-squares straight line over time.
    case linear
    /// The slow trend by ``SmoothnessPriors``, lambda 500 on a grid of 4 Hz. It takes 18 % of a
    /// tone's power at 0.05 Hz and 37 % at 0.04 Hz: for comparison with tools that do so.
    case smoothnessPriors = "smoothness-priors"

    /// Rate of the grid on which the smooth trend is found; Hz.
    static let gridRateHz = 4.0

    /// `values` without the trend.
    ///
    /// - Parameter values: n numbers.
    /// - Parameter times: n ascending times; s for the smooth trend, any unit otherwise.
    /// - Returns: n numbers whose mean is 0.
    /// - Precondition: both arrays have one count.
    /// - Complexity: O(n).
    public func applied(to values: [Double], at times: [Double]) -> [Double] {
        precondition(values.count == times.count, "every value needs one time")
        switch self {
        case .none:
            guard let mean = Statistics.mean(values) else { return [] }
            return values.map { $0 - mean }
        case .linear:
            guard let line = StraightLine(times: times, values: values) else { return [] }
            return zip(times, values).map { $1 - line.value(at: $0) }
        case .smoothnessPriors:
            return Self.withoutSmoothTrend(values, at: times)
        }
    }

    /// The trend is found on an even grid, filled by straight lines (which pass what is as slow as
    /// a trend unchanged, and bridge gaps for the trend only), and subtracted at the times.
    private static func withoutSmoothTrend(_ values: [Double], at times: [Double]) -> [Double] {
        guard let first = times.first, let last = times.last, last > first else {
            return Detrending.none.applied(to: values, at: times)
        }
        let count = Int((last - first) * gridRateHz) + 2
        var grid: [Double] = []
        grid.reserveCapacity(count)
        var rightIndex = 1
        for index in 0..<count {
            let time = first + Double(index) / gridRateHz
            while rightIndex < times.count - 1, times[rightIndex] < time { rightIndex += 1 }
            let width = times[rightIndex] - times[rightIndex - 1]
            let share = width > 0 ? min(1, (time - times[rightIndex - 1]) / width) : 1
            grid.append(
                values[rightIndex - 1] + share * (values[rightIndex] - values[rightIndex - 1]))
        }
        let trend = SmoothnessPriors().trend(of: grid)
        let residuals = zip(times, values).map { time, value in
            let position = (time - first) * gridRateHz
            let index = min(Int(position), count - 2)
            let share = position - Double(index)
            return value - trend[index] - share * (trend[index + 1] - trend[index])
        }
        return Detrending.none.applied(to: residuals, at: times)
    }
}
