import HealthRecords

/// The zones that the sleep samples of one block name.
///
/// A record in a night without a zone of its own takes that of the night's nearest sample that names
/// one.
struct NightZones: Sendable {
    /// The time from the first start to the last end of the block's samples, both inclusive; ms.
    let range: ClosedRange<Int64>
    private let zonedSamples: [SleepSample]

    /// - Parameter samples: those of one block; nil where there are none.
    init?(_ samples: [SleepSample]) {
        guard let first = samples.map(\.start.unixMs).min(),
            let last = samples.map(\.end.unixMs).max()
        else { return nil }
        range = first...max(first, last)
        zonedSamples = samples.filter { $0.timeZone != nil }
    }

    /// Name of the zone of the sample nearest to a moment.
    ///
    /// Among samples equally near, as all that hold the moment, that of the given source comes first,
    /// then the earliest.
    ///
    /// - Returns: nil where no sample names a zone that `isKnown`.
    func name(
        nearest timeMs: Int64, source: Int? = nil, isKnown: (String) -> Bool
    ) -> String? {
        var best: (distance: Int64, rank: Int, name: String)?
        for sample in zonedSamples {
            guard let name = sample.timeZone, isKnown(name) else { continue }
            let distance = max(
                0, sample.start.unixMs - timeMs, timeMs - sample.end.unixMs)
            let rank = sample.sourceIndex == source ? 0 : 1
            if let best, (best.distance, best.rank) <= (distance, rank) { continue }
            best = (distance, rank, name)
        }
        return best?.name
    }
}
