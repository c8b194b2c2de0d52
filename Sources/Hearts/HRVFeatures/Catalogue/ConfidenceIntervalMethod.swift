package import PhysioTypes

/// The way in which the interval of a metric is computed.
package enum ConfidenceIntervalMethod: Sendable {
    /// A chi-square about the power of a band.
    case power(HRVBands.StandardBand)
    /// A rising or falling function of the ratio of two powers.
    case powerRatio(
        HRVBands.StandardBand, over: HRVBands.StandardBand, @Sendable (Double) -> Double)
    /// A rising function of the power of a band.
    case powerFunction(HRVBands.StandardBand, @Sendable (Double) -> Double)
    /// The block bootstrap, for smooth functions of means over beats, over neighbours or, for the
    /// capacities, over four beats in a row; a resample is measured together with the rest of the
    /// group.
    case resampled(ResampledMetricGroup)
    /// The block bootstrap of a share in %, times the count it is a share of.
    case share(of: MetricKey)
    /// No sound one.
    case none(MissingReason)
}

/// Metrics that are computed together of each resample.
package enum ResampledMetricGroup: Sendable, CaseIterable {
    case timeDomain
    case poincare
    case asymmetry
    case phaseRectifiedAveraging

    /// The group's metrics of a resample.
    package func values(of nn: NNSeries) -> MetricValues {
        switch self {
        case .timeDomain: TimeDomain(nn).values
        case .poincare: Poincare(nn).values
        case .asymmetry: Asymmetry(nn).values
        case .phaseRectifiedAveraging:
            MetricValues(present: [
                (
                    .decelerationCapacity,
                    PhaseRectifiedAveraging(nn, anchors: .decelerations).capacityMs
                ),
                (
                    .accelerationCapacity,
                    PhaseRectifiedAveraging(nn, anchors: .accelerations).capacityMs
                ),
            ])
        }
    }

    /// Returns true if the numbers of the series itself ask for the group.
    ///
    /// Porta's index and the deceleration capacity stand for their groups: a series without them is
    /// not resampled for the others.
    package func isNeeded(for estimates: MetricValues) -> Bool {
        switch self {
        case .timeDomain, .poincare: true
        case .asymmetry: estimates[.porta] != nil
        case .phaseRectifiedAveraging: estimates[.decelerationCapacity] != nil
        }
    }
}
