package import HealthRecords
package import PhysioTypes

extension RRSeries {
    /// The intervals of stretches of beats as one series with gaps between them.
    ///
    /// Intervals are differences of the beats' times. Where at least one beat is missing there is no
    /// interval, and the next one follows a gap, as does the first of each stretch. Times count from
    /// the first beat of all.
    ///
    /// - Parameter stretches: ascending; one that begins before the end of the one before is left out,
    ///   and so is an interval without length.
    package init(stretches: [BeatStretch]) {
        self.init(stretches: stretches, counting: { _ in })
    }

    /// - Parameter counting: called with the stretch's place for each interval that is added.
    init(stretches: [BeatStretch], counting: (Int) -> Void) {
        self.init(startSeconds: 0)
        guard let origin = stretches.first?.firstBeatMs else { return }
        var lastBeatMs = Int64.min
        for (place, stretch) in stretches.enumerated() where stretch.firstBeatMs >= lastBeatMs {
            var isAfterGap = true
            let pairs = zip(stretch.ticks, stretch.ticks.dropFirst())
            for (beat, (tick, next)) in pairs.enumerated() {
                let isGap = beat + 1 < stretch.isAfterGap.count && stretch.isAfterGap[beat + 1]
                guard !isGap, next > tick else {
                    isAfterGap = true
                    continue
                }
                let end = stretch.firstBeatMs - origin + Int64(next) * Int64(BeatStretch.tickMs)
                append(
                    intervalMs: Double(Int(next - tick) * BeatStretch.tickMs),
                    endSeconds: Double(end) / 1000, marks: isAfterGap ? .afterGap : [])
                isAfterGap = false
                counting(place)
            }
            let length = Int64(stretch.ticks.last ?? 0) * Int64(BeatStretch.tickMs)
            lastBeatMs = stretch.firstBeatMs + length
        }
    }
}
