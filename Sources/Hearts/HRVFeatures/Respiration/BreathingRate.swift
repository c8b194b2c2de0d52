import PhysioDSP
public import PhysioTypes

/// The breathing rate that the intervals themselves show: the highest peak of their spectrum.
///
/// The density is Lomb-Scargle's under a Hann taper on the beats, after the straight line is taken
/// away, on a grid of 1 / (4 duration); the peak is the highest local maximum inside the band,
/// refined by a parabola. Nothing above half the mean beat rate is looked at, where a peak would be
/// the image of a slower rhythm.
///
/// Every noise has a highest peak: this is where breathing would be, not whether it shows. A rhythm
/// of the vessels near 0.1 Hz is a peak too, where the band holds it.
///
/// ```swift
/// let free = FrequencyBand(lowHz: 0.15, highHz: 0.4)
/// free.map { BreathingRate(nn, band: $0).breathsPerMinute }
/// ```
///
/// - SeeAlso: Charlton 2016, Physiol. Meas. 37:610, doi 10.1088/0967-3334/37/4/610 (what such
///   estimates are worth).
public struct BreathingRate: Sendable, Equatable {
    /// Frequency of the peak; Hz; nil where the band has no local maximum: without 3 intervals, for
    /// constant ones, or with the band above half the mean beat rate.
    public let peakHz: Double?

    /// Points of the grid to one over the duration.
    static let oversampling = 4.0

    /// - Parameter band: where to look; Hz.
    /// - Complexity: that of the spectrum; allocates.
    public init(_ nn: NNSeries, band: FrequencyBand) {
        let limitHz = nn.coveredSeconds > 0 ? 0.5 * Double(nn.count) / nn.coveredSeconds : 0
        let highHz = min(band.highHz, limitHz)
        guard nn.durationSeconds > 0, band.lowHz < highHz else {
            peakHz = nil
            return
        }
        let stepHz = 1 / (Self.oversampling * nn.durationSeconds)
        let times = nn.endTimesSeconds
        // The level has no part in the result; without it a constant leaves exactly nothing.
        let swings = nn.intervalsMs.map { $0 - nn.intervalsMs[0] }
        let spectrum = LombScargle(taper: .hann).density(
            times: times, values: Detrending.linear.applied(to: swings, at: times),
            coveredSeconds: nn.coveredSeconds, taperRange: nn.startSeconds...nn.endSeconds,
            stepHz: stepHz, count: Int((highHz / stepHz).rounded(.up)) + 1)
        peakHz = spectrum.peakHz(fromHz: band.lowHz, toHz: highHz)
    }

    /// 60 times the peak's frequency; breaths/min.
    public var breathsPerMinute: Double? { peakHz.map { 60 * $0 } }
}
