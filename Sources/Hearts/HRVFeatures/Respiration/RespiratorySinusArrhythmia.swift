public import PhysioTypes

/// Respiratory sinus arrhythmia from peak to trough: how far the intervals oscillate within each breath.
///
/// An interval belongs to the inhalation where both its beats lie in [inhalation begins, exhalation
/// begins + ``latencySeconds``), to the exhalation where both lie in [exhalation begins, breath ends
/// + ``latencySeconds``): the heart follows the breath with a delay. The value of a breath is the
/// longest interval of the exhalation less the shortest of the inhalation, 0 where that is negative,
/// and missing where one of the two has no interval.
///
/// Constant series: 0. Gaps: intervals lie on either side of one, never across, so that a breath
/// inside a gap is missing.
///
/// ```swift
/// let breath = RespiratorySinusArrhythmia.Breath(
///     inhaleSeconds: 0, exhaleSeconds: 4, endSeconds: 10)
/// let nn = NNSeries(intervalsMs: [900, 800, 820, 900, 980, 1000, 990, 950, 900, 850])
/// RespiratorySinusArrhythmia(nn, breaths: [breath]).meanMs  // 1000 - 800
/// ```
///
/// - SeeAlso: Grossman 1990, Psychophysiology 27:702.
public struct RespiratorySinusArrhythmia: Sendable, Equatable {
    /// One breath on the clock of the intervals' end times.
    public struct Breath: Sendable, Equatable {
        /// The time at which the inhalation begins; s.
        public let inhaleSeconds: Double
        /// The time at which the exhalation begins; s.
        public let exhaleSeconds: Double
        /// The time at which the exhalation ends; s.
        public let endSeconds: Double

        /// - Precondition: the three times ascend and are finite.
        public init(inhaleSeconds: Double, exhaleSeconds: Double, endSeconds: Double) {
            precondition(
                inhaleSeconds <= exhaleSeconds && exhaleSeconds <= endSeconds
                    && inhaleSeconds.isFinite && endSeconds.isFinite,
                "a breath is an inhalation and then an exhalation")
            self.inhaleSeconds = inhaleSeconds
            self.exhaleSeconds = exhaleSeconds
            self.endSeconds = endSeconds
        }
    }

    /// The time by which a phase reaches beyond its end; s (after Grossman 1990, as others cite
    /// it).
    public static let latencySeconds = 0.75

    /// The RSA amplitude of each breath, in their order; ms; not negative; nil where one phase has no
    /// interval.
    public let amplitudesMs: [Double?]

    /// - Parameter breaths: in any order; they may overlap.
    /// - Complexity: O(b (log N + m)) for b breaths of m intervals; allocates the result.
    public init(_ nn: NNSeries, breaths: [Breath]) {
        amplitudesMs = breaths.map { breath in
            let inhaleExtremesMs = Self.extremes(
                nn, from: breath.inhaleSeconds, to: breath.exhaleSeconds)
            let exhaleExtremesMs = Self.extremes(
                nn, from: breath.exhaleSeconds, to: breath.endSeconds)
            guard let inhaleExtremesMs, let exhaleExtremesMs else { return nil }
            return max(0, exhaleExtremesMs.upperBound - inhaleExtremesMs.lowerBound)
        }
    }

    /// Mean over the breaths that have a value; ms; nil without one.
    public var meanMs: Double? {
        let present = amplitudesMs.compactMap(\.self)
        return present.isEmpty ? nil : present.reduce(0, +) / Double(present.count)
    }

    /// Shortest and longest of the intervals inside a phase; nil without one.
    private static func extremes(
        _ nn: NNSeries, from start: Double, to end: Double
    ) -> ClosedRange<Double>? {
        let edge = start - NNSeries.edgeToleranceSeconds(atSeconds: start)
        let limit = end + latencySeconds
        var found: ClosedRange<Double>?
        for index in firstIndex(nn, endingAtOrAfter: edge)..<nn.count {
            guard nn.endTimesSeconds[index] < limit else { break }
            let interval = nn.intervalsMs[index]
            guard nn.endTimesSeconds[index] - interval / 1000 >= edge else { continue }
            let low = min(found?.lowerBound ?? interval, interval)
            found = low...max(found?.upperBound ?? interval, interval)
        }
        return found
    }

    private static func firstIndex(_ nn: NNSeries, endingAtOrAfter time: Double) -> Int {
        var low = 0
        var high = nn.count
        while low < high {
            let middle = (low + high) / 2
            if nn.endTimesSeconds[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
