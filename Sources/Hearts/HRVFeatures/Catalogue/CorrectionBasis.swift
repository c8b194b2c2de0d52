/// The values of which a metric is made, and so the share of corrected beats that stands beside it.
package enum CorrectionBasis: Sendable {
    /// The metric is made of the intervals; spectra, templates and boxes are.
    case intervals
    /// The metric is made of the differences of neighbours, which a corrected interval at either
    /// end spoils.
    case differences
}
