package import Foundation
package import MusicSelection

/// A heart around a play of a history, from one source: a session of the history, or the health records.
package struct HistoryHeartData: Sendable {
    /// Heart values are asked for from so long before a play to so long after it; s.
    package static let marginSeconds = 300.0

    /// The session whose heart it is; nil for health records.
    package var session: UUID?
    /// The heart rates, in any order; those farther away than ``reachSeconds`` do not count.
    package var heartRates: [HeartRateSample]
    package var hrv: [HRVSample]
    /// The time in which a pacer led the breathing; s since 1970.
    package var pacedSpan: ClosedRange<Double>?

    package init(
        session: UUID? = nil, heartRates: [HeartRateSample] = [], hrv: [HRVSample] = [],
        pacedSpan: ClosedRange<Double>? = nil
    ) {
        self.session = session
        self.heartRates = heartRates
        self.hrv = hrv
        self.pacedSpan = pacedSpan
    }
}

extension HistoryHeartData {
    /// Puts the heart beside a play of a history.
    ///
    /// A value of the start is the mean of the samples of the 30 s (heart rate) or 120 s (SDNN) before it; where there
    /// are none, the nearest sample within 5 min of the start that lies before the middle of the play. The end is alike,
    /// behind the middle. Both come from one source: the first that has a heart rate at the start and at the end, else
    /// the first that has any value. A play beside a pacer gets none; one that was heard for less than 120 s has values, and
    /// teaches no change of them.
    static func add(_ heartData: [HistoryHeartData], to play: inout StoredPlay) {
        let facts = play.facts
        let earliestPacedSeconds = facts.startSeconds - HRVSample.pacingAftereffectSeconds
        play.facts.isPaced = heartData.contains {
            $0.pacedSpan?.overlaps(earliestPacedSeconds...facts.endSeconds) ?? false
        }
        guard !play.facts.isPaced else { return }
        let found = heartData.map { ($0, EndpointValues($0, facts)) }.filter { $0.1.hasAnyValue }
        guard let (heart, endpoints) = found.first(where: { $0.1.hasHeartRates }) ?? found.first
        else {
            return
        }
        play.facts.startBpm = endpoints.rate.start
        play.facts.endBpm = endpoints.rate.end
        play.facts.startSDNNMs = endpoints.sdnn.start
        play.facts.endSDNNMs = endpoints.sdnn.end
        play.breathingSessionID = heart.session
    }

    /// Values at the start and at the end of a play.
    private struct EndpointValues {
        typealias StartAndEnd = (start: Double?, end: Double?)

        let rate: StartAndEnd
        let sdnn: StartAndEnd

        init(_ heart: HistoryHeartData, _ play: PlayFacts) {
            rate = Self.pair(
                heart.heartRates.filter { $0.bpm.isFinite && $0.bpm > 0 }
                    .map { ($0.timeSeconds, $0.bpm) }, before: 30, play)
            sdnn = Self.pair(
                heart.hrv.filter { $0.counts && $0.measure == .sdnn }
                    .map { ($0.timeSeconds, $0.valueMs) }, before: 120, play)
        }

        var hasHeartRates: Bool { rate.start != nil && rate.end != nil }

        var hasAnyValue: Bool {
            [rate.start, rate.end, sdnn.start, sdnn.end].contains { $0 != nil }
        }

        private static func pair(
            _ samples: [(seconds: Double, value: Double)], before: Double, _ play: PlayFacts
        ) -> StartAndEnd {
            let middle = (play.startSeconds + play.endSeconds) / 2
            return (
                value(samples.filter { $0.seconds < middle }, before, play.startSeconds),
                value(samples.filter { $0.seconds >= middle }, before, play.endSeconds)
            )
        }

        private static func value(
            _ samples: [(seconds: Double, value: Double)], _ before: Double, _ moment: Double
        ) -> Double? {
            let windowSamples = samples.filter {
                $0.seconds > moment - before && $0.seconds <= moment
            }
            if !windowSamples.isEmpty {
                return windowSamples.reduce(0) { $0 + $1.value } / Double(windowSamples.count)
            }
            return samples.filter { abs($0.seconds - moment) <= marginSeconds }.min {
                (abs($0.seconds - moment), $0.seconds) < (abs($1.seconds - moment), $1.seconds)
            }?.value
        }
    }
}
