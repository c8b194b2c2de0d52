public import PhysioTypes

/// The coherence scores of a recording over time.
public enum CoherenceTimeline {
    public struct Line: Sendable, Equatable {
        public let timeSeconds: Double
        /// The values in the order asked for.
        public let values: [CoherenceValue]
    }

    /// A line later than this after the last beat has no value: nothing is known of the heart; s.
    public static let maxSilenceSeconds = 3.0

    /// Scores at the whole multiples of a step of time, of the beats and breaths until then, as a live
    /// session would have them (``LiveCoherence``).
    ///
    /// - Parameter nn: corrected intervals on the clock of the breaths.
    /// - Parameter breaths: in the order of their times.
    /// - Parameter stepSeconds: above 0.
    /// - Parameter signal: a breathing signal, where there is one.
    /// - Returns: lines from the first beat to the last; none without beats, and none without a
    ///   value where ``shouldSkipSilence(of:stepSeconds:)`` says so.
    /// - Complexity: each line that of its scores.
    public static func lines(
        of nn: NNSeries, breaths: [BreathCycle], scores: [CoherenceScore], stepSeconds: Double,
        signal: BreathingSignal? = nil
    ) -> [Line] {
        precondition(stepSeconds > 0, "time goes forward")
        guard let first = nn.endTimesSeconds.first, let last = nn.endTimesSeconds.last else {
            return []
        }
        var (live, lines) = (LiveCoherence(), [Line]())
        let skipsSilence = shouldSkipSilence(of: nn, stepSeconds: stepSeconds)
        var (beat, breath) = (0, 0)
        var tick = (first / stepSeconds).rounded(.up)
        while tick * stepSeconds <= last {
            let time = tick * stepSeconds
            while beat < nn.count, nn.endTimesSeconds[beat] <= time {
                let end = nn.endTimesSeconds[beat]
                while breath < breaths.count, breaths[breath].startSeconds <= end {
                    live.begin(breaths[breath])
                    breath += 1
                }
                live.push(nn.beat(beat))
                beat += 1
            }
            let isSilent = time - nn.endTimesSeconds[beat - 1] > maxSilenceSeconds
            if isSilent, skipsSilence, beat < nn.count {
                tick = max(tick + 1, (nn.endTimesSeconds[beat] / stepSeconds).rounded(.up))
                continue
            }
            let values = scores.map { score in
                isSilent
                    ? CoherenceValue(score, missing: silenceReason)
                    : live.value(score, signal: signal)
            }
            lines.append(Line(timeSeconds: time, values: values))
            tick += 1
        }
        return lines
    }

    /// Returns true if lines without a beat in the last ``maxSilenceSeconds`` are left out: where
    /// there would be more of them than beats, as of a recording whose clock jumps by months.
    ///
    /// - Complexity: O(n).
    package static func shouldSkipSilence(of nn: NNSeries, stepSeconds: Double) -> Bool {
        let silentSeconds = zip(nn.endTimesSeconds, nn.endTimesSeconds.dropFirst()).reduce(0) {
            $0 + max(0, $1.1 - $1.0 - maxSilenceSeconds)
        }
        return silentSeconds / stepSeconds > Double(nn.count)
    }

    private static let silenceReason = MissingReason.notMeasured("no beat in the last 3 s")
}
