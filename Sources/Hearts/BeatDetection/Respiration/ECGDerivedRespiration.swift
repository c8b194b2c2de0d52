/// The features of each beat that follow breathing: the chest moves the heart under the electrodes,
/// and the rhythm follows the breath.
///
/// Only beats that were placed and are normal count; an interval needs two of them in a row.
///
/// ```swift
/// let respiration = BeatRespiration(beats, sampleRateHz: 250)
/// respiration.series(.range).values  // R to S of each normal beat; mV
/// ```
///
/// - SeeAlso: Charlton 2018, IEEE Rev. Biomed. Eng. 11:2, doi 10.1109/RBME.2017.2763681.
public struct ECGDerivedRespiration: Sendable, Equatable {
    /// The feature that is examined.
    public enum BeatFeature: String, Sendable, CaseIterable {
        /// R to S; mV.
        case range
        /// The area of the QRS complex, 40 ms either side of the R peak; mV s.
        case area
        /// The steepest part of the QRS complex; mV/s.
        case slope
        /// R to R, at the beat that ends it; ms.
        case interval
    }

    /// Values at the times of beats.
    public struct Series: Sendable, Equatable {
        /// R peaks from the first sample of the signal; s; ascending.
        public internal(set) var times: [Double] = []
        /// One a time.
        public internal(set) var values: [Double] = []
    }

    private var seriesByFeature: [BeatFeature: Series]

    /// - Parameter beats: of one signal, in the order of their times.
    /// - Precondition: the rate is above 0.
    /// - Complexity: O(n); allocates.
    public init(_ beats: [BeatShape], sampleRateHz: Double) {
        precondition(sampleRateHz > 0, "a rate is above 0 Hz")
        seriesByFeature = [:]
        for (index, beat) in beats.enumerated() where Self.isUsable(beat) {
            let time = beat.sample / sampleRateHz
            append(beat.rangeMillivolts, at: time, to: .range)
            append(beat.areaMillivoltSeconds, at: time, to: .area)
            append(beat.slopeMillivoltsPerSecond, at: time, to: .slope)
            if index > 0, Self.isUsable(beats[index - 1]) {
                let samples = beat.sample - beats[index - 1].sample
                append(1000 * samples / sampleRateHz, at: time, to: .interval)
            }
        }
    }

    /// One of the signals over the whole recording.
    public func series(_ signal: BeatFeature) -> Series { seriesByFeature[signal] ?? Series() }

    private static func isUsable(_ beat: BeatShape) -> Bool {
        beat.isLocated && beat.kind == .normal
    }

    private mutating func append(_ value: Double, at time: Double, to signal: BeatFeature) {
        seriesByFeature[signal, default: Series()].times.append(time)
        seriesByFeature[signal, default: Series()].values.append(value)
    }
}
