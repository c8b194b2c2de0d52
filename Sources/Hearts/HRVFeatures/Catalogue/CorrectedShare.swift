/// The material of a metric, and so which share of corrected beats stands beside it.
package enum CorrectedShare: Sendable {
    /// The metric is made of the intervals; spectra, templates and boxes are.
    case ofIntervals
    /// The metric is made of the differences of neighbours, which a corrected interval at either
    /// end spoils.
    case ofDifferences
}
