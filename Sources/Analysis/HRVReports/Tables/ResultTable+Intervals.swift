import PhysioTypes

/// The intervals of the metrics, where they were asked for.
extension ResultTable {
    /// `ci`, the two ends by metric, and `ci_reasons`, why a metric with a value has none.
    func intervalMembers(_ uncertainty: RowUncertainty) -> [(String, JSONText)] {
        let intervals = columns.compactMap { column -> (String, JSONText)? in
            uncertainty.intervals[column.key].map {
                (column.name, .array([.number($0.lowerBound), .number($0.upperBound)]))
            }
        }
        let reasons = columns.compactMap { column -> (String, JSONText)? in
            uncertainty.reasons[column.key].map { (column.name, .text($0.code)) }
        }
        return [("ci", .object(intervals)), ("ci_reasons", .object(reasons))]
    }

    /// Two columns a metric.
    var intervalColumnNames: [String] {
        columns.flatMap { ["\($0.name)_ci_low", "\($0.name)_ci_high"] }
    }

    /// Two cells a metric, empty where it has no interval.
    func intervalFields(_ uncertainty: RowUncertainty?) -> [String] {
        columns.flatMap { column -> [String] in
            guard let interval = uncertainty?.intervals[column.key] else { return ["", ""] }
            return [JSONText.plain(interval.lowerBound), JSONText.plain(interval.upperBound)]
        }
    }
}
