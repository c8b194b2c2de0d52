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
    /// The property that made the difference.
    public enum DecidingFactor: String, Sendable, Codable {
        /// The criterion's value, or the points.
        case value
        case amplitude
        case rate
        /// The same rate and amplitude: the first.
        case order
    }

    public struct BestRow: Sendable, Equatable, Codable {
        /// Index of the row.
        public let index: Int
        public let decidedBy: DecidingFactor
    }

    public let rows: [AssessmentRow]

    public init(_ rows: [AssessmentRow]) { self.rows = rows }

    /// The best row by a criterion; nil where no row has it.
    public func bestRow(_ criterion: AssessmentCriterion) -> BestRow? {
        bestRow { rows[$0][criterion].value.map { criterion.prefersLower ? -$0 : $0 } }
    }

    /// Points of each row.
    public var points: [Int] {
        var points = rows.map { _ in 0 }
        for criterion in AssessmentCriterion.allCases {
            if let bestRow = bestRow(criterion) { points[bestRow.index] += criterion.points }
        }
        return points
    }

    /// The row with the most points; nil where no row has any value.
    public var winner: BestRow? {
        let points = points
        return bestRow { points[$0] > 0 ? Double(points[$0]) : nil }
    }

    /// The row with the largest value, and what decided between equal ones.
    private func bestRow(_ value: (Int) -> Double?) -> BestRow? {
        let candidates = rows.indices.filter { value($0) != nil }
        guard let largest = candidates.compactMap(value).max() else { return nil }
        var remaining = candidates.filter { value($0) == largest }
        guard remaining.count > 1 else { return BestRow(index: remaining[0], decidedBy: .value) }
        let keys: [(DecidingFactor, (Int) -> Double)] = [
            (.amplitude, { rows[$0][.amplitude].value ?? -.infinity }),
            (.rate, { rows[$0].breathsPerMinute }),
        ]
        for (decision, key) in keys {
            let topValue = remaining.map(key).max()
            remaining = remaining.filter { key($0) == topValue }
            if remaining.count == 1 { return BestRow(index: remaining[0], decidedBy: decision) }
        }
        return BestRow(index: remaining[0], decidedBy: .order)
    }
}
