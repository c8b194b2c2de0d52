/// Moments of plain arrays.
public enum Statistics {
    /// Arithmetic mean; nil for no values.
    public static func mean(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        return values.reduce(0, +) / Double(values.count)
    }

    /// The mean as the first value plus the mean distance from it: exactly the common value where
    /// all are equal, so that nothing is left of a constant when its mean is taken away.
    ///
    /// - Precondition: there is a value.
    static func meanAboutFirstValue(_ values: ArraySlice<Double>) -> Double {
        guard let first = values.first else { preconditionFailure("no values have no mean") }
        var sum = 0.0
        for value in values { sum += value - first }
        return first + sum / Double(values.count)
    }

    /// Standard deviation over n - 1; nil below two values; exactly 0 for equal values.
    ///
    /// Two passes: the mean first, then the squared deviations, so that no digits cancel.
    public static func standardDeviation(_ values: [Double]) -> Double? {
        guard values.count >= 2, let mean = mean(values) else { return nil }
        if values.allSatisfy({ $0 == values[0] }) { return 0 }
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(values.count - 1)).squareRoot()
    }

    /// The `share` quantile of ascending values, linear between the two neighbours.
    ///
    /// Position (n - 1) share, as numpy's default and type 7 of Hyndman and Fan 1996, Am. Stat.
    /// 50:361.
    ///
    /// - Parameter share: 0 ... 1.
    /// - Returns: nil for no values.
    /// - Precondition: `sorted` is ascending.
    public static func quantile(_ share: Double, ofSorted sorted: [Double]) -> Double? {
        guard let last = sorted.last else { return nil }
        let position = share * Double(sorted.count - 1)
        let lowerIndex = Int(position)
        guard lowerIndex + 1 < sorted.count else { return last }
        return sorted[lowerIndex] + (position - Double(lowerIndex))
            * (sorted[lowerIndex + 1] - sorted[lowerIndex])
    }
}
