/// The reason that a metric has no number although nothing in the data speaks against it.
package enum MetricAbsenceReason: Sendable {
    /// Fewer than two NN intervals, or a division by 0 in the metric.
    case tooFewBeats
    /// Fewer than two differences of neighbours, or a division by 0 in the metric.
    case tooFewDifferences
    /// The density has no maximum inside the band.
    case noPeak
    /// The density has no maximum where breathing would be, or the segment is too long for one.
    case noBreathingPeak
    /// No segment without a gap holds an epoch, or the whole is too long.
    case noEpoch
    /// No premature beat is annotated.
    case noPrematureBeat
}
