/// The least-squares straight line through samples.
struct StraightLine {
    private let meanTime: Double
    private let meanValue: Double
    /// Change of the value a unit of time; 0 where all times are equal.
    let slope: Double

    /// - Returns: nil for no samples.
    init?(times: [Double], values: [Double]) {
        guard let meanTime = Statistics.mean(times), let meanValue = Statistics.mean(values) else {
            return nil
        }
        var product = 0.0
        var square = 0.0
        for (time, value) in zip(times, values) {
            product += (time - meanTime) * (value - meanValue)
            square += (time - meanTime) * (time - meanTime)
        }
        self.meanTime = meanTime
        self.meanValue = meanValue
        slope = square > 0 ? product / square : 0
    }

    func value(at time: Double) -> Double { meanValue + slope * (time - meanTime) }
}
