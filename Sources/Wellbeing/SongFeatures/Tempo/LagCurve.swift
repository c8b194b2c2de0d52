/// A correlation by lag in frames, each lag over the number of its products.
struct LagCurve {
    let values: [Double]

    /// - Parameters:
    ///   - sums: sums of products for the lags 0, 1 ...
    ///   - valueCount: n, the length of the series; at least the number of sums.
    ///   - whole: the sum that counts as 1; nil: that of lag 0. Without one all values are 0.
    init(_ sums: [Double], valueCount: Int, whole: Double? = nil) {
        let n = Double(valueCount)
        let whole = whole ?? sums[0]
        values = sums.enumerated().map { lag, sum in
            whole > 0 ? sum / whole * n / (n - Double(lag)) : 0
        }
    }

    /// The value at a lag of 1 or more, by a cubic through four neighbours; 0 outside of them.
    func value(atLag lag: Double) -> Double {
        let i = Int(lag)
        guard i >= 1, i + 2 < values.count else { return 0 }
        let x = lag - Double(i)
        let (a, b, c, d) = (values[i - 1], values[i], values[i + 1], values[i + 2])
        return b + 0.5 * x
            * (c - a + x * (2 * a - 5 * b + 4 * c - d + x * (3 * (b - c) + d - a)))
    }
}
