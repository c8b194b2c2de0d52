package import PhysioTypes

/// Breaths of one length, one after the other, as far as there are beats beside them.
package enum SteadyBreathing {
    /// The time before a beat in which breaths are of use: longer than any score looks back; s.
    private static let lookbackSeconds = 300.0

    /// The first moments of those breaths that end in the ``lookbackSeconds`` before a beat, or hold
    /// one: memory is bounded by the beats, whatever the time between them.
    ///
    /// - Parameter periodSeconds: of a breath; above 0.
    /// - Parameter offsetSeconds: start of the first.
    /// - Returns: ascending; s; each a whole number of periods after the first.
    package static func startTimes(
        periodSeconds: Double, offsetSeconds: Double, along nn: NNSeries
    ) -> [Double] {
        precondition(periodSeconds > 0, "a breath lasts")
        var startTimes: [Double] = []
        var next = 0.0
        for end in [nn.startSeconds] + nn.endTimesSeconds {
            next = max(
                next, ((end - lookbackSeconds - offsetSeconds) / periodSeconds).rounded(.down))
            while offsetSeconds + next * periodSeconds <= end {
                startTimes.append(offsetSeconds + next * periodSeconds)
                next += 1
            }
        }
        return startTimes
    }
}
