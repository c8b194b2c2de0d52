extension DetectionRecord {
    /// Distance of the samples between which a slope is measured; s.
    private static let slopeStepSeconds = 0.016
    /// Time on either side of an interval in which the slopes of QRS complexes are measured; s.
    private static let qrsReachSeconds = 8.0
    /// Share of the slopes there that are less steep than a complex.
    private static let qrsSlopeQuantile = 0.99
    /// Slope in a pause over that of the complexes, at most: P and T waves stay below 0.25.
    private static let maxPauseSlopeRatio: Float = 0.3
    /// Time after the first beat and before the second one that their own waves may take; s.
    private static let waveMarginsSeconds = (after: 0.35, before: 0.25)

    /// The beats that end an interval above two seconds in which the signal is nearly as steep as in a QRS complex:
    /// beats of another shape, or waves of flutter, are not a pause.
    ///
    /// Of 24 such intervals in good signals of the MIT-BIH records this concerns 6; in each a beat or a flutter wave is
    /// annotated. Of the 18 that remain, two hide a beat.
    ///
    /// - Parameter samples: of the lead, from the first sample of the recording on; finite.
    /// - Complexity: O(m w log w) for m such intervals and w samples around each.
    package func steepIntervals(_ samples: [Float], sampleRateHz: Double) -> Set<Int> {
        let step = max(1, Int((Self.slopeStepSeconds * sampleRateHz).rounded()))
        func slopes(from: Double, to: Double) -> [Float] {
            let begin = max(0, Int(from * sampleRateHz))
            let end = min(samples.count - step, Int(to * sampleRateHz))
            guard begin < end else { return [] }
            return (begin..<end).map { (samples[$0 + step] - samples[$0]).magnitude }
        }
        var steepEndBeats: Set<Int> = []
        for interval in longIntervals {
            let begin = seconds(of: beats[interval.endBeat - 1])
            let end = seconds(of: beats[interval.endBeat])
            let surroundingSlopes = slopes(
                from: begin - Self.qrsReachSeconds, to: end + Self.qrsReachSeconds
            ).sorted()
            let innerSlopes = slopes(
                from: begin + Self.waveMarginsSeconds.after,
                to: end - Self.waveMarginsSeconds.before)
            guard let maxInnerSlope = innerSlopes.max() else { continue }
            let qrsSlope = surroundingSlopes[
                Int(Self.qrsSlopeQuantile * Double(surroundingSlopes.count))]
            if maxInnerSlope > Self.maxPauseSlopeRatio * qrsSlope {
                steepEndBeats.insert(interval.endBeat)
            }
        }
        return steepEndBeats
    }
}
