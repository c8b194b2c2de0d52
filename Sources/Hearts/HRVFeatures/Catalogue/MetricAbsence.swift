/// Why a metric that nothing in the data speaks against still has no number.
package enum MetricAbsence: Sendable {
    /// There are fewer than two NN intervals, or the metric divides by 0.
    case fewBeats
    /// There are fewer than two differences of neighbours, or the metric divides by 0.
    case fewDifferences
    /// The density has no maximum inside the band.
    case noPeak
    /// The density has no maximum where breathing would be, or the segment is too long for one.
    case noBreathingPeak
    /// No segment without a gap holds an epoch, or the whole is too long.
    case noEpoch
    /// No premature beat is annotated.
    case noPrematureBeat
}
