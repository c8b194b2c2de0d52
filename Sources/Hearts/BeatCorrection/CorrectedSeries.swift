public import PhysioTypes

/// The result of correcting a raw series.
public struct CorrectedSeries: Sendable, Equatable {
    /// The corrected intervals. ``NNSeries/isCorrected`` distinguishes those that were made from those that
    /// were measured; intervals that were left out break the neighbourhood.
    public let nn: NNSeries
    /// The raw interval in which the beat lies that ends each NN interval.
    public let rawIndices: [Int]
    /// Everything found, in the order of the beats, and of the passes at one beat.
    public let events: [CorrectionEvent]
    /// Raw intervals, in ascending ranges that do not overlap, among which no rhythm was found
    /// that a beat could be judged by, as in sustained atrial fibrillation: nothing in them is repaired, and
    /// all are left out.
    public let irregularSegments: [Range<Int>]
    /// Positions where the heart rate halves, doubles or changes by another factor at once, ascending;
    /// intervals on both sides are no neighbours. Only ``ResonantRule`` finds them.
    public let rateChanges: [RateChange]
    /// Intervals of the raw series.
    public let rawCount: Int

    /// The number of events of each kind; those without any are not listed.
    public var counts: [CorrectionEvent.Kind: Int] {
        events.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }

    /// Share of the raw beats that are artefacts (``CorrectionEvent/beatCount``), each once; 0 ... 1; 0
    /// for an empty series.
    public var artefactShare: Double {
        guard rawCount > 0 else { return 0 }
        var count = 0
        var last: Int?
        for event in events where event.beatCount > 0 {
            if event.beatIndex != last { count += event.beatCount }
            last = event.beatIndex
        }
        return min(1, Double(count) / Double(rawCount))
    }

    /// Share of the raw intervals that lie in ``irregularSegments``; 0 ... 1; 0 for an empty series.
    public var irregularShare: Double {
        guard rawCount > 0 else { return 0 }
        return Double(irregularSegments.reduce(0) { $0 + $1.count }) / Double(rawCount)
    }

    /// Share of the NN intervals that a correction made; 0 ... 1; 0 for an empty series.
    public var correctedShare: Double {
        guard nn.count > 0 else { return 0 }
        return Double(nn.isCorrected.count { $0 }) / Double(nn.count)
    }
}
