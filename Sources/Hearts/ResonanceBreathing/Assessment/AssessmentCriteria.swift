/// The rates of an assessment, compared: which is best by each criterion, the points, the winner.
///
/// The best rate of a criterion gets its points (4, 4, 2, 2, 1, 1), the most points win. Where two are
/// equal, by a criterion or in points, the larger amplitude decides, then the higher rate, which is
/// easier to breathe; of the same rate twice the first. A criterion that no rate has gives no points.
///
/// ```swift
/// let criteria = AssessmentCriteria(rows)
/// criteria.winner.map { criteria.rows[$0.index].breathsPerMinute }
/// criteria.points  // one number a row
/// ```
public struct AssessmentCriteria: Sendable, Equatable, Codable {
    /// What made the difference.
    public enum Decision: String, Sendable, Codable {
        /// The criterion's value, or the points.
        case value
        case amplitude
        case rate
        /// The same rate and amplitude: the first.
        case order
    }

    public struct Best: Sendable, Equatable, Codable {
        /// Index of the row.
        public let index: Int
        public let decidedBy: Decision
    }

    public let rows: [AssessmentRow]

    public init(_ rows: [AssessmentRow]) { self.rows = rows }

    /// The best row by a criterion; nil where no row has it.
    public func best(_ criterion: AssessmentCriterion) -> Best? {
        best { rows[$0][criterion].value.map { criterion.prefersLess ? -$0 : $0 } }
    }

    /// Points of each row.
    public var points: [Int] {
        var points = rows.map { _ in 0 }
        for criterion in AssessmentCriterion.allCases {
            if let best = best(criterion) { points[best.index] += criterion.points }
        }
        return points
    }

    /// The row with the most points; nil where no row has any value.
    public var winner: Best? {
        let points = points
        return best { points[$0] > 0 ? Double(points[$0]) : nil }
    }

    /// The row with the largest value, and what decided between equal ones.
    private func best(_ value: (Int) -> Double?) -> Best? {
        let candidates = rows.indices.filter { value($0) != nil }
        guard let largest = candidates.compactMap(value).max() else { return nil }
        var left = candidates.filter { value($0) == largest }
        guard left.count > 1 else { return Best(index: left[0], decidedBy: .value) }
        let keys: [(Decision, (Int) -> Double)] = [
            (.amplitude, { rows[$0][.amplitude].value ?? -.infinity }),
            (.rate, { rows[$0].breathsPerMinute }),
        ]
        for (decision, key) in keys {
            let top = left.map(key).max()
            left = left.filter { key($0) == top }
            if left.count == 1 { return Best(index: left[0], decidedBy: decision) }
        }
        return Best(index: left[0], decidedBy: .order)
    }
}
