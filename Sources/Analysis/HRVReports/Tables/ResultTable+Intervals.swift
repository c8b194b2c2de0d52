import PhysioTypes

/// The intervals of the metrics, where they were asked for.
extension ResultTable {
    /// `ci`, the two ends by metric, and `ci_reasons`, why a metric with a value has none.
    func confidenceIntervalMembers(_ uncertainty: RowUncertainty) -> [(String, OrderedJSON)] {
        let intervals = columns.compactMap { column -> (String, OrderedJSON)? in
            uncertainty.intervals[column.key].map {
                (column.name, .array([.number($0.lowerBound), .number($0.upperBound)]))
            }
        }
        let reasons = columns.compactMap { column -> (String, OrderedJSON)? in
            uncertainty.reasons[column.key].map { (column.name, .text($0.code)) }
        }
        return [("ci", .object(intervals)), ("ci_reasons", .object(reasons))]
    }

    /// Two columns a metric.
    var confidenceIntervalColumns: [String] {
        columns.flatMap { ["\($0.name)_ci_low", "\($0.name)_ci_high"] }
    }

    /// Two cells a metric, empty where it has no interval.
    func confidenceIntervalFields(_ uncertainty: RowUncertainty?) -> [String] {
        columns.flatMap { column -> [String] in
            guard let interval = uncertainty?.intervals[column.key] else { return ["", ""] }
            return [OrderedJSON.plain(interval.lowerBound), OrderedJSON.plain(interval.upperBound)]
        }
    }
}
