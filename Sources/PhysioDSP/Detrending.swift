/// What is taken away from a series before its spectrum is estimated.
public enum Detrending: String, Sendable, CaseIterable {
    /// The mean only.
    case none
    /// The least-squares straight line over time.
    case linear

    /// `values` without the trend.
    ///
    /// - Parameter values: n numbers.
    /// - Parameter times: n times of any unit; needed by the line only.
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
        }
    }
}
